/**
 * Explores checks in tests: text in, verdicts out, with counterexamples replayed as users would.
 */
import assert from 'node:assert/strict';
import { checkFindings } from '../../../../language/src/simulation/explore/judgement/check-findings.ts';
import { exploreCheck } from '../../../../language/src/simulation/explore/explore-check.ts';
import {
  type ExploredGraph,
  type ExploredGraphOptions,
  exploreGraph,
} from '../../../../language/src/simulation/explore/explored-graph.ts';
import type { ExploreLimits } from '../../../../language/src/simulation/explore/explore-limits.ts';
import { openCounterexample } from '../../../../language/src/simulation/explore/counterexample/replay.ts';
import {
  type Exploration,
  type Verdict,
  verdictOf,
} from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import type { Sources } from '../../../../language/src/model/model.ts';
import type { Finding } from '../../../../language/src/model/finding.ts';
import { loadText } from '../../dsl/load-text.ts';

export interface Explored {
  readonly check: Check;
  readonly program: Program;
  readonly exploration: Exploration;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly sources: Sources;
}

/** Explores all checks of a text, which must have no errors. */
export async function exploreText(text: string, limits?: ExploreLimits): Promise<Explored[]> {
  const { model, findings, sources } = await loadText(text);
  assert.deepEqual(
    findings.filter(({ severity }) => severity === 'error'),
    [],
    text,
  );
  const program = compileModel(model);
  return model.checks.map((check) => {
    const exploration = toTheEnd(program, check, limits);
    const verdict = verdictOf(check, exploration);
    return { check, program, exploration, verdict, sources, findings: checkFindings(check, exploration, sources) };
  });
}

/** Explores a check without pauses. */
export function toTheEnd(program: Program, check: Check, limits?: ExploreLimits): Exploration {
  const exploring = exploreCheck(program, check, limits);
  for (;;) {
    const next = exploring.next();
    if (next.done === true) return next.value;
  }
}

/** Returns the graph of a check, which must not be too large. */
export function graphOf(program: Program, check: Check, options: ExploredGraphOptions): ExploredGraph {
  const exploring = exploreGraph(program, check, options);
  for (;;) {
    const next = exploring.next();
    if (next.done !== true) continue;
    if ('refusal' in next.value) assert.fail(next.value.refusal);
    return next.value.value;
  }
}

/**
 * Returns the steps of a check's counterexamples, after asserting that each can be played and that the last step is at
 * its stated location.
 */
export function replayed({ program, check, exploration }: Explored): string[][] {
  return exploration.broken.map(({ counterexample }) => {
    const opened = openCounterexample(program, check, counterexample);
    if ('refusal' in opened) assert.fail(opened.refusal);
    const records = opened.timeline.records(1, counterexample.steps);
    assert.equal(records.length, counterexample.steps);
    return records.map(({ played }) => played.kind);
  });
}
