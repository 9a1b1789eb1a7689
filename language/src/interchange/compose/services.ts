/**
 * Reads the services of a Compose project: what each depends on, mounts and joins, and how many there are of it.
 */
import type { Span } from '../../model/span.ts';
import type { ComposeProject } from './compose-project.ts';
import { type ComposeValue, entriesIn, entryIn, isFalse, isTrue, textIn, textsIn } from './compose-values.ts';
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
  /** The copies that the file asks for, which may be more. */
  readonly wanted: number;
  /** False if its profiles are not active. */
  readonly isActive: boolean;
  readonly links: readonly ServiceLink[];
  readonly volumes: readonly VolumeUse[];
  readonly networks: readonly VolumeUse[];
  /** Texts that are kept as data: image, restart, profiles. */
  readonly data: readonly (readonly [string, string])[];
}

/** As many copies are made at most. */
export const mostReplicas = 100;

/** Returns the services of a project in its order. */
export function readServices({ services, volumes, variables }: ComposeProject): ComposeService[] {
  const active = new Set((variables.values.get('COMPOSE_PROFILES') ?? '').split(',').map((each) => each.trim()));
  return [...services].map(([name, value]) => {
    const profiles = textsIn(entryIn(value, 'profiles')).map(({ text }) => text);
    const wanted = replicasOf(value);
    const data = ['image', 'restart'].flatMap((key) => {
      const text = textIn(entryIn(value, key));
      return text === undefined || text === '' || text === 'no' ? [] : [[key, text] as const];
    });
    return {
      name,
      place: value.place,
      replicas: Math.min(wanted, mostReplicas),
      wanted,
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
  return /^\d{1,6}$/.test(written) ? Number(written) : 1;
}

/** Returns one link for each other service: what is stated first counts, except that it may be shared besides. */
function linksOf(value: ComposeValue): ServiceLink[] {
  const links = new Map<string, ServiceLink>();
  const add = (link: ServiceLink): void => {
    const known = links.get(link.to);
    links.set(link.to, known === undefined ? link : { ...known, isShared: known.isShared || link.isShared });
  };
  // By a link or a shared namespace, Compose restarts the service as with "restart: true".
  const plain = { isRequired: true, restarts: true, isShared: false };
  const dependsOn = entryIn(value, 'depends_on');
  for (const [to, how] of entriesIn(dependsOn && byName(dependsOn))) {
    const condition = textIn(entryIn(how, 'condition'));
    const restarts = isTrue(entryIn(how, 'restart'));
    const isRequired = !isFalse(entryIn(how, 'required'));
    const marks = [condition ?? '', restarts ? 'restart: true' : '', isRequired ? '' : 'required: false'];
    const shown = marks.filter((mark) => mark !== '').join(', ');
    const words = `depends_on: ${to}${shown === '' ? '' : ` (${shown})`}`;
    add({ ...plain, to, place: how.place, words, restarts, isRequired });
  }
  for (const { text, place } of textsIn(entryIn(value, 'links')))
    add({ ...plain, to: text.split(':', 1)[0] ?? '', place, words: `links: ${text}` });
  for (const key of ['network_mode', 'ipc', 'pid', 'uts', 'cgroup']) {
    const mode = entryIn(value, key);
    const [, to] = /^service:(.+)$/.exec(textIn(mode) ?? '') ?? [];
    if (to !== undefined && mode !== undefined)
      add({ ...plain, to, place: mode.place, words: `${key}: service:${to}`, isShared: true });
  }
  for (const { text, place } of textsIn(entryIn(value, 'volumes_from'))) {
    const [to = ''] = text.split(':', 1);
    if (to !== 'container') add({ ...plain, restarts: false, to, place, words: `volumes_from: ${text}` });
  }
  return [...links.values()];
}

/** Returns the named volumes that a service mounts: of several mounts with one target, only the last one counts. */
function volumesOf(value: ComposeValue, named: ReadonlyMap<string, ComposeValue>): VolumeUse[] {
  const mounts = entryIn(value, 'volumes');
  const byTarget = new Map<string, VolumeUse | undefined>();
  for (const mount of mounts?.is === 'list' ? mounts.items : []) {
    const { name, target } = mount.is === 'text' ? mountOf(mount.text, named) : longMountOf(mount);
    const use = name === undefined ? undefined : { name, place: mount.place, words: `volumes: ${name}` };
    byTarget.set(target, use);
  }
  const uses = [...byTarget.values()].filter((use) => use !== undefined);
  return [...new Map(uses.map((use) => [use.name, use])).values()];
}

interface Mount {
  /** The named volume; undefined for a path of the host, or a volume without a name. */
  readonly name: string | undefined;
  readonly target: string;
}

function longMountOf(mount: ComposeValue): Mount {
  const source = textIn(entryIn(mount, 'source'));
  const isVolume = (textIn(entryIn(mount, 'type')) ?? 'volume') === 'volume';
  return { name: isVolume && source !== '' ? source : undefined, target: textIn(entryIn(mount, 'target')) ?? '' };
}

/** Reads `data:/var/lib:ro`. A single letter is a drive of Windows, unless a volume has that name. */
function mountOf(text: string, named: ReadonlyMap<string, ComposeValue>): Mount {
  const [, source = '', target = ''] = /^((?:[A-Za-z]:(?=[\\/]))?[^:]*):(.+?)(?::[^:\\/]*)?$/.exec(text) ?? [];
  if (target === '') return { name: undefined, target: text };
  const [own = ''] = text.split(':', 1);
  if (own.length === 1 && named.has(own)) return { name: own, target: text.slice(2) };
  return { name: /^(?:[./~\\].*|[A-Za-z]:.*|[A-Za-z]?)$/.test(source) ? undefined : source, target };
}

/** Returns the networks that a service joins: `default`, unless it says otherwise. */
function networksOf(value: ComposeValue): VolumeUse[] {
  const networks = entryIn(value, 'networks');
  const named = entriesIn(networks && byName(networks));
  if (named.length > 0) return named.map(([name, { place }]) => ({ name, place, words: `networks: ${name}` }));
  if (['network_mode', 'provider'].some((key) => entryIn(value, key) !== undefined)) return [];
  return [{ name: 'default', place: value.place, words: 'networks: default, because none is given' }];
}
