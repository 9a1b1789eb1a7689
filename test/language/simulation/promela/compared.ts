/**
 * A check judged twice: by Aftermath and, exported to Promela, by SPIN. Compares verdicts property by property, and the
 * numbers of reachable states.
 */
import assert from 'node:assert/strict';
import type { Check } from '../../../../language/src/model/scenario.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { exportPromela, type PromelaModel } from '../../../../language/src/simulation/promela/export-promela.ts';
import type { Exploration } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { runs } from '../../../properties.ts';
import { toTheEnd } from '../explore/explored.ts';
import { judgeRuns, judgeStates } from './spin.ts';

/** The common result, or what the export does not cover. */
export type Compared =
  | { readonly uncovered: readonly string[] }
  | { readonly verdict: 'holds' | 'broken'; readonly states: number | 'many' };

/**
 * SPIN judges what lasts in so many states: in the largest example, of 33,485, it takes longer for that than for all
 * other checks together.
 */
const mostJudged = runs(10_000, Infinity);

/** The most states counted if both judges stop at a violation: above it there are `many`. */
const most = 5000;

/** Judges a check twice, or in part by Aftermath alone. Fails if the two judges differ. */
export async function compare(program: Program, check: Check, asksSpin = true): Promise<Compared> {
  const exported = exportPromela(program, check);
  if ('uncovered' in exported) return { uncovered: [...new Set(exported.uncovered.map(({ what }) => what))] };
  const { value } = exported;
  const exploration = toTheEnd(program, check, { reduces: false });
  const momentary = exploration.broken.filter(({ kind }) => kind !== 'eventually' && kind !== 'leads to');
  if (!asksSpin && momentary.length > 0) return { verdict: 'broken', states: countWithout(program, check).states };
  if (!asksSpin) return { verdict: exploration.broken.length > 0 ? 'broken' : 'holds', states: exploration.states };
  const judged = await judgeStates(value.text, exploration.states);
  assert.equal(
    judged.broken === undefined,
    momentary.length === 0,
    `${check.title}: SPIN says ${judged.broken ?? 'nothing is broken'}`,
  );
  if (momentary.length > 0) return { verdict: 'broken', states: await statesWithout(program, check) };
  assert.equal(value.statesBefore + judged.states, exploration.states, `${check.title}: states`);
  const isBroken =
    exploration.states > mostJudged ? exploration.broken.length > 0 : await compareRuns(value, exploration);
  return { verdict: isBroken ? 'broken' : 'holds', states: exploration.states };
}

/** With a property that is broken, both stop early: all states are counted without it. */
async function statesWithout(program: Program, check: Check): Promise<number | 'many'> {
  const { states, without, isBroken } = countWithout(program, check);
  if (states === 'many') return 'many';
  const exported = exportPromela(program, without);
  if ('uncovered' in exported || isBroken) return states;
  const judged = await judgeStates(exported.value.text, states);
  assert.equal(judged.broken, undefined, `${check.title}, without its properties`);
  assert.equal(exported.value.statesBefore + judged.states, states, `${check.title}: states without its properties`);
  return states;
}

/** Counts all states of a check without its properties. */
function countWithout(
  program: Program,
  check: Check,
): { readonly states: number | 'many'; readonly without: Check; readonly isBroken: boolean } {
  const without: Check = { ...check, properties: [] };
  const { states, broken, unexplored } = toTheEnd(program, without, { states: most, reduces: false });
  const isMany = unexplored.some(({ limit }) => limit === 'states');
  return { states: isMany ? 'many' : states, without, isBroken: broken.length > 0 };
}

/** Compares the verdicts on each `eventually` and `leads to`; returns whether any is broken. */
async function compareRuns(model: PromelaModel, { broken, states }: Exploration): Promise<boolean> {
  const places = new Set(broken.map(({ place }) => place));
  const lasting = model.claims.filter(({ isLasting }) => isLasting);
  if (lasting.length === 0) return false;
  const judged = await judgeRuns(
    model,
    lasting.map(({ name }) => name),
    states,
  );
  for (const [index, { name, property }] of lasting.entries()) {
    assert.equal(
      judged[index]?.broken !== undefined,
      places.has(property.place),
      `${name}: SPIN says ${judged[index]?.broken ?? 'nothing is broken'}`,
    );
  }
  return judged.some((each) => each.broken !== undefined);
}
