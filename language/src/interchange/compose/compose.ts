/**
 * Imports Compose files: services with the order in which they stop and start, their volumes and networks. Never throws
 * for bad input.
 */
import type { Finding } from '../../model/finding.ts';
import type { Span } from '../../model/span.ts';
import { failedImport, fileFinding, fileStart, summarize } from '../import/import-findings.ts';
import { orderCycles } from '../import/order-cycles.ts';
import type { ImportFile } from '../import/import-format.ts';
import type { ImportOutcome } from '../import/imported.ts';
import { composeModel } from './compose-model.ts';
import { type ComposeProject, readProject, type ReadProject } from './compose-project.ts';
import { isEnvironment, mainFiles } from './main-files.ts';
import { oddFindings, replicaFindings } from './odd-values.ts';
import { type ComposeService, readServices, type VolumeUse } from './services.ts';
import { t } from '../../model/common/translation.ts';

/** Returns what shows that files are a Compose project, if they are. */
export function recognizeCompose(files: readonly ImportFile[]): string | undefined {
  const found = files.find(
    ({ name, text }) => !isEnvironment(name) && /^(?:services|include)\s*:/m.test(text.slice(0, looksAt)),
  );
  return found && t`"${found.name}" has "services:" or "include:" at its top level, as Compose files do`;
}

const looksAt = 200_000;

/** Returns the paths that Compose files refer to: what they include and extend, and their `.env`. */
export const composeAlsoReads = (files: readonly ImportFile[]): readonly string[] => projectOf(files).referred;

/** Returns the model of a project: the first file, with the others as overrides. `O(text)`, but for repeated aliases. */
export function importCompose(files: readonly ImportFile[]): ImportOutcome {
  const { project, findings, uri } = projectOf(files);
  if (files.every(({ text }) => text.trim() === '')) return failedImport(uri, 'import/empty', emptyMessage);
  if (findings.some(({ severity }) => severity === 'error')) return { value: undefined, findings };
  if (project === undefined || project.services.size === 0) {
    const failed = failedImport(uri, 'import/wrong-format', wrongMessage);
    return { ...failed, findings: [...failed.findings, ...findings] };
  }
  const services = readServices(project);
  return {
    value: composeModel(project, services, fileStart(uri)),
    findings: [
      ...findings,
      ...requiredFindings([...(project.variables.required ?? [])], uri),
      ...unsetFindings([...project.variables.unset], uri),
      ...oddFindings(project, uri),
      ...replicaFindings(services),
      ...unknownFindings(services, project),
      ...cycleFindings(services),
    ],
  };
}

/** Reads the main files of a project, of which the first speaks for it, and what they refer to. */
function projectOf(files: readonly ImportFile[]): ReadProject & { readonly uri: string } {
  const { main, missing, findings } = mainFiles(files);
  const read = readProject(files, main);
  const uri = (main[0] ?? files[0])?.uri ?? '';
  return { ...read, findings: [...findings, ...read.findings], referred: [...missing, ...read.referred], uri };
}

function unsetFindings(names: readonly string[], uri: string): Finding[] {
  if (names.length === 0) return [];
  const list = names.slice(0, 3).map((name) => `"${name}"`);
  const more = names.length > list.length ? t` and ${String(names.length - list.length)} more` : '';
  const message = t`${names.length === 1 ? t`1 variable is` : t`${String(names.length)} variables are`} not set and ${names.length === 1 ? t`counts` : t`count`} as empty: ${list.join(', ')}${more}. Set ${names.length === 1 ? t`it` : t`them`} in ".env" beside the file if ${names.length === 1 ? t`it matters` : t`they matter`}.`;
  return [fileFinding(uri, { code: 'import/left-out', severity: 'information', message })];
}

function requiredFindings(names: readonly string[], uri: string): Finding[] {
  const fault = {
    code: 'import/left-out',
    severity: 'warning',
    message: (list: string, count: number) =>
      t`${count === 1 ? t`1 variable is` : t`${String(count)} variables are`} required and not set: ${list}. Compose refuses this; set ${count === 1 ? t`it` : t`them`} in ".env" beside the file.`,
  } as const;
  return summarize(
    uri,
    fault,
    names.map((about) => ({ about, place: { line: 0, start: 0, end: 0 } })),
  );
}

/** Returns a finding for each service, network or volume that is referred to and that the project does not have. */
function unknownFindings(services: readonly ComposeService[], { networks, volumes }: ComposeProject): Finding[] {
  const activity = new Map(services.map(({ name, isActive }) => [name, isActive]));
  return services.flatMap((service) => {
    const { name, isActive } = service;
    const links = service.links.flatMap(({ to, isRequired, ...use }) => {
      if (!isRequired || activity.get(to) === true || (activity.has(to) && !isActive)) return [];
      return activity.has(to)
        ? [disabled(name, { ...use, name: to })]
        : [unknown(name, t`service`, { ...use, name: to })];
    });
    const unknownOf = (uses: readonly VolumeUse[], known: ReadonlyMap<string, unknown>, kind: string): Finding[] =>
      uses.filter((use) => !known.has(use.name)).map((use) => unknown(name, kind, use));
    return [
      ...links,
      ...unknownOf(
        service.networks.filter((use) => use.name !== 'default'),
        networks,
        t`network`,
      ),
      ...unknownOf(service.volumes, volumes, t`volume`),
    ];
  });
}

const unknown = (by: string, kind: string, { name, place, words }: VolumeUse): Finding =>
  leftOut(
    place,
    t`"${by}" says "${words}", but the project has no ${kind} "${name}". Compose refuses this; correct the name, or give the file that has it, too.`,
  );

function disabled(by: string, { name, place, words }: VolumeUse): Finding {
  const said = t`"${by}" says "${words}", but no profile of "${name}" is active. Compose refuses this;`;
  const mayBeAbsent = words.startsWith('depends_on');
  const remedy = mayBeAbsent
    ? t`set "COMPOSE_PROFILES" in ".env", or say "required: false".`
    : t`set "COMPOSE_PROFILES" in ".env".`;
  return leftOut(place, `${said} ${remedy}`);
}

const leftOut = (span: Span, message: string): Finding => ({
  code: 'import/left-out',
  severity: 'warning',
  message,
  span,
  related: [],
});

/** Returns a finding for each group of services that wait for each other: a shortest cycle. Inactive ones do no harm. */
function cycleFindings(all: readonly ComposeService[]): Finding[] {
  const services = all.filter(({ isActive }) => isActive);
  return orderCycles(
    services.map(({ name }) => name),
    services.flatMap((service) => service.links.map((link) => ({ ...link, from: service.name }))),
    (cycle) =>
      t`The services depend on each other in a cycle: ${cycle}. Compose refuses to start them; remove one of the dependencies.`,
  );
}

const emptyMessage = t`The file is empty. Choose the file that "docker compose" reads.`;
const wrongMessage = t`The file has no "services:" with a service, so it is not a Compose file. Choose the file that "docker compose" reads, or let "import auto" find the format.`;
