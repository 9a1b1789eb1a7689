/**
 * Expressions about an open run: parsed while the text is still that of the run, and evaluated in one of its states.
 */
import { readExpression, type ReadingFile, type ReadingPlace } from '../../../language/src/dsl/read-expression.ts';
import type { Expression } from '../../../language/src/model/machines/expression.ts';
import { emptyModel } from '../../../language/src/model/model.ts';
import { compileExpression } from '../../../language/src/simulation/program/expressions.ts';
import { asksForPast } from '../../../language/src/simulation/program/history-needs.ts';
import { machineScope } from '../../../language/src/simulation/program/program.ts';
import { keepsPast } from '../../../language/src/simulation/play/recording/recording.ts';
import { RunError } from '../../../language/src/simulation/values/run-error.ts';
import { modelHash } from '../../../language/src/simulation/play/recording/trace.ts';
import type { InspectedValue } from '../../../language/src/view/inspection/inspected.ts';
import { nextTurn } from '../../../language/src/view/inspection/inspect-run.ts';
import { inspectValue } from '../../../language/src/view/inspection/value-parts.ts';
import type { Answer, Refusal } from '../../../language/src/model/common/answer.ts';
import type { EvaluateParameters } from '../protocol/debug-protocol.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { RunSession } from './run-opening.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A run with its document in its current version. */
export interface DocumentRun {
  readonly run: RunSession;
  readonly document: ModelDocument | undefined;
  readonly workspace: Workspace;
}

interface TypedExpression {
  readonly expression: Expression;
  readonly type: string;
}

/** Parses an expression for a run, or refuses in one sentence. */
export function readFor(
  { run, document, workspace }: DocumentRun,
  text: string,
  place: ReadingPlace,
): Answer<TypedExpression> {
  if (document === undefined) return { refusal: t`The model is no longer open.` };
  const { model } = workspace.models.of(document);
  if (modelHash(model) !== modelHash(run.model.program.model)) {
    return { refusal: t`The text has changed since this run was made. Restart the run to evaluate expressions.` };
  }
  const { aftermath, shared } = workspace.services;
  const file: ReadingFile = { services: aftermath, document, documents: shared.workspace.LangiumDocuments };
  const read = readExpression(text, file, place);
  return 'refusal' in read ? { refusal: read.refusal } : { value: read };
}

/** Returns the value of an expression for an actor after a step. */
export function evaluateIn(
  open: DocumentRun,
  { step, actor, text, fits }: Omit<EvaluateParameters, 'id' | 'uri'>,
): { readonly value: InspectedValue } | Refusal {
  const { model, timeline, origin } = open.run;
  const { program } = model;
  const entity = actor - 1;
  const machine = program.machineOf[entity];
  const next = nextTurn(model, timeline, step);
  // A value being set does not depend on the next event.
  const event = next?.actor === actor && fits === undefined ? next.parameters : undefined;
  const transition = event === undefined ? undefined : next?.span;
  const place = {
    ...(machine !== undefined && { machine: machine.name }),
    ...(transition !== undefined && { transition }),
    ...(fits !== undefined && { fits }),
  };
  const read = readFor(open, text, place);
  if ('refusal' in read) return { refusal: read.refusal };
  const { expression, type } = read.value;
  if (!keepsPast(program, origin, undefined) && asksForPast(emptyModel, [expression])) {
    return { refusal: t`This run does not record what was received or notified: nothing in the model tests it.` };
  }
  const { run, step: reached } = timeline.goTo(step);
  if (reached !== step) return { refusal: t`The run has no step ${String(step)}.` };
  try {
    const locals = event === undefined ? [] : [...event.keys()];
    const scope = machineScope(program, entity, locals);
    const frame = { run, self: entity, locals: event === undefined ? [] : [...event.values()] };
    const value = compileExpression(expression, scope)(frame);
    return { value: { ...inspectValue(program, { name: text, value, expression: text.trim() }), type } };
  } catch (error) {
    if (error instanceof RunError) return { refusal: error.message };
    throw error;
  }
}
