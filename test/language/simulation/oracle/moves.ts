/** The possible moves in a world of the second executor. */
import type { Model } from '../../../../language/src/model/model.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { later } from './clock.ts';
import { evaluate, nobody } from './evaluate.ts';
import { wouldTake } from './machines.ts';
import { lacksToStart } from './starting.ts';
import { isPaused } from './places.ts';
import type { PlainStep } from './variants.ts';
import {
  type Due,
  entityIn,
  type Entry,
  Failure,
  isAlive,
  itemsOf,
  pairOf,
  type Scene,
  turnOf,
  type World,
} from './world.ts';

/** A possible move; entries are given by their index in the agenda. */
export type Move =
  /** The next plain step, or the end of one that takes time. */
  | { readonly kind: 'step' }
  | { readonly kind: 'due'; readonly place: number }
  | { readonly kind: 'action'; readonly index: number }
  /** Strikes all of them in one event. */
  | { readonly kind: 'crash' | 'halt' | 'pause'; readonly fault: number; readonly all: readonly number[] }
  | { readonly kind: 'restart' | 'resume'; readonly entity: number }
  | { readonly kind: 'lose' | 'duplicate' | 'reorder'; readonly fault: number; readonly place: number };

export interface Asked {
  readonly model: Model;
  readonly check: Check;
  /** The plain steps of the variant. */
  readonly steps: readonly PlainStep[];
  /** The entities that each fault may affect; an empty list means all. */
  readonly receivers: readonly (readonly number[])[];
}

/** Returns the same world a millisecond later, or when something is due; nothing if that is now or does not matter. */
export function aTickLater({ clock, horizon }: Check, world: World): World | undefined {
  const [first] = world.agenda;
  const isLeft = horizon === undefined ? first !== undefined : world.now < horizon;
  if (clock !== 'exact' || !isLeft || (first !== undefined && first.at <= world.now)) return undefined;
  return later(world, Math.min(1, (first?.at ?? Infinity) - world.now));
}

/** Returns what is due now: of messages between the same two entities only the first. */
function dueIn({ agenda, now }: World, clock: Check['clock']): number[] {
  const seen = new Set<string>();
  return [...agenda.entries()].flatMap(([place, { at, due }]) => {
    if (clock === 'exact' && at > now) return [];
    const pair = pairOf(due);
    if (pair === undefined) return [place];
    return seen.has(pair) ? [] : (seen.add(pair), [place]);
  });
}

/** Returns the entities that a network fault must name: the receiver; for a keepalive the box or its node. */
function receiversOf(due: Due): readonly number[] {
  if (due.kind === 'message') return due.message.from === null ? [] : [due.message.to];
  return due.kind === 'keepalive' ? [due.entity, due.keepalive.to] : [];
}

/** Returns all possible moves in a world after its plain steps. */
export function movesIn({ model, check, receivers }: Omit<Asked, 'steps'>, world: World): Move[] {
  const { spent, agenda } = world;
  const due = dueIn(world, check.clock);
  const isInTime = ({ at }: Entry): boolean => check.horizon === undefined || at <= check.horizon;
  const moves: Move[] = due
    .filter((place) => agenda[place] !== undefined && isInTime(agenda[place]))
    .map((place) => ({ kind: 'due', place }));
  for (const [index, { action, upTo }] of check.possibilities.entries()) {
    if ((spent.actions[index] ?? 0) >= (upTo ?? Infinity)) continue;
    if (action.kind !== 'send' || isTakenByAny(model, world, action)) moves.push({ kind: 'action', index });
  }
  for (const [fault, { kind, upTo, together }] of check.faults.entries()) {
    if ((spent.faults[fault] ?? 0) >= upTo) continue;
    const isMeant = (entity: number): boolean =>
      (receivers[fault] ?? []).length === 0 || receivers[fault]?.includes(entity) === true;
    if (kind === 'crash' || kind === 'halt' || kind === 'pause') {
      // A node fails only where it is named, and only nodes are paused.
      const kinds = kind === 'pause' ? ['node'] : (receivers[fault] ?? []).length === 0 ? ['pd'] : ['pd', 'node'];
      const isOpen = (id: number): boolean =>
        isAlive({ world }, id) && !(kind === 'pause' && isPaused({ model, world }, id));
      const living = model.entities.filter((each) => kinds.includes(each.kind) && isOpen(each.id));
      const struck = living.map(({ id }) => id).filter(isMeant);
      if (together === true && struck.length > 0) moves.push({ kind, fault, all: struck });
      else moves.push(...struck.map((id) => ({ kind, fault, all: [id] }) as const));
      continue;
    }
    for (const [place, entry] of agenda.entries()) {
      if (!receiversOf(entry.due).some(isMeant)) continue;
      if (!isInTime(entry)) continue;
      // Only a message delayed by an earlier one can overtake it.
      const overtakes = !due.includes(place) && (check.clock === 'any' || entry.at <= world.now);
      if (kind !== 'reorder' || overtakes) moves.push({ kind, fault, place });
    }
  }
  for (const entity of spent.down) {
    if (!lacksToStart({ model, world }, entity, new Set())) moves.push({ kind: 'restart', entity });
  }
  for (const entity of spent.paused) moves.push({ kind: 'resume', entity });
  return moves;
}

function isTakenByAny(
  model: Model,
  world: World,
  { to, event, arguments: values }: Extract<Check['possibilities'][number]['action'], { readonly kind: 'send' }>,
): boolean {
  const scene = { model, world, reach: () => undefined } as unknown as Scene;
  try {
    const sent = values.map((value) => evaluate(scene, nobody, value));
    return itemsOf(evaluate(scene, nobody, to)).some(
      (each) => isAlive(scene, entityIn(each)) && wouldTake(scene, entityIn(each), event, sent),
    );
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}

/** Returns whose turn a move is; nothing for moves that need not happen. */
export function owedTo({ agenda }: World, move: Move): string | undefined {
  if (move.kind === 'restart' || move.kind === 'resume') return `${move.kind} ${move.entity}`;
  if (move.kind === 'step') return 'step';
  const due = move.kind === 'due' ? agenda[move.place]?.due : undefined;
  return due === undefined ? undefined : turnOf(due);
}

/** Returns a future event as text, without its time. */
export function dueText(due: Due, lifeOf: (entity: number, life: number) => string): string {
  if (due.kind === 'deletion' || due.kind === 'arrival')
    return JSON.stringify({ ...due, life: lifeOf(due.entity, due.life) });
  if (due.kind === 'acknowledged') return `acknowledged ${due.entity}`;
  if (due.kind !== 'message') return JSON.stringify(due);
  const { from, to, event, values } = due.message;
  return `message ${from ?? '-'} ${to} ${event} ${JSON.stringify(values)}`;
}
