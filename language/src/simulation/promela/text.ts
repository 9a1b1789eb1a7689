/**
 * The text of an exported model: what its states consist of, its moves, and its properties. Names and numbers are made
 * by the export; what a model calls them stands in comments, of plain letters alone.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { lifeBits } from '../kernel/run.ts';
import { cellOf, isKept } from './terms/cells.ts';
import type { Claim } from './claims.ts';
import { withinBounds, writeClaim, writeJudge } from './claims.ts';
import { nameOf, plain } from './comments.ts';
import { canDefer } from './lives.ts';
import { environmentMoves, owedMoves } from './moves.ts';
import type { Begun } from './plain-part.ts';
import { preludeOf } from './prelude.ts';
import { tailOf, writeProcess } from './process.ts';
import { typeBetween } from './terms/shapes.ts';
import type { Size } from './size.ts';
import { fairness, room, sizeOf } from './size.ts';
import { conditionOf } from './terms/terms.ts';
import type { Declared, Writing } from './terms/writing.ts';
import { covered, declare, deferredName, lifeName, stateName } from './terms/writing.ts';

/** SPIN has no more processes than this. */
const mostProcesses = 250;

interface Text {
  readonly text: string;
  readonly claims: readonly Claim[];
  /** How many states SPIN counts that Aftermath does not. */
  readonly extra: number;
  readonly processes: number;
}

/** Writes an export. What is not covered is noted. */
export function textOf(writing: Writing, begun: Begun): Text {
  const { check } = writing;
  declareStates(writing);
  const prelude = preludeOf(writing);
  const within = withinBounds(writing);
  const claims = claimsOf(writing);
  // Receivers first: what is sent on the way makes further channels.
  for (const [name] of [...writing.queues]) writing.queues.get(name);
  let [environment, owed] = [environmentMoves(writing, begun.environment), owedMoves(writing, begun.environment)];
  let tail = tailOf(writing);
  // Channels that were found on the way have moves too.
  for (let known = -1; known !== writing.queues.size;) {
    known = writing.queues.size;
    [environment, owed] = [environmentMoves(writing, begun.environment), owedMoves(writing, begun.environment)];
    tail = tailOf(writing);
  }
  if (owed.length >= mostProcesses)
    writing.uncovered.push({ what: 'more than 250 timers, channels and restarts', place: check.place });
  const open = prelude.length > 0 ? 'BEGUN && ' : '';
  const judge = writeJudge(
    writing,
    claims.filter(({ isLasting }) => !isLasting),
    open,
  );
  const lasting = claims.filter(({ isLasting }) => isLasting);
  const runs = lasting.flatMap((claim, index) =>
    writeClaim(writing, claim, begun.pending[index] ?? { isMet: false, isAwaited: false }),
  );
  const momentary = claims.filter(({ isLasting }) => !isLasting).map(({ name }) => `hidden byte ${name};`);
  const text = [
    ...head(writing, claims, sizeOf(writing, owed.length + 2)),
    ...[...writing.variables.values()].map(declaration),
    ...(prelude.length > 0
      ? ['bit begun; /* whether what is under way at the start is in its channels */', '#define BEGUN (begun == 1)']
      : ['#define BEGUN true']),
    ...[...writing.queues.values()].map(({ name, from, to }) =>
      channel(name, writing.arity, 1, `from ${nameOf(writing, from)} to ${nameOf(writing, to)}`),
    ),
    ...writing.program.active
      .filter((entity) => keeps(writing, entity))
      .map((entity) => channel(deferredName(entity), writing.arity, 2, `deferred by ${nameOf(writing, entity)}`)),
    `#define WITHIN ${conditionOf(within)}`,
    ...momentary,
    ...writeProcess(writing, { environment, owed, tail, prelude, isBounded: within.kind !== 'known' }),
    ...judge,
    ...(runs.length === 0 ? [] : ['#ifdef LASTING', ...runs, '#endif']),
  ].join('\n');
  return { text: `${text}\n`, claims, extra: prelude.length > 0 ? 1 : 0, processes: owed.length + 2 };
}

const keeps = (writing: Writing, entity: EntityId): boolean => canDefer(writing, entity);

function head({ check }: Writing, claims: readonly Claim[], { processes, vector }: Size): string[] {
  const named = claims.map(
    ({ name, property: { kind }, isLasting }) => ` *   ${name}: ${kind}${isLasting ? '' : ', an assertion'}`,
  );
  return [
    `/* ${plain(check.title)}`,
    ' * Exported by Aftermath; its page "Judged by SPIN" says more. To judge it:',
    ' *   spin -a FILE',
    ` *   gcc -O2 -DSAFETY -DNOREDUCE -DVECTORSZ=${vector} -o pan pan.c && ./pan -m1000000`,
    ...(claims.some(({ isLasting }) => isLasting)
      ? [
          ' * and for each of the properties that are no assertions:',
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

const declaration = ({ name, type, count, initial, meaning }: Declared): string => {
  const [first = 0] = initial;
  const isOne = initial.every((each) => each === first);
  const values = isOne ? String(first) : `{${initial.join(', ')}}`;
  return `${type} ${name}${count === undefined ? '' : `[${count}]`} = ${values}; /* ${plain(meaning)} */`;
};

/** An event and what it carries; of what is kept the sender as well. */
const channel = (name: string, arity: number, numbers: number, meaning: string): string =>
  `chan ${name} = [ROOM] of { ${[...Array.from({ length: numbers }, () => 'short'), ...Array.from({ length: arity }, () => 'int')].join(', ')} }; /* ${meaning} */`;

function declareStates(writing: Writing): void {
  const { program, start, mortal } = writing;
  for (const entity of program.active) {
    const machine = program.machineOf[entity];
    const states = machine?.states.slice(0, -1).map(({ name }, index) => `${index} ${name}`) ?? [];
    const meaning = `the state of ${nameOf(writing, entity)}: ${states.join(', ')}`;
    declare(writing, {
      name: stateName(entity),
      type: typeBetween(-1, states.length),
      count: undefined,
      initial: [start.active[entity] ?? -1],
      meaning,
    });
  }
  for (const entity of mortal) {
    const bits = Object.entries(lifeBits).filter(([, bit]) => bit !== lifeBits.restarted);
    const meaning = `the life of ${nameOf(writing, entity)}: bits ${bits
      .map(([name, bit]) => `${bit} ${name}`)
      .join(', ')}`;
    declare(writing, {
      name: lifeName(entity),
      type: 'byte',
      count: undefined,
      initial: [start.life[entity] ?? 0],
      meaning,
    });
  }
  for (const entity of program.active) {
    for (const { name, isParameter, place } of program.machineOf[entity]?.variables ?? []) {
      if (!isParameter && isKept(writing, name))
        covered(writing, place, undefined, () => {
          cellOf(writing, entity, name);
        });
    }
  }
}

function claimsOf({ check }: Writing): Claim[] {
  let [momentary, lasting] = [0, 0];
  return check.properties.map((property) => {
    const isLasting = property.kind === 'eventually' || property.kind === 'leads to';
    return { property, isLasting, name: isLasting ? `lasting${lasting++}` : `property${momentary++}` };
  });
}
