/**
 * The plain steps of a check in the second executor: each comes when its instant is finished, its messages arrive
 * first, and faults affect its consequences. The moves of the environment begin after the last one.
 */
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
 * Returns the possible moves before the last plain step is done; nothing after it. Time passes where nothing else
 * happens.
 */
export function plainMoves(asked: Asked, world: World): Move[] | undefined {
  const { steps } = asked;
  for (;;) {
    if (world.isOver) return undefined;
    const receivers = new Set<number>();
    const sent = [...world.agenda.entries()].filter(
      ([, { due }]) =>
        due.kind === 'message' &&
        due.message.step === world.step &&
        world.step > 0 &&
        !receivers.has(due.message.to) &&
        receivers.add(due.message.to).size > 0,
    );
    if (sent.length > 0) return sent.map(([place]) => ({ kind: 'due', place }));
    const takesTime = world.until > world.now;
    // Events due at the end of a `run` belong to it.
    const [next] = world.agenda;
    const isOfRun = steps[world.step - 1]?.step.kind === 'run' && next !== undefined && next.at <= world.now;
    if (world.step >= steps.length && !takesTime && !isOfRun) {
      world.isOver = true;
      return undefined;
    }
    const until = takesTime ? world.until : world.now;
    const moves = movesIn(
      { ...asked, check: { ...asked.check, clock: 'exact', horizon: until, possibilities: [] } },
      world,
    );
    if (next !== undefined && next.at <= until) {
      if (next.at <= world.now) return moves;
      [world.now, world.done] = [next.at, 0];
      continue;
    }
    if (takesTime && moves.length > 0) return [...moves, { kind: 'step' }];
    if (takesTime) [world.now, world.done] = [until, 0];
    else if (!beginToWait(asked, world)) return [{ kind: 'step' }];
  }
}

/** Begins a step that takes time, if the next one does. */
function beginToWait({ model, steps }: Asked, world: World): boolean {
  const { step, around } = steps[world.step] ?? {};
  if (step?.kind !== 'run' || around === undefined) return false;
  const wait = evaluate({ model, world }, around, step.duration);
  if (typeof wait !== 'object' || wait === null || !('ms' in wait)) throw new Failure('run/value');
  world.step += 1;
  world.until = world.now + wait.ms;
  return true;
}
