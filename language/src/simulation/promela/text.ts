/**
 * The text of an exported model: its states, its moves, and its properties. Names and numbers are made by the export;
 * the names of the model appear in comments, of plain letters alone.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { lifeBits } from '../kernel/run.ts';
import { declaredCell, isKept } from './terms/cells.ts';
import { type ExportedClaim, leftBy, leftName, withinBounds, writeClaim, writeJudge } from './claims.ts';
import { commentName, plain } from './comments.ts';
import { canDefer } from './lives.ts';
import { environmentMoves, type ExportedMove, owedMoves } from './moves.ts';
import type { Begun } from './plain-part.ts';
import { preludeOf } from './prelude.ts';
import type { MoveOrigin } from './move-origin.ts';
import { numbered, tailOf, writeProcess } from './process.ts';
import { typeBetween } from './terms/shapes.ts';
import { fairness, room, type ProgramLimits, sizeOf } from './size.ts';
import { conditionOf, type Term } from './terms/terms.ts';
import { NotCovered } from './terms/uncovered.ts';
import {
  covered,
  declare,
  type StateVariable,
  deferredName,
  lifeName,
  stateName,
  type Writing,
} from './terms/writing.ts';
import { byteAt, itemAt } from '../../model/common/lookup.ts';

/** The most processes that SPIN supports. */
const mostProcesses = 250;

interface Text {
  readonly text: string;
  readonly claims: readonly ExportedClaim[];
  /** The number of states that SPIN counts and Aftermath does not. */
  readonly extra: number;
  readonly processes: number;
  readonly moves: readonly MoveOrigin[];
  readonly vector: number;
}

/** The parts of an export that are the same wherever it begins, and what has to be put into the channels there. */
interface Parts {
  readonly prelude: readonly string[];
  readonly within: Term;
  readonly claims: readonly ExportedClaim[];
  readonly environment: readonly ExportedMove[];
  readonly owed: readonly ExportedMove[];
  readonly tail: readonly string[];
  readonly judge: readonly string[];
  readonly runs: readonly string[];
}

/** Writes the parts of an export. Uncovered parts are recorded. */
export function exportedParts(writing: Writing, { environment: around }: Pick<Begun, 'environment'>): Parts {
  const { check } = writing;
  declareStates(writing);
  const prelude = preludeOf(writing);
  const within = withinBounds(writing);
  const claims = claimsOf(writing);
  let [environment, owed] = [environmentMoves(writing, around), owedMoves(writing, around)];
  let tail = tailOf(writing);
  // Channels that were found on the way have moves too.
  for (let known = -1; known !== writing.queues.size;) {
    known = writing.queues.size;
    [environment, owed] = [environmentMoves(writing, around), owedMoves(writing, around)];
    tail = tailOf(writing);
  }
  if (owed.length >= mostProcesses)
    writing.uncovered.push({ what: 'more than 250 timers, channels and restarts', place: check.place });
  const judge = writeJudge(
    writing,
    claims.filter(({ isLasting }) => !isLasting),
  );
  const runs = claims.filter(({ isLasting }) => isLasting).flatMap((claim) => writeClaim(writing, claim));
  return { prelude, within, claims, environment, owed, tail, judge, runs };
}

/**
 * Writes an export that begins in one of several states, each with a writing of its own. Throws `NotCovered` where the
 * rest is not the same for all.
 */
export function promelaText(writings: readonly Writing[], all: readonly Parts[], begun: Begun): Text {
  const [[writing], [parts]] = [writings, all];
  if (writing === undefined || parts === undefined) throw new Error('An export begins nowhere.');
  const alike = (each: Writing, index: number): string => sameFor(each, all[index] ?? parts);
  const same = alike(writing, 0);
  if (!writings.every((each, index) => alike(each, index) === same))
    throw new NotCovered('plain steps that end in states with different continuations');
  const { claims, environment, owed, tail, within, judge, runs } = parts;
  const preludes = preludesOf(writings, all, begun);
  const momentary = claims.filter(({ isLasting }) => !isLasting).map(({ name }) => `hidden byte ${name};`);
  const text = [
    ...head(writing, claims, sizeOf(writing, owed.length + 2)),
    ...[...writing.variables.values()].map(declaration),
    ...(preludes.length > 0
      ? ['bit begun; /* whether the plain steps are done */', '#define BEGUN (begun == 1)']
      : ['#define BEGUN true']),
    ...[...writing.queues.values()].map(({ name, from, to }) =>
      channel(name, writing.arity, 1, `from ${commentName(writing, from)} to ${commentName(writing, to)}`),
    ),
    ...writing.program.active
      .filter((entity) => keeps(writing, entity))
      .map((entity) => channel(deferredName(entity), writing.arity, 2, `deferred by ${commentName(writing, entity)}`)),
    `#define WITHIN ${conditionOf(within)}`,
    ...momentary,
    ...leftOver(claims, begun),
    ...writeProcess(writing, { environment, owed, tail, preludes, isBounded: within.kind !== 'known' }),
    ...judge,
    ...(runs.length === 0 ? [] : ['#ifdef LASTING', ...runs, '#endif']),
  ].join('\n');
  return {
    ...{ text: `${text}\n`, claims, extra: preludes.length > 0 ? 1 : 0, processes: owed.length + 2 },
    moves: numbered(environment, owed).map(({ move: { origin } }) => origin),
    vector: sizeOf(writing, owed.length + 2).vector,
  };
}

/** Returns everything that must not depend on where an export begins, as one text. */
function sameFor({ variables, queues, scratch, events, isChancy }: Writing, parts: Parts): string {
  const cells = [...variables.values()].map(({ name, type, count }) => [name, type, count]);
  const rest = { ...parts, prelude: undefined };
  return JSON.stringify([cells, [...queues.values()], [...scratch], events, isChancy, rest]);
}

/**
 * Writes each beginning: the values that differ from those of the first, and what is under way; none where everything
 * is there from the start.
 */
function preludesOf(writings: readonly Writing[], all: readonly Parts[], { first, others }: Begun): string[][] {
  if (others.length === 0 && all[0]?.prelude.length === 0) return [];
  const usual = writings[0]?.variables;
  const lasting = all[0]?.claims.filter(({ isLasting }) => isLasting) ?? [];
  return [first, ...others].map(({ pending }, index) => {
    const values = [...(writings[index]?.variables.values() ?? [])].flatMap(({ name, count, initial }) =>
      initial.flatMap((value, place) =>
        value === (usual?.get(name)?.initial[place] ?? 0)
          ? []
          : [`${name}${count === undefined ? '' : `[${place}]`} = ${value}`],
      ),
    );
    const left = lasting.map((claim, at) => leftBy(claim, pending[at]));
    return [...values, ...(all[index]?.prelude ?? []), ...(left.length === 0 ? [] : [`LEFT(${left.join(', ')})`])];
  });
}

/** Declares what the plain steps leave of each claim on runs, which no other part of the model knows. */
function leftOver(claims: readonly ExportedClaim[], { first }: Begun): string[] {
  const lasting = claims.filter(({ isLasting }) => isLasting);
  if (lasting.length === 0) return [];
  const names = lasting.map((_, index) => `left${index}`);
  return [
    '#ifdef LASTING',
    ...lasting.map((claim, at) => `bit ${leftName(claim)} = ${leftBy(claim, first.pending[at])};`),
    `#define LEFT(${names.join(', ')}) ${lasting.map((claim, at) => `${leftName(claim)} = ${names[at] ?? '0'}`).join('; ')}`,
    '#else',
    `#define LEFT(${names.join(', ')}) skip`,
    '#endif',
  ];
}

const keeps = (writing: Writing, entity: EntityId): boolean => canDefer(writing, entity);

function head({ check }: Writing, claims: readonly ExportedClaim[], { processes, vector }: ProgramLimits): string[] {
  const named = claims.map(
    ({ name, property: { kind }, isLasting }) => ` *   ${name}: ${kind}${isLasting ? '' : ', an assertion'}`,
  );
  return [
    `/* ${plain(check.title)}`,
    ' * Exported by Aftermath; see its page "Judged by SPIN". To verify it:',
    ' *   spin -a FILE',
    ` *   gcc -O2 -DSAFETY -DNOREDUCE -DVECTORSZ=${vector} -o pan pan.c && ./pan -m1000000`,
    ...(claims.some(({ isLasting }) => isLasting)
      ? [
          ' * and for each of the properties that are not assertions:',
          ' *   spin -DLASTING -a FILE',
          ` *   gcc -O2 -DNOREDUCE -DVECTORSZ=${vector} -DNFAIR=${fairness(processes)} -o pan pan.c && ./pan -m1000000 -a -f -A -N NAME`,
        ]
      : []),
    ...(claims.length === 0 ? [] : [' * Properties, in the order of the text:', ...named]),
    ' */',
    '#ifndef ROOM',
    `#define ROOM ${room} /* how much each channel holds */`,
    '#endif',
    '#define MOST 10000 /* steps of one instant */',
    // A timer that a step disarms and arms again is 2, until its process notes that: it is owed no more than that.
    '#ifdef LASTING',
    '#define TIMER byte',
    '#define ARM(timer) timer = (timer == 3 -> 2 : 1)',
    '#define DISARM(timer) timer = (timer != 0 -> 3 : 0)',
    '#define REST(timer) timer = (timer == 3 -> 0 : timer)',
    '#else',
    '#define TIMER bit',
    '#define ARM(timer) timer = 1',
    '#define DISARM(timer) timer = 0',
    '#define REST(timer) skip',
    '#endif',
  ];
}

const declaration = ({ name, type, count, initial, meaning }: StateVariable): string => {
  const [first = 0] = initial;
  const isOne = initial.every((each) => each === first);
  const values = isOne ? String(first) : `{${initial.join(', ')}}`;
  return `${type} ${name}${count === undefined ? '' : `[${count}]`} = ${values}; /* ${plain(meaning)} */`;
};

/** Writes the channel of an event and its values; for deferred events with the sender as well. */
const channel = (name: string, arity: number, numbers: number, meaning: string): string =>
  `chan ${name} = [ROOM] of { ${[...Array.from({ length: numbers }, () => 'short'), ...Array.from({ length: arity }, () => 'int')].join(', ')} }; /* ${meaning} */`;

function declareStates(writing: Writing): void {
  const { program, start, mortal } = writing;
  for (const entity of program.active) {
    const machine = program.machineOf[entity];
    const states = machine?.states.slice(0, -1).map(({ name }, index) => `${index} ${name}`) ?? [];
    const meaning = `the state of ${commentName(writing, entity)}: ${states.join(', ')}`;
    declare(writing, {
      name: stateName(entity),
      type: typeBetween(-1, states.length),
      count: undefined,
      initial: [itemAt(start.active, entity)],
      meaning,
    });
  }
  for (const entity of mortal) {
    const bits = Object.entries(lifeBits).filter(([, bit]) => bit !== lifeBits.restarted);
    const meaning = `the life of ${commentName(writing, entity)}: bits ${bits
      .map(([name, bit]) => `${bit} ${name}`)
      .join(', ')}`;
    declare(writing, {
      name: lifeName(entity),
      type: 'byte',
      count: undefined,
      initial: [byteAt(start.life, entity)],
      meaning,
    });
  }
  for (const entity of program.active) {
    for (const { name, isParameter, place } of program.machineOf[entity]?.variables ?? []) {
      if (!isParameter && isKept(writing, name))
        covered(writing, place, undefined, () => {
          declaredCell(writing, entity, name);
        });
    }
  }
}

function claimsOf({ check }: Writing): ExportedClaim[] {
  let [momentary, lasting] = [0, 0];
  return check.properties.map((property) => {
    const isLasting = property.kind === 'eventually' || property.kind === 'leads to';
    return { property, isLasting, name: isLasting ? `lasting${lasting++}` : `property${momentary++}` };
  });
}
