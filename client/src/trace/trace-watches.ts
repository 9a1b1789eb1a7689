/**
 * Expressions that a trace page evaluates at a step of its run: watches, and the new value of a variable in a branch.
 */
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import { evaluateRequest, inspectRunRequest } from '../../../server/src/protocol/debug-protocol.ts';
import type { RunMove } from '../../../language/src/view/run/run-summary.ts';
import type { RunSubject, TraceMessageToExtension, TraceMessageToPage } from '../../webview/trace/messages.ts';
import type { Ask } from '../server/server-link.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import { t } from '../../../language/src/model/common/translation.ts';

type Asking<T extends TraceMessageToExtension['type']> = Extract<TraceMessageToExtension, { readonly type: T }>;

/** The server link. */
interface Asked {
  readonly ask: Ask;
}
interface Run {
  readonly subject: RunSubject | undefined;
  readonly run: { readonly id: number } | undefined;
}

/** The actor id of the run itself, whose scope is the whole model. */
const wholeRun = 0;
/** The most watches evaluated. */
const mostWatched = 50;

/** Returns the values of the watches; nothing for a closed run. */
export async function watchedValues(
  { ask }: Asked,
  { subject }: Run,
  id: number,
  { number, step, texts }: Asking<'watch'>,
): Promise<TraceMessageToPage | undefined> {
  const { uri = '' } = subject ?? {};
  const answers = await Promise.all(
    texts.slice(0, mostWatched).map((text) => ask(evaluateRequest, { id, uri, step, actor: wholeRun, text })),
  );
  const values = answers.flatMap((answer, index) => {
    const text = itemAt(texts, index);
    if (answer === null) return [];
    return 'refusal' in answer
      ? { text, value: answer.refusal, isError: true }
      : { text, value: answer.value.text, isError: false };
  });
  return answers.includes(null) ? undefined : { type: 'watched', number, step, values };
}

/** Returns the event of a branch in which a variable has another value, or why the value does not fit. */
export async function interventionFor(
  { ask }: Asked,
  { subject, run }: Run,
  { step, entity, variable, value }: Asking<'set'>,
): Promise<RunMove | Refusal> {
  const gone = { refusal: t`The run can no longer be read.` };
  if (subject === undefined || run === undefined) return gone;
  const { id } = run;
  const actor = (await ask(inspectRunRequest, { id, step }))?.actors.find(({ name }) => name === entity)?.id;
  if (actor === undefined) return { refusal: t`"${entity}" does not act in this run.` };
  const answer = await ask(evaluateRequest, { id, uri: subject.uri, step, actor, text: value, fits: variable });
  if (answer === null) return gone;
  return 'refusal' in answer ? answer : { kind: 'set', entity, variable, value: answer.value.text };
}
