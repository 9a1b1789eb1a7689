/**
 * The results of scenarios in words, for the Testing view: the messages of failures, and the output of a run.
 */
import { t } from '../../../language/src/model/common/translation.ts';
import { counted } from '../../../language/src/model/common/word-list.ts';
import type { CheckOutcome, ScenarioMessage, ScenarioOutcome } from '../../../server/src/protocol/protocol.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';

/** Returns the text of a message, with the chain of reasons below it. */
export function failureText({ message, because }: ScenarioMessage): string {
  return because.length === 0 ? message : [message, '', t`Because:`, ...reasonsOf(because)].join('\n');
}

/** Returns the output of a run: its result, then its messages, one per line. */
export function outcomeLines(title: string, outcome: ScenarioOutcome): readonly string[] {
  const { passed, runs, expectations, duration, messages } = outcome;
  const counts = [counted(expectations, 'expectation'), ...(runs === 1 ? [] : [counted(runs, 'run')])].join(t` in `);
  return [
    t`${passed ? t`passed` : t`FAILED`}: ${title} (${counts}, until ${duration})`,
    ...messages.flatMap(({ kind, message, span, because }) => [
      `  ${t`${kindWords[kind]}, line ${span.start.line + 1}: ${message}`}`,
      ...reasonsOf(because).map((reason) => `    ${reason}`),
    ]),
  ];
}

/** Returns the output of exploring a check. */
export function checkLines(title: string, outcome: CheckOutcome | Refusal): readonly string[] {
  if ('refusal' in outcome) return [t`not explored: ${title}`, `  ${outcome.refusal}`];
  const { verdict, text, left, messages } = outcome;
  return [
    `${verdictWord(verdict)}: ${title} (${text})`,
    ...messages.flatMap(({ message, span, words }) => [
      `  ${t`line ${span.start.line + 1}: ${message}`}`,
      ...words.map((each) => `    ${each}`),
    ]),
    ...left.map((each) => `  ${t`not explored: ${each}`}`),
  ];
}

const kindWords: Readonly<Record<ScenarioMessage['kind'], string>> = {
  failure: t`failure`,
  error: t`error`,
  remark: t`remark`,
};

function verdictWord(verdict: CheckOutcome['verdict']): string {
  if (verdict === 'bounded') return t`passed within its bounds`;
  if (verdict === 'failed') return t`FAILED`;
  return verdict === 'passed' ? t`passed` : t`undecided`;
}

/** Returns lines in the format of test output. */
export const outputOf = (lines: readonly string[]): string =>
  lines.map((line) => `${line.replace(/\r?\n/g, '\r\n')}\r\n`).join('');

const reasonsOf = (because: ScenarioMessage['because']): readonly string[] =>
  because.map(({ message }, index) => `${String(index + 1)}. ${message}`);
