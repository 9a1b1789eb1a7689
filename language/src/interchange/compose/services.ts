/**
 * Reads the services of a Compose project: what each depends on, mounts and joins, and how many there are of it.
 */
import type { Span } from '../../model/span.ts';
import type { ComposeProject } from './compose-project.ts';
import { type ComposeValue, entriesIn, entryIn, textIn, textsIn } from './compose-values.ts';
import { byName } from './merging.ts';

/** A dependency of a service on another one. */
export interface ServiceLink {
  readonly to: string;
  readonly place: Span;
  readonly words: string;
  /** False if a start goes on without it. */
  readonly isRequired: boolean;
  /** True if an operation on the other one restarts the service. */
  readonly restarts: boolean;
  /** True if it shares a namespace of the other one, so that it cannot run without it. */
  readonly isShared: boolean;
}

/** The use of a volume or network. */
export interface VolumeUse {
  readonly name: string;
  readonly place: Span;
  readonly words: string;
}

/** A service. */
export interface ComposeService {
  readonly name: string;
  readonly place: Span;
  readonly replicas: number;
  /** False if its profiles are not active. */
  readonly isActive: boolean;
  readonly links: readonly ServiceLink[];
  readonly volumes: readonly VolumeUse[];
  readonly networks: readonly VolumeUse[];
  /** Texts that are kept as data: image, restart, profiles. */
  readonly data: readonly (readonly [string, string])[];
}

/** As many copies are made at most. */
const mostReplicas = 100;

/** Returns the services of a project in its order. */
export function readServices({ services, volumes, variables }: ComposeProject): ComposeService[] {
  const active = new Set((variables.values.get('COMPOSE_PROFILES') ?? '').split(',').map((each) => each.trim()));
  return [...services].map(([name, value]) => {
    const profiles = textsIn(entryIn(value, 'profiles')).map(({ text }) => text);
    const data = ['image', 'restart'].flatMap((key) => {
      const text = textIn(entryIn(value, key));
      return text === undefined || text === '' || text === 'no' ? [] : [[key, text] as const];
    });
    return {
      name,
      place: value.place,
      replicas: replicasOf(value),
      isActive: profiles.length === 0 || profiles.some((profile) => active.has(profile) || active.has('*')),
      links: linksOf(value),
      volumes: volumesOf(value, volumes),
      networks: networksOf(value),
      data: [...data, ...(profiles.length === 0 ? [] : [['profiles', profiles.join(', ')] as const])],
    };
  });
}

function replicasOf(value: ComposeValue): number {
  const written = textIn(entryIn(value, 'scale')) ?? textIn(entryIn(entryIn(value, 'deploy'), 'replicas')) ?? '1';
  return /^\d{1,6}$/.test(written) ? Math.min(Number(written), mostReplicas) : 1;
}

/** Returns one link for each other service; what is stated first counts, but each may add to it. */
function linksOf(value: ComposeValue): ServiceLink[] {
  const links = new Map<string, ServiceLink>();
  const add = (link: ServiceLink): void => {
    const known = links.get(link.to);
    const joined = known && {
      ...known,
      isRequired: known.isRequired || link.isRequired,
      restarts: known.restarts || link.restarts,
      isShared: known.isShared || link.isShared,
    };
    links.set(link.to, joined ?? link);
  };
  const plain = { isRequired: true, restarts: false, isShared: false };
  const dependsOn = entryIn(value, 'depends_on');
  for (const [to, how] of entriesIn(dependsOn && byName(dependsOn))) {
    const condition = textIn(entryIn(how, 'condition'));
    const restarts = textIn(entryIn(how, 'restart')) === 'true';
    const isRequired = textIn(entryIn(how, 'required')) !== 'false';
    const marks = [condition ?? '', restarts ? 'restart: true' : '', isRequired ? '' : 'required: false'];
    const shown = marks.filter((mark) => mark !== '').join(', ');
    const words = `depends_on: ${to}${shown === '' ? '' : ` (${shown})`}`;
    add({ ...plain, to, place: how.place, words, restarts, isRequired });
  }
  for (const { text, place } of textsIn(entryIn(value, 'links')))
    add({ ...plain, to: text.split(':', 1)[0] ?? '', place, words: `links: ${text}` });
  for (const { text, place } of textsIn(entryIn(value, 'volumes_from'))) {
    const [to = ''] = text.split(':', 1);
    if (to !== 'container') add({ ...plain, to, place, words: `volumes_from: ${text}` });
  }
  for (const key of ['network_mode', 'ipc', 'pid', 'uts', 'cgroup']) {
    const mode = entryIn(value, key);
    const [, to] = /^service:(.+)$/.exec(textIn(mode) ?? '') ?? [];
    if (to !== undefined && mode !== undefined)
      add({ ...plain, to, place: mode.place, words: `${key}: service:${to}`, isShared: true });
  }
  return [...links.values()];
}

/** Returns the named volumes that a service mounts. */
function volumesOf(value: ComposeValue, named: ReadonlyMap<string, ComposeValue>): VolumeUse[] {
  const mounts = entryIn(value, 'volumes');
  const uses = (mounts?.is === 'list' ? mounts.items : []).flatMap((mount): VolumeUse[] => {
    const name = mount.is === 'text' ? (mount.text.split(':', 1)[0] ?? '') : textIn(entryIn(mount, 'source'));
    return name === undefined || !named.has(name) ? [] : [{ name, place: mount.place, words: `volumes: ${name}` }];
  });
  return [...new Map(uses.map((use) => [use.name, use])).values()];
}

/** Returns the networks that a service joins: `default`, unless it says otherwise. */
function networksOf(value: ComposeValue): VolumeUse[] {
  const networks = entryIn(value, 'networks');
  const named = entriesIn(networks && byName(networks));
  if (named.length > 0) return named.map(([name, { place }]) => ({ name, place, words: `networks: ${name}` }));
  if (entryIn(value, 'network_mode') !== undefined) return [];
  return [{ name: 'default', place: value.place, words: 'networks: default, because none is given' }];
}
