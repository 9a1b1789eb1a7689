/**
 * A second explorer of checks, as simple as possible: states are texts in a map, all random choices are tried by
 * starting again, components are found by pairwise reachability. It shares only the kernel and the list of moves with
 * the first one. It supports no `for`; of plain steps those that act, and `run`.
 */
import type { Check, Property } from '../../../../language/src/model/scenario.ts';
import {
  type Environment,
  environmentOf,
  makeMove,
  type Move,
  nothingSpent,
  type Spent,
} from '../../../../language/src/simulation/play/environment.ts';
import { compileExpression } from '../../../../language/src/simulation/program/expressions.ts';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { scenarioScope } from '../../../../language/src/simulation/program/program.ts';
import type { Program, Run, State } from '../../../../language/src/simulation/kernel/run.ts';
import { copyOf } from '../../../../language/src/simulation/kernel/state.ts';
import { dueText, plainText, stateText } from './naive-state-text.ts';
import { brokenAtLast, time, type Way } from '../oracle/never-comes.ts';
import {
  isWaiting,
  movesAt,
  type Outcome,
  type Plain,
  type PlainNode,
  rested,
  sentIn,
  stepped,
  whateverChance,
} from './naive-plain-steps.ts';

export interface NaiveResult {
  readonly states: number;
  /**
   * The kinds of violations, each with the length of a shortest run to it; for a missing progress, to where it stays
   * absent.
   */
  readonly broken: readonly string[];
  /** The places of the transitions taken. */
  readonly taken: ReadonlySet<number>;
  readonly graph: NaiveGraph;
}

/** The states as texts, `!` before one that is broken, and the pairs of states that a move leads between. */
export interface NaiveGraph {
  readonly states: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

interface Node {
  readonly state: State;
  /** Absent after the last plain step. */
  readonly plain: Plain | undefined;
  readonly spent: Spent;
  readonly depth: number;
  readonly isCut: boolean;
  readonly ways: Way[];
}

export interface NaiveOptions {
  /** With more states than this there is no answer. */
  readonly most: number;
  /** The names of ignored variables. */
  readonly ignored: readonly string[];
  /**
   * Microseconds between two instants at which faults occur in the plain steps; without it, they occur only together
   * with what is due.
   */
  readonly tick?: number;
  /** True to go on elsewhere after something is broken. */
  readonly goesOn?: boolean;
}

/** Explores a check; returns nothing if it has too many states. */
export function exploreNaively(
  program: Program,
  check: Check,
  { most, ignored, tick, goesOn = false }: NaiveOptions,
): NaiveResult | undefined {
  const waits = ({ active, life }: State, entity: number): boolean =>
    (life[entity] ?? 0) % 2 === 1 && program.machineOf[entity]?.states[active[entity] ?? -1]?.final === false;
  const taken = new Set<number>();
  const heard = new Set<string>();
  const watches = (name: string): boolean => check.watched.some((each) => each.name === name);
  const tell: Run['tell'] = ({ kind, ...effect }) => {
    if ('place' in effect && kind === 'taken') taken.add(effect.place);
    if (kind === 'dropped' && watches('unhandled')) heard.add(kind);
  };
  const { run } = initial(program, { draw: { pick: () => 0 }, tell, keepsHistory: false });
  const environment = environmentOf(program, check, run);
  const holds = (property: Property['condition'], state: State): boolean =>
    compileExpression(property, scenarioScope(program))({ run: { ...run, state }, self: -1, locals: [] }) === true;
  const nodes = new Map<string, Node>();
  const key = (state: State, spent: Spent, plain: Plain | undefined): string =>
    plain === undefined
      ? stateText(program, environment, { state, spent, ignored })
      : JSON.stringify([
          [plain.next, plain.until, state.now],
          sentIn(state, plain).map(({ due }) => dueText(due, () => '')),
          stateText(program, { ...environment, clock: 'exact' }, { state, spent, ignored: [] }),
        ]);
  const queue: string[] = [];
  const faults: string[] = [];
  const broken = new Set<string>();
  const failing = new Set<string>();
  const judge = (text: string, state: State, at: number): void => {
    const found = check.properties.find(
      ({ kind, condition }) =>
        (kind === 'never' && holds(condition, state)) || (kind === 'always' && !holds(condition, state)),
    );
    if (found === undefined) return;
    faults.push(`${found.kind} ${at}`);
    broken.add(text);
  };
  const add = (state: State, spent: Spent, at: number, from: Plain | undefined): string => {
    const plain = rested(state, check, from);
    const text = key(state, spent, plain);
    if (nodes.has(text)) return text;
    const isCut = plain === undefined && check.bounds.some((bound) => !holds(bound, state));
    nodes.set(text, { state: copyOf(state), plain, spent, depth: at, isCut, ways: [] });
    queue.push(text);
    judge(text, state, at);
    return text;
  };
  add(run.state, nothingSpent(environment), 0, { next: 0, until: 0, sent: [] });
  for (const text of queue) {
    if (faults.length > 0 && !goesOn) break;
    const node = nodes.get(text);
    if (node === undefined || nodes.size > most) return undefined;
    if (node.isCut || broken.has(text)) continue;
    const idle: Run = { ...run, state: copyOf(node.state) };
    const moves = movesAt(idle, environment, node);
    for (const [index, move] of moves.entries()) {
      heard.clear();
      for (const after of waitsFor(node, move, tick).flatMap((wait) => outcomes(run, environment, node, index, wait))) {
        if (after === undefined) {
          faults.push(`error ${node.depth + 1}`);
          failing.add(text);
        } else {
          const to = add(after.state, after.spent, node.depth + 1, node.plain);
          node.ways.push({ to, owed: owedTo(move), relieved: relievedIn(node.state, move, after.state) });
        }
      }
      if (heard.size > 0) faults.push(`unhandled ${node.depth + 1}`);
    }
    heard.clear();
    for (const after of node.plain === undefined || isWaiting(node.state, node.plain)
      ? []
      : stepped(run, check, node)) {
      if (after === undefined) {
        faults.push(`error ${node.depth + 1}`);
        failing.add(text);
      } else
        node.ways.push({
          to: add(after.state, node.spent, node.depth + 1, after.plain),
          owed: 'plain',
          relieved: [time],
        });
    }
    if (heard.size > 0) faults.push(`unhandled ${node.depth + 1}`);
    const isStuck =
      node.plain === undefined &&
      moves.every((move) => 'fault' in move) &&
      program.active.some((entity) => waits(node.state, entity));
    if (isStuck && watches('deadlock')) faults.push(`deadlock ${node.depth}`);
  }
  const nameOf = (text: string): string => {
    const node = nodes.get(text);
    const name = node?.plain === undefined ? text : plainText(program, environment, node);
    return broken.has(text) ? `!${name}` : name;
  };
  const graph = {
    states: new Set([...nodes.keys()].map(nameOf)),
    edges: new Set([
      ...[...nodes].flatMap(([from, { ways }]) => ways.map(({ to }) => `${nameOf(from)} -> ${nameOf(to)}`)),
      ...[...failing].map((from) => `${nameOf(from)} -> error`),
    ]),
  };
  const counted = { states: nodes.size, taken, graph };
  if (faults.length > 0) return { ...counted, broken: faults.slice(0, 1) };
  if ([...nodes.keys()].some((from) => comesBack(nodes, from))) return { ...counted, broken: ['error endless'] };
  const judged = {
    nodes,
    clock: check.clock,
    holds: (each: Property['condition'], { state }: Node) => holds(each, state),
  };
  const lasting = brokenAtLast(judged, check.properties);
  return { ...counted, broken: lasting };
}

/** Returns true if a node of the plain steps leads back to itself without any time. */
function comesBack(nodes: ReadonlyMap<string, Node>, from: string): boolean {
  const now = nodes.get(from)?.state.now;
  const reached = new Set<string>();
  const visit = (text: string): void => {
    const node = nodes.get(text);
    if (node?.plain === undefined || node.state.now !== now) return;
    for (const { to } of node.ways) {
      if (reached.has(to)) continue;
      reached.add(to);
      visit(to);
    }
  };
  visit(from);
  return reached.has(from) && nodes.get(from)?.plain !== undefined;
}

/** Returns how long a fault may wait in the plain steps. */
function waitsFor({ state, plain }: PlainNode, { kind }: Move, tick: number | undefined): number[] {
  if (plain === undefined || tick === undefined || kind === 'due' || kind === 'reorder') return [0];
  const most = Math.min(state.agenda[0]?.at ?? Infinity, Math.max(plain.until, state.now)) - state.now;
  return [...Array.from({ length: Math.ceil(most / tick) }, (_, index) => index * tick), most];
}

/** Returns all possible outcomes of a move, over all random choices. */
export const outcomes = (run: Run, environment: Environment, node: PlainNode, index: number, wait = 0): Outcome[] =>
  whateverChance(run, node.state, (copy) => {
    const move = movesAt(copy, environment, node)[index];
    if (move === undefined) return undefined;
    const { steps, now } = copy.state;
    const { played, spent } = makeMove(copy, environment, node.spent, move, wait);
    if (node.plain !== undefined && copy.state.now === now) copy.state.steps = Math.max(steps, copy.state.steps);
    const isError = played.kind !== 'judged' && played.stepped.error !== undefined;
    return isError ? undefined : { state: copy.state, spent, plain: node.plain };
  });

/** Returns whose turn a move is; nothing for moves that need not happen. */
function owedTo(move: Move): string | undefined {
  if (move.kind === 'restart' || move.kind === 'resume') return `${move.kind} ${move.entity}`;
  if (move.kind !== 'due') return undefined;
  const { due } = move.entry;
  if (due.kind === 'message' && due.isOrdered) return `queue ${due.message.from ?? '-'} ${due.message.to}`;
  return dueText(due, () => '');
}

/** Returns who stops waiting for a turn: each entry has a number of its own. */
function relievedIn(before: State, move: Move, after: State): string[] {
  const left = new Set([...after.agenda, ...after.held].map(({ order }) => order));
  if (move.kind === 'due') left.add(move.entry.order);
  const gone = before.agenda.filter(({ order }) => !left.has(order));
  const relieved = gone.flatMap((entry) => owedTo({ kind: 'due', entry }) ?? []);
  return after.now > before.now ? [...relieved, time] : relieved;
}
