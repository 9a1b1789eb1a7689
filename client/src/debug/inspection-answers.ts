/**
 * The requests that inspect the current step: actors as threads, nested states as stack frames, their values, and
 * expressions.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import {
  evaluateRequest,
  inspectActorRequest,
  inspectRunRequest,
} from '../../../server/src/protocol/debug-protocol.ts';
import { runStepRequest } from '../../../server/src/protocol/protocol.ts';
import type {
  InspectedDetails,
  InspectedFrame,
  InspectedScope,
  InspectedValue,
} from '../../../language/src/view/inspection/inspected.ts';
import { RefusedRequest, sessionOf, type AdapterState, type Answers } from './adapter-state.ts';
import { titleOfKind } from './capabilities.ts';
import type { DebugSession } from './session.ts';
import { oneLine } from './variables.ts';
import { t } from '../../../language/src/model/common/translation.ts';

const scopeTitles: Readonly<Record<InspectedScope['name'], string>> = {
  event: t`Event`,
  variables: t`Variables`,
  parameters: t`Parameters`,
  timers: t`Timers`,
  facts: t`Entity`,
  run: t`Run`,
  entities: t`Entities`,
  underway: t`Under Way`,
};

/** Returns the handlers. */
export const inspectionAnswers = (state: AdapterState): Answers => ({
  threads: async () => {
    const { session } = state;
    // A client may ask before anything is known and after the end.
    if (session === undefined) return { body: { threads: [] } };
    const seen = await session.run.ask(inspectRunRequest, { step: Math.max(0, session.standing.step) });
    // Omitted actors are mentioned in the first entry, the run itself.
    const others = seen.otherActors === 0 ? '' : t` (${String(seen.otherActors)} more entities are not listed)`;
    const threads = seen.actors.map(({ id, name, detail }) => ({
      id: id + 1,
      name: oneLine(`${name}: ${detail}${id === 0 ? others : ''}`),
    }));
    return { body: { threads } };
  },
  stackTrace: async (given) => {
    const { threadId, startFrame = 0, levels = 0 } = given as DebugProtocol.StackTraceArguments;
    const session = sessionOf(state);
    const actor = threadId - 1;
    const all = framesAt(session, actor, await detailsOf(session, actor));
    const shown = all.slice(startFrame, levels === 0 ? undefined : startFrame + levels);
    return { body: { stackFrames: shown.map((frame) => frameOf(state, frame, actor)), totalFrames: all.length } };
  },
  scopes: async (given) => {
    const { frameId } = given as DebugProtocol.ScopesArguments;
    const frame = state.variables.frame(frameId);
    if (frame === undefined) throw new RefusedRequest(t`This frame belongs to another step.`);
    const { scopes } = await detailsOf(sessionOf(state), frame.actor);
    return {
      body: { scopes: scopes.map((scope) => state.variables.scopeOf(scope, frame.actor, scopeTitles[scope.name])) },
    };
  },
  variables: async (given) => {
    const { variablesReference } = given as DebugProtocol.VariablesArguments;
    const held = state.variables.find(variablesReference);
    if (held === undefined) throw new RefusedRequest(t`This value belongs to another step.`);
    const values = held.kind === 'values' ? held.values : await valuesOf(sessionOf(state), held.actor);
    return { body: { variables: values.map((value) => state.variables.variableOf(value, held.actor)) } };
  },
  evaluate: async (given) => {
    const { expression, frameId } = given as DebugProtocol.EvaluateArguments;
    const session = sessionOf(state);
    const actor = state.variables.frame(frameId)?.actor ?? session.standing.actor;
    const { uri } = session.run.subject;
    const step = Math.max(0, session.standing.step);
    const answer = await session.run.ask(evaluateRequest, { uri, step, actor, text: expression });
    if ('refusal' in answer) throw new RefusedRequest(answer.refusal);
    const { text, type } = answer.value;
    const variablesReference = state.variables.referenceOf(answer.value, actor);
    return { body: { result: oneLine(text), variablesReference, ...(type !== undefined && { type }) } };
  },
  exceptionInfo: async () => ({ body: await exceptionOf(state) }),
});

const detailsOf = ({ run, standing }: DebugSession, actor: number): Promise<InspectedDetails> =>
  run.ask(inspectActorRequest, { step: Math.max(0, standing.step), actor });

/** Returns all values of an actor, with related ones grouped. */
async function valuesOf(session: DebugSession, actor: number): Promise<readonly InspectedValue[]> {
  const { scopes } = await detailsOf(session, actor);
  const facts = scopes.find(({ name }) => name === 'facts')?.values ?? [];
  const others = scopes.filter(({ name }) => name !== 'facts');
  return [
    ...facts,
    ...others.map(({ name, values }) => ({ name: scopeTitles[name].toLowerCase(), text: '', parts: values })),
  ];
}

/** Puts the reason of a stop on top, in place of the next step. */
function framesAt({ standing }: DebugSession, actor: number, { frames }: InspectedDetails): readonly InspectedFrame[] {
  const { stop } = standing;
  if (stop?.actor !== actor) return frames;
  const inside = frames.filter(({ kind }) => kind !== 'next');
  if (stop.top === undefined) return inside;
  const top: InspectedFrame = { kind: 'next', name: stop.top, ...(stop.span !== undefined && { span: stop.span }) };
  return [top, ...inside];
}

function frameOf(
  { variables, sources }: AdapterState,
  { kind, name, span }: InspectedFrame,
  actor: number,
): DebugProtocol.StackFrame {
  const shown = oneLine(kind === 'machine' ? `machine ${name}` : name);
  const id = variables.keepFrame({ actor });
  if (span === undefined) return { id, name: shown, line: 0, column: 0, presentationHint: 'subtle' };
  return { id, name: shown, source: sources.sourceOf(span.uri), ...sources.rangeOf(span) };
}

/** Returns the error, with the chain of facts that led to it. */
async function exceptionOf(state: AdapterState): Promise<DebugProtocol.ExceptionInfoResponse['body']> {
  const { run, standing } = sessionOf(state);
  const { stop, step } = standing;
  if (stop === undefined || stop.kind === 'point') throw new RefusedRequest(t`Nothing went wrong here.`);
  const { view } = await run.ask(runStepRequest, { step });
  const because = view.problem?.because.map(({ text }, index) => `${String(index + 1)}. ${oneLine(text)}`) ?? [];
  const description = [oneLine(stop.text), ...(because.length > 0 ? ['Because:', ...because] : [])].join('\n');
  return { exceptionId: titleOfKind(stop.kind, state.world.translate), description, breakMode: 'always' };
}
