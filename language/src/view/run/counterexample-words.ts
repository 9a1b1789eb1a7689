/**
 * Explains a counterexample in words: external faults, what leads to the end, and why the run stays there: the states
 * of the machines, and the only ways out of them.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Transition } from '../../model/machines/machine.ts';
import { printExpression } from '../../model/machines/print-expression.ts';
import type { Check } from '../../model/scenario.ts';
import { judge } from '../../simulation/play/expectation.ts';
import type { Broken } from '../../simulation/explore/judgement/verdict.ts';
import { configurationOf } from '../../simulation/kernel/machines/configuration.ts';
import { isAlive } from '../../simulation/kernel/graph-now.ts';
import { scenarioScope } from '../../simulation/program/program.ts';
import type { Program, Run } from '../../simulation/kernel/run.ts';
import { RunError } from '../../simulation/values/run-error.ts';
import type { StepRecord, Timeline } from '../../simulation/play/recording/timeline.ts';
import { playedText } from './step-text.ts';
import { entityMachine, entityName, type Model } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** The most sentences of one kind. */
const most = 6;

/** Returns the sentences, in order. Leaves the timeline at the last step. Cost: that of playing the run. */
export function counterexampleWords(program: Program, check: Check, timeline: Timeline, broken: Broken): string[] {
  const { steps, loopsTo } = broken.counterexample;
  const records = timeline.records(1, steps);
  const { run } = timeline.goTo(steps);
  const waits = broken.kind === 'eventually' || broken.kind === 'leads to';
  return [
    ...limited(records.filter(isFromOutside).map((record) => outsideSentence(program, record))),
    ...(waits ? stayingWords(program, run, { records, loopsTo }) : foundWords(program, check, run, broken)),
  ];
}

const isFromOutside = ({ played: { kind } }: StepRecord): boolean => kind !== 'due' && kind !== 'judged';

function outsideSentence(program: Program, { step, played, effects }: StepRecord): string {
  const text = playedText(program, played, effects).replace(/^fault: /, '');
  return t`Step ${String(step)}: ${text}.`;
}

/** Explains what holds in a state that must not occur. */
function foundWords(program: Program, check: Check, run: Run, { kind, place }: Broken): string[] {
  const property = check.properties.find((each) => each.place === place && each.kind === kind);
  if (property === undefined) return [];
  const wanted = kind === 'never' ? opposite(property.condition) : property.condition;
  if (wanted === undefined) return [];
  try {
    const expectation = { kind: 'holds', condition: wanted } as const;
    const { found } = judge(expectation, { run, self: -1, locals: [] }, scenarioScope(program));
    return found === '' ? [] : [t`Then ${found}.`];
  } catch (error) {
    if (error instanceof RunError) return [];
    throw error;
  }
}

const opposites = { '<': '>=', '>=': '<', '>': '<=', '<=': '>', '==': '!=', '!=': '==' } as const;

/** Returns the opposite of a comparison: a comparison that must not hold is explained by its opposite, which fails. */
function opposite(condition: Expression): Expression | undefined {
  if (condition.kind !== 'binary') return undefined;
  const { operator } = condition;
  const turned = Object.entries(opposites).find(([from]) => from === operator)?.[1];
  return turned === undefined ? undefined : { ...condition, operator: turned };
}

/** Explains a run that goes on forever: what repeats, or why nothing does. */
function stayingWords(
  program: Program,
  run: Run,
  { records, loopsTo }: { readonly records: readonly StepRecord[]; readonly loopsTo: number | undefined },
): string[] {
  if (loopsTo !== undefined) {
    const repeated = records.slice(loopsTo).map(({ played, effects }) => playedText(program, played, effects));
    return [t`From step ${String(loopsTo + 1)} on, the same steps repeat forever: ${limited(repeated).join('; ')}.`];
  }
  const standing = program.active.filter((entity) => isAlive(run.state, entity));
  return [t`Then nothing more has to happen.`, ...limited(standing.flatMap((entity) => stays(program, run, entity)))];
}

/** Explains the states of a machine, and the only ways out; empty where it is meant to stay. */
function stays({ model }: Program, run: Run, entity: EntityId): string[] {
  const machine = entityMachine(model, entity);
  if (machine === undefined) return [];
  return (configurationOf(run, entity)?.innermost ?? []).flatMap((leaf) => {
    if (leaf.final) return [];
    const ways = leaf.path
      .flatMap((index) => (machine.states[index] ?? machine).transitions)
      .filter(({ target }) => target !== undefined && target !== leaf.path[0])
      .flatMap((transition) => wayText(model, transition));
    const out = ways.length === 0 ? t`no transition leaves it` : t`only ${[...new Set(ways)].join(t` or `)} leaves it`;
    return [t`"${entityName(model, entity)}" stays in ${leaf.name}: ${out}.`];
  });
}

function wayText(model: Model, { trigger, guard }: Transition): string[] {
  if (trigger.kind === 'after') return [];
  const condition = guard === undefined ? '' : t`when ${printExpression(guard, (id) => entityName(model, id))}`;
  if (trigger.kind === 'always') return [condition].filter((text) => text !== '');
  const name = trigger.kind === 'event' ? trigger.event : trigger.kind === 'any' ? t`any event` : t`"done"`;
  return [`${name}${condition === '' ? '' : ` ${condition}`}`];
}

function limited(sentences: readonly string[]): string[] {
  if (sentences.length <= most) return [...sentences];
  return [...sentences.slice(0, most), t`… and ${String(sentences.length - most)} more`];
}
