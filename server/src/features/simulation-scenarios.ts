/**
 * The scenarios of a document, and the outcome of running one of them.
 */
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import type { Check, Scenario } from '../../../language/src/model/scenario.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import {
  occasionText,
  repeatedFailures,
  runFindings,
  spanAt,
} from '../../../language/src/simulation/play/run-findings.ts';
import { scenarioSteps, type ScenarioResult } from '../../../language/src/simulation/play/scenario-result.ts';
import { durationText } from '../../../language/src/simulation/values/values.ts';
import { factPlace } from '../../../language/src/view/run/run-rows.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import type {
  RunScenarioParameters,
  ScenarioEntry,
  ScenarioList,
  ScenarioMessage,
  ScenarioOutcome,
} from '../protocol/protocol.ts';
import { createRunCoverage } from '../../../language/src/simulation/explore/judgement/run-coverage.ts';
import { scenarioCoverage } from './covered-pieces.ts';
import { tagsOf } from './scenario-tags.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The seed of scenarios in the editor, which is also the default elsewhere. */
export const scenarioSeed = 1;

/** Returns the scenarios declared in the document itself, each title once, and all checks. */
export function scenariosOf({ model, sources }: Loaded, uri: string, version: number): ScenarioList {
  const own = (all: readonly (Scenario | Check)[]): ScenarioEntry[] => {
    const entries = new Map<string, ScenarioEntry>();
    for (const test of all) {
      const { title, place } = test;
      const span = spanAt(sources, place);
      if (span.uri === uri && !entries.has(title)) entries.set(title, { title, span, tags: tagsOf(test) });
    }
    return [...entries.values()];
  };
  const checks = [...new Set(model.checks.map(({ title }) => title))];
  return { version, scenarios: own(model.scenarios), checks, ownChecks: own(model.checks) };
}

/** Runs a scenario step by step. */
export function* scenarioOutcomeSteps(
  loaded: Loaded,
  { title, covers = false }: Pick<RunScenarioParameters, 'title' | 'covers'>,
): Generator<undefined, Answer<ScenarioOutcome>> {
  // Do nothing before the first opportunity to stop.
  yield;
  const refusal = faultsOf(loaded);
  if (refusal !== undefined) return { refusal };
  const scenario = loaded.model.scenarios.find((each) => each.title === title);
  if (scenario === undefined) return { refusal: t`The model has no scenario "${title}".` };
  const program = compileModel(loaded.model);
  const { listeners, coverage } = createRunCoverage(program);
  const result = yield* scenarioSteps(program, scenario, scenarioSeed, covers ? listeners : {});
  const outcome = outcomeOf(result, loaded);
  return { value: covers ? { ...outcome, coverage: scenarioCoverage(program, coverage, loaded.sources) } : outcome };
}

/** Returns why a model cannot run, if it cannot: a model with errors may not mean what it says. */
export function faultsOf({ errors }: Pick<Loaded, 'errors'>): string | undefined {
  const [first, ...others] = errors;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : t` There are ${String(others.length)} more errors.`;
  return t`The model has an error in line ${String(first.span.start.line + 1)}, so it cannot be run: ${first.message}${more}`;
}

function outcomeOf(result: ScenarioResult, { sources }: Loaded): ScenarioOutcome {
  const { passed, runs, expectations, duration, errors } = result;
  const failures = repeatedFailures(result).map((repeated): ScenarioMessage => {
    const { expected, found, because, place } = repeated.first;
    const span = spanAt(sources, place);
    return {
      kind: 'failure',
      message: t`${occasionText(repeated)}: expected ${expected}; found: ${found}.`,
      span,
      expected,
      found,
      because: because.map((fact) => ({ message: fact.text, span: factPlace(sources, fact) ?? span })),
    };
  });
  const codes = new Set<string>(errors.map(({ error }) => error.code));
  const others = runFindings(result, sources).filter(({ code }) => code !== 'run/expectation');
  return {
    passed,
    runs,
    expectations,
    duration: durationText(duration),
    messages: [
      ...failures,
      ...others.map(({ code, message, span }): ScenarioMessage => {
        return { kind: codes.has(code) ? 'error' : 'remark', message, span, because: [] };
      }),
    ],
  };
}
