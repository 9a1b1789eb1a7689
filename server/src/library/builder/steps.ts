/**
 * Steps for the builder: what happens in scenarios, checks, transitions, actions and destructors.
 */
import { body, wholeNumber, joined, name, emptyPiece, type Piece, say, unsaid, word } from './piece.ts';
import { and, entitiesOf, operand, type Term, type Value, written } from './terms.ts';

/** One step. */
export interface StepPiece {
  readonly kind: 'step';
  readonly piece: Piece;
}

const step = (piece: Piece): StepPiece => ({ kind: 'step', piece });

/** Entities that a step is about: one, or several at once. */
export type Targets = Term | readonly Term[];

const targetsOf = (targets: Targets): Piece => {
  const list = entitiesOf(targets);
  return list.length === 0 ? unsaid('A step names at least one entity.') : joined(list, ', ');
};

/** A policy by its name, or as declared. */
export type PolicyName = string | { readonly name: string };
const under = (policy: PolicyName | undefined): Piece =>
  policy === undefined ? emptyPiece : say` under ${name(typeof policy === 'string' ? policy : policy.name)}`;

/** Crashes, destroys or evicts entities in one event, under a policy. */
export const crash = (targets: Targets, policy?: PolicyName): StepPiece =>
  step(say`crash ${targetsOf(targets)}${under(policy)}`);
/** An orderly end. */
export const destroy = (targets: Targets, policy?: PolicyName): StepPiece =>
  step(say`destroy ${targetsOf(targets)}${under(policy)}`);
/** An orderly end that what is protected can refuse. */
export const evict = (targets: Targets, policy?: PolicyName): StepPiece =>
  step(say`evict ${targetsOf(targets)}${under(policy)}`);
/** The removal of objects from their owners' sight. */
export const remove = (targets: Targets): StepPiece => step(say`remove ${targetsOf(targets)}`);
/** The beginning of what is absent. */
export const create = (targets: Targets): StepPiece => step(say`create ${targetsOf(targets)}`);
/** A stop without a cleanup. */
export const halt = (targets: Targets): StepPiece => step(say`halt ${targetsOf(targets)}`);
/** A restart. */
export const restart = (targets: Targets): StepPiece => step(say`restart ${targetsOf(targets)}`);
/** The deletion of objects with, before or without their dependents. */
export const deletion = (
  targets: Targets,
  mode?: 'background' | 'foreground' | 'orphan',
  policy?: PolicyName,
): StepPiece =>
  step(say`delete ${targetsOf(targets)}${mode === undefined ? emptyPiece : word(` ${mode}`)}${under(policy)}`);

/** The time that passes. */
export const run = (time: Term): StepPiece => step(say`run ${operand(time)}`);
/** Something at a time of the run. */
export const at = (time: Term, then: StepPiece): StepPiece => step(say`at ${operand(time)} ${then.piece}`);
/** An event to an entity, at once or after a time. */
export function send(event: { readonly name: string }, values: readonly Value[], to: Term, after?: Term): StepPiece {
  const later = after === undefined ? emptyPiece : say` after ${operand(after)}`;
  return step(say`send ${name(event.name)}${listOf(values)} to ${operand(to)}${later}`);
}
const listOf = (values: readonly Value[]): Piece =>
  values.length === 0 ? emptyPiece : say`(${joined(values.map(written), ', ')})`;

/** A line of the log. */
export const log = (text: Value): StepPiece => step(say`log ${written(text)}`);
/** A new value of a variable of the machine. */
export const assign = (variable: string, value: Value): StepPiece => step(say`${name(variable)} := ${written(value)}`);
/** Steps under a condition. */
export const when = (condition: Value, then: readonly StepPiece[], otherwise: readonly StepPiece[] = []): StepPiece => {
  const rest = otherwise.length === 0 ? emptyPiece : say` else ${stepsInBraces(otherwise)}`;
  return step(say`if ${operand(condition)} ${stepsInBraces(then)}${rest}`);
};

/** Expects that all conditions hold. */
export const expect = (...conditions: readonly Value[]): StepPiece => step(say`expect ${conditionsOf(conditions)}`);
/** Expects that all conditions hold within a time. */
export const within = (time: Term, ...conditions: readonly Value[]): StepPiece =>
  step(say`within ${operand(time)} expect ${conditionsOf(conditions)}`);
/** Expects a condition of exactly these entities: `expectOnly([db, web], 'destroyed')`. */
export const expectOnly = (
  subjects: readonly Term[],
  predicate: 'destroyed' | 'degraded' | 'broken' | 'dangling' | 'alive',
): StepPiece => step(say`expect only ${targetsOf(subjects)} ${word(predicate)}`);
/** The expectation that the step before was refused. */
export const expectRefused: StepPiece = step(word('expect refused'));
/** The expectation that entities end in this order, those of a layer together. */
export const expectOrder = (...layers: readonly (readonly Term[])[]): StepPiece =>
  step(
    layers.length === 0
      ? unsaid('An order has at least one layer.')
      : say`expect order ${joined(
          layers.map((layer) => written(layer)),
          ', ',
        )}`,
  );

const conditionsOf = (conditions: readonly Value[]): Piece =>
  conditions.length === 0 ? unsaid('An expectation has at least one condition.') : written(and(...conditions));

/** Returns steps in braces. */
export function stepsInBraces(steps: readonly StepPiece[]): Piece {
  const list: readonly unknown[] = Array.isArray(steps) ? steps : [steps];
  return list.every(isStep) ? body(list.map(({ piece }) => piece)) : unsaid('A list of steps is expected.');
}

const isStep = (given: unknown): given is StepPiece =>
  typeof given === 'object' && given !== null && 'kind' in given && given.kind === 'step';

/** Returns how often something may happen at most. */
export const upTo = (most: number | undefined): Piece =>
  most === undefined ? emptyPiece : say` up to ${wholeNumber(most)}`;
