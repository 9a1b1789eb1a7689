/**
 * The package as a library: the functions of the command line, for other programs. Only `ask` reads files, and
 * nothing throws for bad input: it answers with a refusal.
 */
import { crash as cleanUp } from '../../../language/src/analysis/crash/cleanup.ts';
import { loadModel } from '../../../language/src/dsl/load.ts';
import type { ReadFile } from '../../../language/src/dsl/loaded.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { greatestSeed, isSeed } from '../../../language/src/simulation/kernel/seed.ts';
import { runScenario, type ScenarioResult } from '../../../language/src/simulation/play/scenario-result.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import { choosePolicy, type PolicyChoice } from '../questions/plans/crash-policy.ts';
import { reportCrash, type CrashReport } from '../questions/plans/crash-report.ts';
import { findCrashed } from '../questions/plans/find-crashable.ts';
import { makePlan } from '../questions/plans/make-plan.ts';
import { readGivenFiles } from './given-files.ts';
import type { OpenedModel } from '../questions/files/open-models.ts';
import { makeRecovery, makeStart } from '../questions/plans/make-start.ts';
import { type RecoveryReport, reportRecovery, reportStart, type StartReport } from '../questions/plans/start-report.ts';
import { eventKinds, type PlanEvent } from '../questions/plans/plan-event.ts';
import { reportPlan, type PlanReport } from '../questions/plans/plan-report.ts';
import { fieldsOf, namesIn, noModel } from './builder/untyped.ts';

export { ask } from './ask.ts';
export { buildModel } from './builder/model-builder.ts';
export type { CheckOf, FaultOf, ModelBuilder, Named, PolicyParts } from './builder/model-builder.ts';
export type { ClassOptions, Entity, EntityOptions, Part, RelationOptions } from './builder/scope.ts';
export type { MachineOf, StateOf, TransitionOf, ValueType, Variables } from './builder/machines.ts';
export type { StepPiece, Targets } from './builder/steps.ts';
export type { Term, Value } from './builder/terms.ts';
export {
  assign,
  at,
  crash as crashStep,
  create,
  deletion,
  destroy,
  evict,
  expect,
  expectOnly,
  expectOrder,
  expectRefused,
  halt,
  log,
  remove,
  restart,
  run,
  send,
  when,
  within,
} from './builder/steps.ts';
export {
  and,
  before,
  compute,
  duration,
  every,
  inState,
  is,
  none,
  not,
  now,
  or,
  property,
  quantified,
  range,
  received,
  related,
  self,
  symbol,
} from './builder/terms.ts';
export type { AnsweringCommand, Asked, Asking, OptionValue } from './ask.ts';
export type { Answers } from './generated/answers.ts';
export type { RecoveryReport, StartReport };
export type { Answer, CrashReport, Finding, PlanEvent, PlanReport, PolicyChoice, ReadFile, ScenarioResult };
export type { Model } from '../../../language/src/model/model.ts';
export type { Loaded } from '../../../language/src/dsl/loaded.ts';

/** A model with everything it imports; the input of the other functions. */
export interface ParsedModel extends OpenedModel {
  readonly uri: string;
}

/**
 * Parses the file at a URI and everything it imports. `readFile` returns the text of the file at a URI, or `undefined`
 * if there is none, and throws if it cannot be read; an unreadable file is reported as one finding, `file/unreadable`.
 */
export async function parse(uri: string, readFile: ReadFile): Promise<ParsedModel> {
  const texts = new Map<string, string>();
  const read = readGivenFiles(readFile);
  const loaded = await loadModel(uri, async (wanted) => {
    const text = await read(wanted);
    if (typeof text === 'string') texts.set(wanted, text);
    return text;
  });
  const errors = loaded.errors.length === 0 ? [] : [{ uri, findings: loaded.errors }];
  return {
    ...loaded,
    errors,
    uri,
    file: uri,
    nameOf: (name) => name,
    textOf: (name) => texts.get(name),
    readFiles: [...texts.keys()],
  };
}

/** Returns the findings of a model, in text order. */
export function check(parsed: ParsedModel): readonly Finding[] {
  const message = noModel(parsed);
  if (message === undefined) return parsed.findings;
  const start = { line: 0, character: 0 };
  return [{ code: 'file/unreadable', severity: 'error', message, span: { uri: '', start, end: start }, related: [] }];
}

/**
 * Returns the consequences, with reasons, of a crash of `target`: the qualified name of a PD or node, or a unique
 * suffix; several of them crash in one event.
 */
export function crash(
  parsed: ParsedModel,
  target: string | readonly string[],
  choice: PolicyChoice = {},
): Answer<CrashReport> {
  const names = withoutErrors(parsed) ?? namesIn(target);
  if ('refusal' in names) return names;
  const found = findCrashed(parsed.model, names.value);
  if ('refusal' in found) return found;
  const chosen = choosePolicy(parsed.model, fieldsOf(choice));
  if ('refusal' in chosen) return chosen;
  const crashed = found.value.map(({ id }) => id);
  return { value: reportCrash(parsed, cleanUp(parsed.model, crashed, chosen.value.policy), { isBrief: false }) };
}

/**
 * The event of a plan; `of` is a name, or for `collect` the time: `before`, `after`, or nothing for on demand. `also`
 * names what meets the same event: a crash, `destroy`, `evict`, `remove` or `delete`.
 */
export type PlannedEvent = Pick<PlanEvent, 'kind' | 'of' | 'also'> & { readonly deletion?: PlanEvent['deletion'] };

/**
 * Returns what an event ends, in which order, who is notified, and why; `older` is the model that `since` compares
 * with.
 */
export function plan(
  parsed: ParsedModel,
  event: PlannedEvent,
  compared: PolicyChoice & { readonly older?: ParsedModel } = {},
): Answer<PlanReport> {
  const { older, ...choice } = fieldsOf(compared);
  const refusal = withoutErrors(parsed) ?? (older === undefined ? undefined : withoutErrors(older));
  if (refusal !== undefined) return refusal;
  const { kind, of, also, deletion } = fieldsOf(event);
  const kinds = eventKinds.join(', ');
  if (kind === undefined)
    return { refusal: `An event is expected, such as { kind: 'destroy', of: 'a' }; there are ${kinds}.` };
  if (!eventKinds.includes(kind)) return { refusal: `There is no event "${kind}"; there are ${kinds}.` };
  const isNamed = kind !== 'collect' && kind !== 'since';
  if (isNamed && typeof of !== 'string')
    return { refusal: `The event "${kind}" needs the name of an entity: { kind: '${kind}', of: 'a' }.` };
  const made = makePlan(parsed, { kind, of: of ?? '', also, deletion }, older, choice);
  return 'refusal' in made ? made : { value: reportPlan(made.value, { isBrief: false }) };
}

/** Returns the order in which everything starts, or one entity and what it waits for, and why. */
export function start(parsed: ParsedModel, target?: string): Answer<StartReport> {
  const names = withoutErrors(parsed) ?? namesIn(target ?? []);
  if ('refusal' in names) return names;
  const made = makeStart(parsed.model, names.value[0]);
  return 'refusal' in made ? made : { value: reportStart(parsed, made.value, { isBrief: false }) };
}

/** Returns what is restarted after a crash of all that is named at once, in which order, and why. */
export function recover(
  parsed: ParsedModel,
  crashed: string | readonly string[],
  choice: PolicyChoice = {},
): Answer<RecoveryReport> {
  const names = withoutErrors(parsed) ?? namesIn(crashed);
  if ('refusal' in names) return names;
  const made = makeRecovery(parsed.model, names.value, fieldsOf(choice));
  return 'refusal' in made ? made : { value: reportRecovery(parsed, made.value.plan, { isBrief: false }) };
}

/** Runs a scenario by its title; the same seed gives the same runs. Times are in virtual microseconds. */
export function simulate(
  parsed: ParsedModel,
  options: { readonly scenario: string; readonly seed?: number },
): Answer<ScenarioResult> {
  const refusal = withoutErrors(parsed);
  if (refusal !== undefined) return refusal;
  const { scenario, seed = 1 } = fieldsOf(options);
  if (scenario === undefined) return { refusal: "A scenario is given by its title: { scenario: 'it works' }." };
  if (!isSeed(seed)) return { refusal: `A seed is a whole number from 0 to ${String(greatestSeed)}.` };
  const found = parsed.model.scenarios.find(({ title }) => title === scenario);
  const result = found && runScenario(compileModel(parsed.model), found, seed);
  return result === undefined ? { refusal: `The model has no scenario "${scenario}".` } : { value: result };
}

function withoutErrors(parsed: ParsedModel): { readonly refusal: string } | undefined {
  const refusal = noModel(parsed);
  if (refusal !== undefined) return { refusal };
  const { errors, uri } = parsed;
  const [first] = errors.flatMap(({ findings }) => findings);
  return first === undefined
    ? undefined
    : { refusal: `"${uri}" has errors, so nothing follows from it: ${first.message}` };
}
