/**
 * The requests that start, move and end a debug session. After each move, the client gets the new position once the
 * request is answered.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { runRowsRequest } from '../../../server/src/protocol/protocol.ts';
import type { RunSubject } from '../../webview/trace/messages.ts';
import { RefusedRequest, sessionOf, type AdapterState, type Answers } from './adapter-state.ts';
import { capabilities, usualFilters } from './capabilities.ts';
import { output, tellRows, tellSummary } from './debug-console.ts';
import { openDebugRun } from './debug-run.ts';
import { readLaunch, type Launch } from './launch-arguments.ts';
import {
  CancelledRequest,
  searchStop,
  standingAt,
  standingOf,
  type DebugSession,
  type SessionStanding,
} from './session.ts';
import { createSources } from './sources.ts';
import { oneLine } from './variables.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the handlers that start and end a session. */
export const lifeAnswers = (state: AdapterState): Answers => ({
  initialize: (given) => {
    const { linesStartAt1, columnsStartAt1 } = given as DebugProtocol.InitializeRequestArguments;
    const base = { line: linesStartAt1 === false ? 0 : 1, column: columnsStartAt1 === false ? 0 : 1 };
    state.sources = createSources(state.world, base);
    return { body: capabilities(state.world.translate) };
  },
  launch: async (given) => {
    const launch = readLaunch(given);
    if ('refusal' in launch) throw new RefusedRequest(launch.refusal);
    state.launch = launch;
    await begin(state, launch);
    return {
      after: () => {
        state.event('initialized', {});
      },
    };
  },
  configurationDone: () => ({
    after: async () => {
      await start(state);
    },
  }),
  restart: async () => {
    if (state.launch === undefined) throw new RefusedRequest(t`Nothing was launched.`);
    await begin(state, state.launch);
    return {
      after: async () => {
        await start(state);
      },
    };
  },
  pause: () => {
    state.session?.searching?.abort();
    return {};
  },
  terminate: () => ({
    after: () => {
      leave(state);
      state.event('terminated', {});
    },
  }),
  disconnect: () => {
    leave(state);
    return {};
  },
});

/** Returns the handlers that move a session in its run. */
export function moveAnswers(state: AdapterState): Answers {
  const moved = (move: (session: DebugSession) => Promise<SessionStanding | undefined>) => () => {
    const session = sessionOf(state);
    return {
      body: { allThreadsContinued: true },
      after: async () => {
        await go(state, session, move);
      },
    };
  };
  const byOne = moved((session) => stepTo(session, session.standing.step + 1));
  return {
    continue: moved(async (session) => {
      const stop = await searchStop(session, session.standing.step, 'forward');
      if (stop !== undefined) return standingAt(stop);
      return session.standing.reason === 'end' ? undefined : atEnd(state, session);
    }),
    reverseContinue: moved(async (session) => {
      const stop = await searchStop(session, session.standing.step, 'back');
      return stop === undefined ? standingOf(session, 0, 'entry') : standingAt(stop);
    }),
    next: byOne,
    stepIn: byOne,
    stepOut: moved(async (session) => stepTo(session, await endOfInstant(session))),
    stepBack: moved((session) => {
      const { step } = session.standing;
      return standingOf(session, Math.max(0, step - 1), step <= 1 ? 'entry' : 'step');
    }),
  };
}

async function begin(state: AdapterState, launch: Launch): Promise<void> {
  const { world } = state;
  const uri = world.uriOf(launch.program);
  const title = uri.slice(uri.lastIndexOf('/') + 1);
  const subject: RunSubject = { uri, title: decodeURIComponent(title), question: launch.question };
  const run = await openDebugRun(world, subject);
  if ('refusal' in run) throw new RefusedRequest(run.refusal);
  const { points = new Map(), kinds = usualFilters } = state.session ?? {};
  state.session?.run.close();
  const standing: SessionStanding = { step: -1, reason: 'entry', actor: 0 };
  state.session = { run, standing, points, kinds, searching: undefined };
}

async function start(state: AdapterState): Promise<void> {
  const session = sessionOf(state);
  const { launch } = state;
  tellSummary(state, session.run);
  await go(state, session, async () => {
    if (launch?.noDebug === true) return undefined;
    if (launch?.stopOnEntry === true) return standingOf(session, 0, 'entry');
    const stop = await searchStop(session, -1, 'forward');
    return stop === undefined ? atEnd(state, session) : standingAt(stop);
  });
}

/** Moves, and tells the client the new position; without a position the session is over. */
async function go(
  state: AdapterState,
  session: DebugSession,
  move: (session: DebugSession) => Promise<SessionStanding | undefined>,
): Promise<void> {
  let standing: SessionStanding | undefined;
  try {
    standing = await move(session);
  } catch (error) {
    if (state.session !== session) return;
    if (!(error instanceof CancelledRequest)) throw error;
    // An interrupted search changes nothing.
    standing = await standingOf(session, Math.max(0, session.standing.step), 'pause');
  }
  if (state.session !== session) return;
  const { steps } = session.run.summary;
  await tellRows(state, session, standing?.step ?? steps);
  if (standing !== undefined) {
    await stand(state, session, standing);
    return;
  }
  for (const text of session.run.summary.about) output(state, text, 'important');
  leave(state);
  state.event('terminated', {});
}

/** Sets the position to a step; values shown for another step become invalid. */
export async function stand(state: AdapterState, session: DebugSession, standing: SessionStanding): Promise<void> {
  session.standing = standing;
  state.variables.forget();
  state.world.moved(session.run.subject, standing.step);
  const { reason, text, actor, stop } = standing;
  state.event('stopped', {
    reason: reason === 'end' ? 'pause' : reason,
    threadId: actor + 1,
    allThreadsStopped: true,
    ...(text !== undefined && { description: oneLine(text), text: oneLine(text) }),
    ...(stop !== undefined && stop.points.length > 0 && { hitBreakpointIds: stop.points }),
  });
  await Promise.resolve();
}

/** Returns the position at the end of the run, or nothing if the session ends there too. */
async function atEnd({ launch }: AdapterState, session: DebugSession): Promise<SessionStanding | undefined> {
  const { steps } = session.run.summary;
  return launch?.stopAtEnd === true ? standingOf(session, steps, 'end', t`The run is over`) : undefined;
}

async function stepTo(session: DebugSession, step: number): Promise<SessionStanding | undefined> {
  return step > session.run.summary.steps ? undefined : standingOf(session, step, 'step');
}

/** Returns the last step before the clock advances. */
async function endOfInstant({ run, standing }: DebugSession): Promise<number> {
  const { steps } = run.summary;
  let now: string | undefined;
  for (let from = standing.step; from <= steps;) {
    const { rows } = await run.ask(runRowsRequest, { from, to: from + 199 });
    now ??= rows[standing.step === from ? 1 : 0]?.at;
    const later = rows.find(({ step, at }) => step > standing.step && at !== now);
    if (later !== undefined) return later.step - 1;
    if (rows.length === 0) break;
    from += rows.length;
  }
  return Math.max(steps, standing.step + 1);
}

/** Ends the session, if there is one. */
export function leave(state: AdapterState): void {
  const { session, world } = state;
  if (session === undefined) return;
  state.session = undefined;
  session.searching?.abort();
  session.run.close();
  world.left();
}
