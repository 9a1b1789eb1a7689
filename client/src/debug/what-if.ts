/**
 * What-if values: setting a variable creates a branch of the run with that value, in which the session continues.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { evaluateRequest, inspectRunRequest } from '../../../server/src/protocol/debug-protocol.ts';
import type { RunSubject } from '../../webview/trace/messages.ts';
import { RefusedRequest, sessionOf, type AdapterState, type Answers } from './adapter-state.ts';
import { output } from './debug-console.ts';
import { openDebugRun } from './debug-run.ts';
import { stand } from './session-moves.ts';
import { standingOf, type DebugSession } from './session.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the handler that sets a variable. */
export const whatIfAnswers = (state: AdapterState): Answers => ({
  setVariable: async (given) => {
    const { variablesReference, name, value } = given as DebugProtocol.SetVariableArguments;
    const session = sessionOf(state);
    const held = state.variables.find(variablesReference);
    const meant = held?.kind === 'values' ? held.values.find((each) => each.name === name) : undefined;
    if (held === undefined || meant?.isVariable !== true) throw new RefusedRequest(t`"${name}" cannot be set.`);
    const { uri, question } = session.run.subject;
    const step = Math.max(0, session.standing.step);
    const asked = { uri, step, actor: held.actor, text: value, fits: name };
    const answer = await session.run.ask(evaluateRequest, asked);
    if ('refusal' in answer) throw new RefusedRequest(answer.refusal);
    const { text } = answer.value;
    const entity = await nameOf(session, held.actor);
    const move = { kind: 'set', entity, variable: name, value: text } as const;
    const subject: RunSubject = {
      ...session.run.subject,
      question: { ...question, branches: [...(question.branches ?? []), { after: step, move }] },
    };
    const run = await openDebugRun(state.world, subject);
    if ('refusal' in run) throw new RefusedRequest(run.refusal);
    return {
      body: { value: text, variablesReference: 0 },
      after: async () => {
        session.run.close();
        session.run = run;
        output(
          state,
          t`What if ${entity}.${name} = ${text}: a branch of the run after step ${String(step)}.`,
          'important',
        );
        await stand(state, session, await standingOf(session, step + 1, 'goto', `${entity}.${name} = ${text}`));
      },
    };
  },
});

async function nameOf({ run, standing }: DebugSession, actor: number): Promise<string> {
  const { actors } = await run.ask(inspectRunRequest, { step: Math.max(0, standing.step) });
  const found = actors.find(({ id }) => id === actor);
  if (found === undefined) throw new RefusedRequest(t`Only values of entities that act in the run can be set.`);
  return found.name;
}
