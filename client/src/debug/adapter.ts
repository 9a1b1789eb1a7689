/**
 * The debug adapter: only translates between the debug adapter protocol and runs in the language server. Needs neither
 * VS Code nor Node, so that it can run wherever the extension does.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { isSameRun } from '../page/run-position.ts';
import type { RunSubject } from '../../webview/trace/messages.ts';
import { RefusedRequest, type AdapterState, type Answers, type DebugWorld } from './adapter-state.ts';
import { breakpointAnswers } from './breakpoint-answers.ts';
import { output } from './debug-console.ts';
import { inspectionAnswers } from './inspection-answers.ts';
import { leave, lifeAnswers, moveAnswers, stand } from './session-moves.ts';
import { standingOf } from './session.ts';
import { createSources } from './sources.ts';
import { createVariables } from './variables.ts';
import { whatIfAnswers } from './what-if.ts';
import { errorMessage } from '../../../language/src/model/common/error-message.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The debug adapter of one session. */
export interface DebugAdapter {
  /** Handles a message of the client. */
  readonly handle: (message: DebugProtocol.ProtocolMessage) => Promise<void>;
  /** Goes to a step that another view has gone to, if it is in the run of this session. */
  readonly follow: (subject: RunSubject, step: number) => Promise<void>;
  readonly dispose: () => void;
}

/** Creates an adapter for one session. */
export function createDebugAdapter(world: DebugWorld): DebugAdapter {
  let sequence = 0;
  const send = (message: object): void => {
    sequence += 1;
    world.send({ ...message, seq: sequence } as DebugProtocol.ProtocolMessage);
  };
  const state: AdapterState = {
    world,
    variables: createVariables(),
    sources: createSources(world, { line: 1, column: 1 }),
    session: undefined,
    launch: undefined,
    nextPoint: 1,
    event: (event, body) => {
      send({ type: 'event', event, body });
    },
  };
  const answers: Answers = {
    ...lifeAnswers(state),
    ...moveAnswers(state),
    ...breakpointAnswers(state),
    ...inspectionAnswers(state),
    ...whatIfAnswers(state),
  };
  return {
    handle: async (message) => {
      if (message.type !== 'request') return;
      const request = message as DebugProtocol.Request;
      const base = { type: 'response', request_seq: request.seq, command: request.command };
      let isAnswered = false;
      try {
        const answer = answers[request.command];
        if (answer === undefined) throw new RefusedRequest(t`The request "${request.command}" is not known.`);
        const { body, after } = await answer(request.arguments);
        send({ ...base, success: true, ...(body !== undefined && { body }) });
        isAnswered = true;
        // An event that follows from an answer is sent after it.
        await after?.();
      } catch (error) {
        const text = errorMessage(error);
        if (!(error instanceof RefusedRequest))
          world.log(`The request ${request.command} of the debugger failed: ${text}`);
        if (isAnswered) {
          output(state, text, 'stderr');
          return;
        }
        const showUser = request.command === 'launch';
        const body = { error: { id: 1, format: '{text}', variables: { text }, showUser } };
        send({ ...base, success: false, message: text, body });
      }
    },
    follow: async (subject, step) => {
      const { session } = state;
      if (session === undefined || !isSameRun(subject, session.run.subject)) return;
      if (session.standing.step !== step) await stand(state, session, await standingOf(session, step, 'goto'));
    },
    dispose: () => {
      leave(state);
    },
  };
}
