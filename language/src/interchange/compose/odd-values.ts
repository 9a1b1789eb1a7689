/**
 * Finds values of a Compose file that are of another kind than Compose reads there, and copies beyond those that are
 * made. Only keys that the model is made of are looked at.
 */
import type { Finding } from '../../model/finding.ts';
import { summarize } from '../import/import-findings.ts';
import type { ComposeProject } from './compose-project.ts';
import { type ComposeValue, entriesIn, entryIn } from './compose-values.ts';
import { mostReplicas, type ComposeService } from './services.ts';
import { tableOf } from '../../model/common/table.ts';
import { t } from '../../model/common/translation.ts';

const kinds: Readonly<Record<string, readonly ComposeValue['is'][]>> = tableOf({
  depends_on: ['list', 'map'],
  networks: ['list', 'map'],
  volumes: ['list'],
  links: ['list'],
  volumes_from: ['list'],
  profiles: ['list'],
  deploy: ['map'],
});

/** Returns one finding for all values of another kind. */
export function oddFindings({ services }: ComposeProject, uri: string): Finding[] {
  const odd = [...services].flatMap(([name, service]) => oddIn(name, service));
  const occurrences = odd.map(([about, { place }]) => ({
    about,
    uri: place.uri,
    place: { line: place.start.line, start: place.start.character, end: place.end.character },
  }));
  return summarize(
    uri,
    {
      code: 'import/left-out',
      severity: 'warning',
      message: (names, count) =>
        t`${count === 1 ? t`1 value is` : t`${String(count)} values are`} neither a list nor a map as Compose expects and ${count === 1 ? t`is` : t`are`} left out: ${names}. Compose refuses this; "docker compose config" says what it expects.`,
    },
    occurrences,
  );
}

function oddIn(name: string, service: ComposeValue): (readonly [string, ComposeValue])[] {
  if (service.is !== 'map') return service.is === 'nothing' ? [] : [[name, service]];
  const own = Object.entries(kinds).flatMap(([key, allowed]) => {
    const value = entryIn(service, key);
    return value === undefined || value.is === 'nothing' || allowed.includes(value.is) ? [] : [[`${name}.${key}`, value] as const]; // oxfmt-ignore
  });
  const dependencies = entriesIn(entryIn(service, 'depends_on')).flatMap(([to, how]) =>
    how.is === 'map' || how.is === 'nothing' ? [] : [[`${name}.depends_on.${to}`, how] as const],
  );
  return [...own, ...dependencies];
}

/** Returns one finding for each service with more copies than are made. */
export const replicaFindings = (services: readonly ComposeService[]): Finding[] =>
  services
    .filter(({ wanted, replicas }) => wanted > replicas)
    .map(({ name, wanted, place }) => ({
      code: 'import/left-out',
      severity: 'information',
      message: t`"${name}" has ${String(wanted)} copies, of which the first ${String(mostReplicas)} are imported.`,
      span: place,
      related: [],
    }));
