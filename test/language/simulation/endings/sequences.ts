/** Random sequences of ends, as texts whose expectations a naive judge has written. */
import fc from 'fast-check';
import { NaiveEnds } from './naive-ends.ts';
import type { Step, Thing, Tie } from './naive-world.ts';

export interface Sequence {
  readonly things: readonly Thing[];
  readonly ties: readonly Tie[];
  readonly steps: readonly Step[];
}

const tieText = ({ verb, source, target, as, least }: Tie): string =>
  `${source} ${verb} ${least === undefined ? '' : `${String(least)} of `}${target}${as === undefined ? '' : ` as ${as}`}`;

function stepText(step: Step): string {
  switch (step.does) {
    case 'delete':
      return `delete ${step.of.join(', ')}${step.mode === undefined ? '' : ` ${step.mode}`}`;
    case 'collect':
      return step.moment === 'demand' ? 'collect' : `collect ${step.moment}`;
    case 'link':
    case 'unlink':
      return `${step.does} ${tieText(step.tie)}`;
    case 'set':
      return `set ${step.of}.finalizers = [${step.finalizers.join(', ')}]`;
    case 'run':
      return `run ${String(step.seconds * 1000)}ms`;
    default:
      return `${step.does} ${step.of.join(', ')}`;
  }
}

function thingText(thing: Thing, things: readonly Thing[], depth = 0): string {
  const { kind, name, root, absent, finalizers } = thing;
  const words = [...(absent === true ? ['absent'] : []), ...(thing.protected === true ? ['protected'] : []), ...(root === true ? ['root'] : []), kind, name.split('.').at(-1)]; // oxfmt-ignore
  const pad = '  '.repeat(depth);
  const inside = [
    ...(finalizers === undefined || finalizers.length === 0 ? [] : [`${pad}  finalizers: [${finalizers.join(', ')}]`]),
    ...things.filter(({ parent }) => parent === name).map((each) => thingText(each, things, depth + 1)),
  ];
  return `${pad}${words.join(' ')}${inside.length === 0 ? '' : ` {\n${inside.join('\n')}\n${pad}}`}`;
}

const only = (names: ReadonlySet<string>, predicate: string): string =>
  names.size === 0 ? `expect all x in entities: not x ${predicate}` : `expect only ${[...names].sort().join(', ')} ${predicate}`; // oxfmt-ignore

/** The model, and a scenario with what the judge expects after each step. */
export function textOf({ things, ties, steps }: Sequence, tell: (judge: NaiveEnds, step: Step) => void): string {
  const judge = new NaiveEnds(things, ties);
  const said = (): string[] => [only(judge.alive, 'alive'), only(judge.doomed, 'doomed')];
  const lines = [
    ...things.filter(({ parent }) => parent === undefined).map((thing) => thingText(thing, things)),
    ...ties.map(tieText),
    'scenario "a sequence" {',
    ...said(),
  ];
  for (const step of steps) {
    const isDone = judge.does(step);
    if (isDone === undefined) continue;
    tell(judge, step);
    lines.push(stepText(step), ...(isDone ? [] : ['expect refused']), ...said());
  }
  return [...lines, '}', ''].join('\n');
}

export interface Features {
  readonly kinds: readonly Thing['kind'][];
  readonly verbs: readonly string[];
  readonly steps: readonly Step['does'][];
  /** Whether relations may form cycles, but for ownership: which dependent closes one is more than the judge knows. */
  readonly cycles: boolean;
  readonly several: boolean;
}

// Without a bias, which would make most models the same.
const dice = fc.noBias(fc.array(fc.nat(1 << 20), { minLength: 150, maxLength: 150 }));

/** Draws a sequence from numbers, so that any array of numbers is one. */
function sequenceOf(numbers: readonly number[], features: Features): Sequence {
  let place = 0;
  const roll = (below: number): number => (numbers[place++ % numbers.length] ?? 0) % below;
  const pick = <T>(from: readonly T[]): T | undefined => from[roll(from.length)];
  const things: Thing[] = [];
  const count = 3 + roll(6);
  for (let index = 0; index < count; index++) {
    const kind = pick(features.kinds) ?? 'object';
    const hosts = things.filter((each) => canNest(each.kind, kind));
    const parent = kind === 'resource' || roll(3) === 0 ? pick(hosts) : undefined;
    if (kind === 'resource' && parent === undefined) continue;
    const short = `${kind[0] ?? ''}${String(index)}`;
    things.push({
      name: parent === undefined ? short : `${parent.name}.${short}`,
      kind,
      ...(parent === undefined ? {} : { parent: parent.name }),
      root: (kind === 'object' || kind === 'pd') && roll(4) === 0,
      absent: roll(16) === 0,
      finalizers:
        kind === 'object' && roll(5) === 0
          ? [pick(['backup', 'backup', 'backup', 'orphan', 'foregroundDeletion']) ?? '']
          : [],
    });
  }
  const tie = (): Tie | undefined => {
    const verb = pick(features.verbs) ?? 'owns';
    const [a, b] = [pick(things), pick(things)];
    if (a === undefined || b === undefined) return undefined;
    const isBefore = things.indexOf(a) < things.indexOf(b);
    const [source, target] = isBefore || (features.cycles && verb !== 'owns') ? [a, b] : [b, a];
    if (!canTie(verb, source.kind, target.kind) || source === target) return undefined;
    const as = verb === 'refers' ? pick([undefined, 'runtime', 'local']) : verb === 'owns' && roll(4) === 0 ? 'nonblocking' : undefined; // oxfmt-ignore
    return { verb, source: source.name, target: target.name, ...(as === undefined ? {} : { as }) };
  };
  const ties: Tie[] = [];
  for (let left = 4 + roll(9); left > 0; left--) {
    const made = tie();
    if (made === undefined) continue;
    if (made.verb === 'manages' && ties.some((each) => each.verb === 'manages' && each.target === made.target))
      continue;
    ties.push(made);
  }
  const steps: Step[] = [];
  for (let left = 3 + roll(6); left > 0; left--) {
    const step = stepOf();
    if (step !== undefined) steps.push(step);
  }
  return { things, ties, steps };

  function named(kinds?: readonly string[]): string[] {
    const possible = things.filter(({ kind }) => kinds?.includes(kind) ?? true).map(({ name }) => name);
    const first = pick(possible);
    if (first === undefined) return [];
    const second = features.several && roll(4) === 0 ? pick(possible) : first;
    return second === undefined || second === first ? [first] : [first, second];
  }

  function stepOf(): Step | undefined {
    const does = pick(features.steps) ?? 'destroy';
    switch (does) {
      case 'destroy':
      case 'evict':
      case 'create': {
        const of = named();
        return of.length === 0 ? undefined : { does, of: does === 'create' ? of.slice(0, 1) : of };
      }
      case 'crash':
      case 'restart': {
        const of = named(['pd', 'node']);
        return of.length === 0 ? undefined : { does, of: does === 'restart' ? of.slice(0, 1) : of };
      }
      case 'remove':
      case 'delete': {
        const of = named(['object']);
        if (of.length === 0) return undefined;
        return does === 'remove' ? { does, of } : { does, of, mode: pick(['foreground', 'background', 'orphan', undefined]) }; // oxfmt-ignore
      }
      case 'collect':
        return { does, moment: pick(['before', 'demand', 'after']) ?? 'demand' };
      case 'link': {
        const made = tie();
        return made === undefined || made.verb === 'manages' ? undefined : { does, tie: made };
      }
      case 'unlink': {
        const made = pick([...ties, ...steps.flatMap((each) => (each.does === 'link' ? [each.tie] : []))]);
        return made === undefined || made.verb === 'manages' ? undefined : { does, tie: made };
      }
      case 'set': {
        const [of] = named(['object']);
        return of === undefined ? undefined : { does, of, finalizers: roll(4) === 0 ? ['backup'] : [] };
      }
      case 'run':
        return { does, seconds: pick([0, 0.5, 1, 3600]) ?? 0 };
    }
  }
}

function canNest(around: Thing['kind'], kind: Thing['kind']): boolean {
  if (kind === 'resource') return around === 'space';
  if (around === 'object') return kind === 'object';
  if (around === 'pd') return kind === 'pd';
  return around === 'node' && kind !== 'space';
}

function canTie(verb: string, source: Thing['kind'], target: Thing['kind']): boolean {
  if (verb === 'owns') return source === 'object' && target === 'object';
  if (verb === 'refers') return (source === 'object' || source === 'pd') && target === 'object';
  if (verb === 'manages') return source === 'pd' && target === 'space';
  return true;
}

export const sequences = (features: Features): fc.Arbitrary<Sequence> =>
  dice.map((numbers) => sequenceOf(numbers, features));
