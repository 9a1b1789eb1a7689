/**
 * Explores a check of a document piece by piece and returns the verdict; each counterexample comes with its steps and
 * the question that opens it as a run.
 */
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { Check } from '../../../language/src/model/scenario.ts';
import {
  brokenFindings,
  checkFindings,
  faultFindings,
  unreachedFindings,
} from '../../../language/src/simulation/explore/judgement/check-findings.ts';
import { exploreCheck } from '../../../language/src/simulation/explore/explore-check.ts';
import { openCounterexample } from '../../../language/src/simulation/explore/counterexample/replay.ts';
import {
  type Broken,
  type Exploration,
  isOfCheck,
  verdictOf,
} from '../../../language/src/simulation/explore/judgement/verdict.ts';
import {
  exploredText,
  progressText,
  unexploredText,
} from '../../../language/src/simulation/explore/judgement/verdict-text.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { counterexampleWords } from '../../../language/src/view/run/counterexample-words.ts';
import type { RunQuestion } from '../../../language/src/view/run/run-summary.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import type { CheckMessage, CheckOutcome } from '../protocol/protocol.ts';
import { textRunner } from '../search/run-javascript.ts';
import { checkCoverage } from './covered-pieces.ts';
import { faultsOf } from './simulation-scenarios.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The parameters of an exploration. */
export interface Exploring {
  /** The version of the text. */
  readonly version: number;
  /** The most states to explore. */
  readonly states?: number | undefined;
  /** True if the coverage is wanted, too. */
  readonly covers?: boolean | undefined;
  /** The most bytes that states may use, and the most seconds that it may take; 0 for any number. */
  readonly limits: { readonly bytes: number; readonly seconds: number };
  /** Receives the progress; nothing when the exploration is over. */
  readonly tell: (progress: string | undefined) => void;
}

/** Explores a check, step by step. */
export function* checkSteps(
  loaded: Loaded,
  title: string,
  { version, states, covers = false, limits: { bytes, seconds: most }, tell }: Exploring,
): Generator<undefined, Answer<CheckOutcome>> {
  // Do nothing before the first opportunity to stop.
  yield;
  const refusal = faultsOf(loaded);
  if (refusal !== undefined) return { refusal };
  const check = loaded.model.checks.find((each) => each.title === title);
  if (check === undefined) return { refusal: t`The model has no check "${title}".` };
  const began = performance.now();
  const runText = textRunner();
  // Waiting for threads would block the server.
  const engine = runText === undefined ? undefined : { runText };
  const limits = { bytes, engine, ...(states !== undefined && { states }) };
  const program = compileModel(loaded.model);
  const exploring = exploreCheck(program, check, limits);
  try {
    let next = exploring.next();
    while (next.done !== true) {
      const seconds = Math.max(0.001, (performance.now() - began) / 1000);
      const isLate = most > 0 && seconds >= most;
      tell(progressText(next.value, Math.round(next.value.states / seconds)));
      yield;
      next = exploring.next(isLate ? 'time' : undefined);
    }
    const outcome = outcomeOf(loaded, check, next.value, version);
    const coverage = covers ? checkCoverage(program, check, next.value, loaded.sources) : undefined;
    return { value: coverage === undefined ? outcome : { ...outcome, coverage } };
  } finally {
    tell(undefined);
  }
}

function outcomeOf(loaded: Loaded, check: Check, exploration: Exploration, version: number): CheckOutcome {
  const { broken, unexplored } = exploration;
  const verdict = verdictOf(check, exploration);
  const found = brokenFindings(check, exploration, loaded.sources);
  const runs = found.flatMap(({ code, severity, message, span }, index): CheckMessage[] => {
    const shown = broken[index];
    if (shown === undefined) return [];
    return [
      { code, severity, message, span, words: wordsOf(loaded, check, shown), question: questionOf(check, shown) },
    ];
  });
  const others = (broken.length > 0 ? faultFindings : checkFindings)(check, exploration, loaded.sources);
  return {
    version,
    verdict,
    text: exploredText(exploration),
    left: unexplored.map(unexploredText),
    isLimited: unexplored.some(({ limit }) => !isOfCheck(limit)),
    unreached:
      exploration.unreached === undefined ? undefined : unreachedFindings(exploration, loaded.sources).map(wordless),
    messages: [...runs, ...others.map(wordless)],
  };
}

const wordless = ({ code, severity, message, span }: Finding): CheckMessage => ({
  ...{ code, severity, message, span },
  words: [],
});

function wordsOf({ model }: Loaded, check: Check, broken: Broken): string[] {
  const program = compileModel(model);
  const opened = openCounterexample(program, check, broken.counterexample);
  return 'refusal' in opened ? [opened.refusal] : counterexampleWords(program, check, opened.timeline, broken);
}

function questionOf({ title }: Check, { counterexample: { variant, steps, draws } }: Broken): RunQuestion {
  return { kind: 'counterexample', check: title, variant, steps, draws };
}
