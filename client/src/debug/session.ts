/**
 * The state of a debug session and its moves. The run has already been played: continuing searches it for the next
 * stop, reversing for the previous one.
 */
import {
  findStopRequest,
  type FoundStop,
  inspectRunRequest,
  type PointWish,
  type StopParameters,
} from '../../../server/src/protocol/debug-protocol.ts';
import type { DebugRun } from './debug-run.ts';

/** The position of a session, and why it stopped there. */
export interface SessionStanding {
  readonly step: number;
  readonly reason: 'entry' | 'step' | 'breakpoint' | 'exception' | 'pause' | 'goto' | 'end';
  /** A sentence for the user, if the reason alone does not say enough. */
  readonly text?: string;
  /** The selected actor. */
  readonly actor: number;
  readonly stop?: FoundStop;
}

/** A breakpoint and its number at the client. */
export type SetPoint = PointWish & { readonly id: number };

/** A session that has begun. */
export interface DebugSession {
  /** Replaced by another run when a value is changed. */
  run: DebugRun;
  standing: SessionStanding;
  points: ReadonlyMap<string, readonly SetPoint[]>;
  kinds: StopParameters['kinds'];
  /** Aborts the search under way. */
  searching: AbortController | undefined;
}

/** Signals that the client has cancelled its request. */
export class CancelledRequest extends Error {}

/** Searches for the nearest stop from a step on; returns nothing if there is none. Rejects when interrupted. */
export async function searchStop(
  session: DebugSession,
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
    throw searching.signal.aborted ? new CancelledRequest() : error;
  } finally {
    if (session.searching === searching) session.searching = undefined;
  }
}

/** Returns the position of a session at a stop. */
export function standingAt(stop: FoundStop): SessionStanding {
  const reason = stop.kind === 'point' ? 'breakpoint' : 'exception';
  return { step: stop.step, reason, text: stop.text, actor: stop.actor, stop };
}

/** Returns the position of a session moved to a step; it selects the actor that acts next. */
export async function standingOf(
  { run }: Pick<DebugSession, 'run'>,
  step: number,
  reason: SessionStanding['reason'],
  text?: string,
): Promise<SessionStanding> {
  const seen = await run.ask(inspectRunRequest, { step });
  return { step, reason, actor: seen.next?.actor ?? 0, ...(text !== undefined && { text }) };
}
