/** The context in which steps are made, and the shapes that remembered steps share. */
import type { Environment } from '../../../play/environment.ts';
import type { Strike } from '../../../play/strikes.ts';
import type { Judge } from '../../judgement/judge.ts';
import type { Owing } from '../owing.ts';
import type { StateCode } from '../../state/state-code.ts';
import type { Dropped } from '../../judgement/watched.ts';
import type { Turns } from '../../state/state-graph.ts';
import type { Tracer } from '../traced-state.ts';
import type { Ways } from '../ways.ts';

/** The context in which steps are made. */
export interface StepContext {
  readonly environment: Environment;
  readonly judge: Judge;
  readonly code: StateCode;
  readonly ways: Ways;
  readonly owing: Owing;
  readonly turns: Turns;
  readonly dropped: Dropped;
  readonly tracer: Tracer;
}

/** The kind of a move, in the last digit of its key. */
export const moveKinds = {
  due: 0,
  lose: 1,
  duplicate: 2,
  action: 3,
  crash: 4,
  halt: 5,
  restart: 6,
  together: 7,
  pause: 8,
  resume: 9,
} as const;

/** Returns the key of a move, equal for moves that do the same to the same core: its subject, then its kind. */
export const moveKey = (subject: number, kind: keyof typeof moveKinds): number => 10 * subject + moveKinds[kind];

/** Returns the keys of strikes: those that strike others too have one for each list of them. */
export function createStrikeKeys(): (strike: Strike) => number {
  const together = new Map<string, number>();
  return ({ kind, entity, others }) => {
    if (others === undefined) return moveKey(entity, kind);
    const text = `${kind} ${[entity, ...others].join()}`;
    const number = together.get(text) ?? together.size;
    together.set(text, number);
    return moveKey(number, 'together');
  };
}

/** The order in which moves are followed, that of `movesOf`: faults come one after the other in between. */
export const stages = {
  timers: 0,
  underWay: 1,
  actions: 2,
  fault: (fault: number): number => 3 + fault,
  restarts: ({ faults }: Environment): number => 3 + faults.length,
} as const;
