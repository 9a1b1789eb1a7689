/**
 * What a debug session has and knows, and how it moves in its run. A run is played already: going on looks for
 * the next stop in it, and going back for the one before.
 */
import {
  findStopRequest,
  type FoundStop,
  type PointWish,
  type StopParameters,
} from '../../../server/src/protocol/debug-protocol.ts';
import { inspectRunRequest } from '../../../server/src/protocol/debug-protocol.ts';
import type { DebugRun } from './debug-run.ts';

/** Where and why a session stands. */
export interface Standing {
  readonly step: number;
  readonly reason: 'entry' | 'step' | 'breakpoint' | 'exception' | 'pause' | 'goto' | 'end';
  /** A sentence for a person, where the reason alone does not tell. */
  readonly text?: string;
  /** Who is looked at. */
  readonly actor: number;
  readonly stop?: FoundStop;
}

/** A point with the number that the client knows it by. */
export type SetPoint = PointWish & { readonly id: number };

/** A session that has begun. */
export interface Session {
  /** What was tried since the launch makes another one of it. */
  run: DebugRun;
  standing: Standing;
  points: ReadonlyMap<string, readonly SetPoint[]>;
  kinds: StopParameters['kinds'];
  /** Ends the search under way. */
  searching: AbortController | undefined;
}

/** The client has taken its wish back. */
export class Interrupted extends Error {}

/** Looks for the nearest stop from a step on; nothing if there is none. Rejects when it is interrupted. */
export async function searchStop(
  session: Session,
  from: number,
  direction: 'forward' | 'back',
): Promise<FoundStop | undefined> {
  const { run, kinds } = session;
  const points = [...session.points.values()].flat();
  if (points.length === 0 && kinds.length === 0) return undefined;
  const searching = new AbortController();
  session.searching = searching;
  try {
    const parameters = { uri: run.subject.uri, from, direction, points, kinds };
    const answer = await run.ask(findStopRequest, parameters, searching.signal);
    if ('refusal' in answer) throw new Error(answer.refusal);
    return answer.stop ?? undefined;
  } catch (error) {
    throw searching.signal.aborted ? new Interrupted() : error;
  } finally {
    if (session.searching === searching) session.searching = undefined;
  }
}

/** Returns where a session stands at a stop. */
export function standingAt(stop: FoundStop): Standing {
  const reason = stop.kind === 'point' ? 'breakpoint' : 'exception';
  return { step: stop.step, reason, text: stop.text, actor: stop.actor, stop };
}

/** Returns where a session stands at a step to which it was moved: whoever acts next is looked at. */
export async function standingOf(
  { run }: Pick<Session, 'run'>,
  step: number,
  reason: Standing['reason'],
  text?: string,
): Promise<Standing> {
  const seen = await run.ask(inspectRunRequest, { step });
  return { step, reason, actor: seen.next?.actor ?? 0, ...(text !== undefined && { text }) };
}
