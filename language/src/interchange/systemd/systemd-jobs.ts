/**
 * What systemd does by itself, in the words of `std/systemd`: each `Restart=`, `OnFailure=`, `Upholds=` and `Conflicts=`
 * is a resource of systemd, held by the unit whose end systemd is to learn of; so is what a start demands otherwise than
 * by waiting, and each unit that keeps one with `StopWhenUnneeded=` running.
 */
import { writeName } from '../../model/language-names.ts';
import { required } from '../../model/common/lookup.ts';
import type { Span } from '../../model/span.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Setting } from '../../model/entity.ts';
import type { Library, Making, Statement } from '../import/statements.ts';
import type { DependencyIndex } from './dependency-index.ts';
import { type DependencyKind, isRestarted, type SystemUnit, type UnitDependency } from './unit.ts';

/** What systemd does, with the classes of `std/systemd`. */
export interface SystemJobs extends Pick<Library, 'classes'> {
  readonly makings: readonly Making[];
  readonly statements: readonly Statement[];
}

/** One statement that makes systemd act. */
interface Job {
  readonly place: Span;
  readonly words: string | undefined;
  readonly kind: 'Restart' | 'OnFailure' | 'Upholds' | 'Conflicts' | 'Requires' | 'Requisite' | 'Wants' | 'Pins';
  readonly by: string;
  readonly unit: string;
  readonly name: string;
  readonly settings: readonly Setting[];
}

const jobKinds: readonly DependencyKind[] = [
  'OnFailure',
  'Upholds',
  'Conflicts',
  'Requires',
  'BindsTo',
  'Requisite',
  'Wants',
];
/** The statements that systemd looks up when a unit starts; no end makes it do so. */
const startKinds: ReadonlySet<string> = new Set<Job['kind']>(['Conflicts', 'Requires', 'Requisite', 'Wants']);
/** Everything conflicts with the shutdown. */
const shutdowns: ReadonlySet<string> = new Set(['shutdown.target', 'umount.target']);

/**
 * Returns true if a start of a unit waits for one that it requires. A running unit has no use for one that does not run;
 * a start of one that does not run starts both.
 */
export const isAwaited = (index: DependencyIndex, { kind, from, to }: UnitDependency): boolean =>
  (kind === 'Requisite' || index.isAfter(from, to)) && (index.isRunning(to) || !index.isRunning(from));

/** Returns what systemd does, by the keys of units; nothing if no unit asks for anything. `O(units + dependencies)`. */
export function systemJobs(index: DependencyIndex): SystemJobs {
  // The entities of units come first.
  const ids = new Map(index.units.map(({ name }, id) => [name, id]));
  // Before it stops what is unneeded, systemd learns of all that has failed.
  const jobs = [
    ...index.units.flatMap((unit) => jobsOf(unit, index)),
    ...index.units.flatMap(({ name }) => index.pinnedBy(name).map(pinOf)),
  ].filter(({ by, unit }) => ids.has(by) && ids.has(unit));
  const [first] = jobs;
  if (first === undefined) return { makings: [], statements: [], classes: new Map() };
  const { place } = first;
  const words = 'systemd, the manager of all units';
  const keyOf = ({ name }: Job): string => `${spaceKey} ${name}`;
  return {
    makings: [
      { key: managerKey, entity: { kind: 'pd', name: 'systemd', type: 'manager', root: true }, place, words },
      { key: spaceKey, entity: { kind: 'space', name: spaceKey, type: 'job' }, place, words },
      ...jobs.map((job): Making => {
        const own = { kind: 'resource', name: `${spaceKey}.${writeName(job.name)}`, type: 'job' } as const;
        return {
          key: keyOf(job),
          parent: spaceKey,
          entity: { ...own, settings: settingsOf(job, ids) },
          ...sourceOf(job),
        };
      }),
    ],
    statements: [
      { kind: 'manages', from: managerKey, to: spaceKey, place, words },
      ...jobs.flatMap((job): Statement[] => {
        const held = { kind: 'holds', to: keyOf(job), ...sourceOf(job) } as const;
        const holder = job.kind === 'Upholds' ? job.unit : job.by;
        return [{ ...held, from: managerKey }, ...(startKinds.has(job.kind) ? [] : [{ ...held, from: holder }])];
      }),
    ],
    classes: new Map([[managerKey, 'Systemd'], ...jobs.map((job) => [keyOf(job), job.kind] as const)]),
  };
}

/** The key of PID 1, which no unit has. */
const managerKey = 'systemd';
const spaceKey = 'jobs';

const sourceOf = ({ place, words }: Job): Pick<Making, 'place' | 'words'> => ({
  place,
  ...(words !== undefined && { words }),
});

const settingsOf = ({ by, unit, settings }: Job, ids: ReadonlyMap<string, EntityId>): Setting[] => [
  ...Object.entries({ from: by, unit }).map(([name, key]): Setting => ({
    name,
    value: { kind: 'entity', entity: required(ids.get(key)) },
  })),
  ...settings,
];

function pinOf({ from, to, place }: UnitDependency): Job {
  const words = `StopWhenUnneeded=yes, needed by ${from}`;
  return {
    kind: 'Pins',
    by: from,
    unit: to,
    name: `${to} StopWhenUnneeded=yes for ${from}`,
    settings: [],
    place,
    words,
  };
}

function jobsOf(unit: SystemUnit, index: DependencyIndex): Job[] {
  const { name, restart } = unit;
  const stated = index
    .from(name, jobKinds)
    .filter((each) => !shutdowns.has(each.to) && (!/^(?:Requires|BindsTo)$/.test(each.kind) || !isAwaited(index, each)))
    .map(({ kind, to, place, words }): Job => {
      // The kinds are those that were asked for.
      const own = kind === 'BindsTo' ? 'Requires' : (kind as Job['kind']);
      return { kind: own, by: name, unit: to, name: `${name} ${kind}=${to}`, settings: [], place, words };
    });
  if (restart === undefined || !isRestarted(unit)) return stated;
  const { value, place, words, delay, interval, burst } = restart;
  const times = Object.entries({ delay, interval }).flatMap(([key, milliseconds]): Setting[] =>
    milliseconds === undefined ? [] : [{ name: key, value: { kind: 'duration', milliseconds } }],
  );
  const most: Setting[] =
    burst === undefined ? [] : [{ name: 'burst', value: { kind: 'number', numerator: burst, denominator: 1 } }];
  const settings = [...times, ...most];
  return [
    { kind: 'Restart', by: name, unit: name, name: `${name} Restart=${value}`, settings, place, words },
    ...stated,
  ];
}
