/** Compares logs with the model of a document piece by piece. */
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import { draftMapping } from '../../../language/src/interchange/log/draft.ts';
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { writeTrace } from '../../../language/src/simulation/play/recording/trace.ts';
import type { ComparedLog, CompareLogParameters } from '../protocol/log-protocol.ts';
import { compareLog, misfitTexts, openedLog, summaryOf, traceOfLog, untimedText } from '../questions/compare-log.ts';
import { faultsOf } from './simulation-scenarios.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Compares logs by their mapping, or drafts one if there is none. */
export function* logSteps(
  loaded: Loaded,
  { logs, mapping }: CompareLogParameters,
): Generator<undefined, Answer<ComparedLog | { readonly draft: string }>> {
  yield;
  const refusal = faultsOf(loaded);
  if (refusal !== undefined) return { refusal };
  if (mapping === undefined) {
    const { text, rules } = draftMapping(loaded.model, logs);
    if (rules > 0) return { value: { draft: text } };
    return { refusal: t`There is no mapping for the log, and no line has names of the model by which to draft one.` };
  }
  const opened = openedLog(loaded.model, logs, mapping);
  if ('refusal' in opened) return opened;
  yield;
  const program = compileModel(loaded.model);
  const comparing = compareLog(program, opened.value, undefined);
  let next = comparing.next();
  while (next.done !== true) {
    yield;
    next = comparing.next(false);
  }
  const answer = next.value;
  const { misfit, verdict } = answer;
  const { log } = opened.value;
  const untimed = untimedText(opened.value);
  const trace = traceOfLog(program, opened.value, answer);
  const misfitSource = misfit === undefined ? undefined : itemAt(log.sources, misfit.line);
  return {
    value: {
      verdict,
      sentences: [
        summaryOf(opened.value, answer),
        ...(untimed === undefined ? [] : [untimed]),
        ...(misfit === undefined || misfitSource === undefined
          ? []
          : [t`Line ${String(misfitSource.line)} is not explained: ${misfit.stated}.`, ...misfitTexts(misfit)]),
      ],
      ...(misfitSource !== undefined && { misfit: { file: misfitSource.file, line: misfitSource.line } }),
      ...(trace !== undefined && { trace: writeTrace(trace) }),
    },
  };
}
