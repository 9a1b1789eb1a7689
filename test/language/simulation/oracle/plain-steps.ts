/**
 * The plain steps of a check in the second executor: each comes when its instant is finished, its messages arrive
 * first, and faults affect its consequences. The moves of the environment begin after the last one.
 */
import { later } from './clock.ts';
import { evaluate } from './evaluate.ts';
import { type Asked, type Move, movesIn } from './moves.ts';
import { Failure, type World } from './world.ts';

/** Returns the agenda indices of the messages sent by the last plain step. */
export const sentIn = ({ agenda, step }: World): number[] =>
  step === 0
    ? []
    : [...agenda.keys()].filter((place) => {
        const due = agenda[place]?.due;
        return due?.kind === 'message' && due.message.step === step;
      });

/**
 * Returns the possible moves before the last plain step is done; nothing after it. Faults come at any time of a step that
 * takes some.
 */
export function plainMoves(asked: Asked, world: World): Move[] | undefined {
  const { steps } = asked;
  for (;;) {
    if (world.isOver) return undefined;
    const sent = firstSentIn(world);
    if (sent.length > 0) return sent.map((place) => ({ kind: 'due', place }));
    if (world.step >= steps.length && !world.isWaiting) {
      world.isOver = true;
      return undefined;
    }
    const until = world.isWaiting ? world.until : world.now;
    const [next] = world.agenda;
    const isDue = next !== undefined && next.at <= until;
    const moves = [...faultsIn(asked, world, until), ...(isDue ? dueAt(asked, world, next.at) : [])];
    if (isDue) return moves;
    if (world.isWaiting) {
      if (world.now < until || world.isLingering) return [...moves, { kind: 'step' }];
      world.isWaiting = false;
    } else if (!beginToWait(asked, world)) return [{ kind: 'step' }];
  }
}

/** Returns the same world a millisecond later, or when something is due or the step ends; nothing if that is now. */
export function aTickLaterIn(world: World): World | undefined {
  const { until, isWaiting, agenda } = world;
  const end = Math.min(until, agenda[0]?.at ?? until);
  if (!isWaiting || end <= world.now) return undefined;
  const next = later(world, Math.min(1, end - world.now));
  return { ...next, isLingering: next.now === until && agenda[0]?.at !== next.now };
}

/** Returns the places of the messages of the last plain step, of each receiver the first. */
function firstSentIn(world: World): number[] {
  const receivers = new Set<number>();
  return sentIn(world).filter((place) => {
    const due = world.agenda[place]?.due;
    return due?.kind === 'message' && !receivers.has(due.message.to) && receivers.add(due.message.to).size > 0;
  });
}

const within = (asked: Asked, horizon: number): Asked => ({
  ...asked,
  check: { ...asked.check, clock: 'exact', horizon, possibilities: [] },
});

const faultsIn = (asked: Asked, world: World, until: number): Move[] =>
  movesIn(within(asked, until), world).filter(({ kind }) => kind !== 'due');

const dueAt = (asked: Asked, world: World, at: number): Move[] =>
  movesIn(within(asked, at), { ...world, now: at }).filter(({ kind }) => kind === 'due');

/** Begins a step that takes time, if the next one does. */
function beginToWait({ model, steps }: Asked, world: World): boolean {
  const { step, around } = steps[world.step] ?? {};
  if (step?.kind !== 'run' || around === undefined) return false;
  const wait = evaluate({ model, world }, around, step.duration);
  if (typeof wait !== 'object' || wait === null || !('ms' in wait)) throw new Failure('run/value');
  world.step += 1;
  world.until = world.now + wait.ms;
  world.isWaiting = true;
  return true;
}
