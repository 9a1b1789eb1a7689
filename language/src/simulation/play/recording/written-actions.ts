/**
 * Actions by their text: those that scenarios and checks of a model write, and any verb with the name of an entity. So
 * a trace or a log can name what was done to a system from outside.
 */
import type { Action, EndStep, PlaceId } from '../../../model/machines/action.ts';
import { oncePer } from '../../../model/common/once-per.ts';
import type { Step } from '../../../model/scenario.ts';
import { compileAction } from '../../program/actions.ts';
import { scenarioScope } from '../../program/program.ts';
import type { Execute, Program } from '../../kernel/run.ts';
import { stepTextAt } from './step-texts.ts';

/** An action that somebody outside takes. */
export interface NamedAction {
  readonly execute: Execute;
  /** Absent if no text of the model has it. */
  readonly place: PlaceId | undefined;
}

/**
 * Returns the action with a text, such as `delete prod` or `crash fs under careful`; undefined if the model writes no
 * such action and it is no verb with the name of an entity. Cost: O(scenarios), once.
 */
export const actionNamed = (program: Program, text: string): NamedAction | undefined =>
  actionsByText(program).get(text) ?? plainAction(program, text);

const actionsByText = oncePer(writtenActions);

const judged: ReadonlySet<string> = new Set(['expect', 'run', 'within']);

/** Steps within a `for` need values for its names, and so are left out. */
function writtenActions(program: Program): Map<string, NamedAction> {
  const scope = scenarioScope(program);
  const found = new Map<string, NamedAction>();
  const add = (action: Action, place: PlaceId): void => {
    const text = stepTextAt(program.model, place);
    if (text === undefined || found.has(text)) return;
    found.set(text, { execute: compileAction(action, scope), place });
  };
  const visit = (step: Step): void => {
    if (step.kind === 'at') {
      if (step.step !== undefined) visit(step.step);
    } else if (step.kind !== 'each' && !judged.has(step.kind)) add(step as Action, step.place);
  };
  const { scenarios, checks } = program.model;
  for (const { steps } of [...scenarios, ...checks]) steps.forEach(visit);
  for (const { possibilities } of checks) for (const { action, place } of possibilities) add(action, place);
  return found;
}

/** No text of the model has it. */
const nowhere: PlaceId = -1;

const verbs: Readonly<Record<EndStep | 'delete', true>> = {
  ...{ create: true, destroy: true, evict: true, remove: true },
  ...{ crash: true, halt: true, restart: true, delete: true },
};

const isVerb = (word: string): word is EndStep | 'delete' => Object.hasOwn(verbs, word);

function plainAction(program: Program, text: string): NamedAction | undefined {
  const [, verb = '', quoted = ''] = /^([a-z]+) (.+)$/s.exec(text) ?? [];
  const name = quoted.replace(/^'(.*)'$/s, '$1');
  const entity = program.model.entities.find((each) => each.name === name || each.name === quoted);
  if (entity === undefined || !isVerb(verb)) return undefined;
  const targets = [{ kind: 'entity', entity: entity.id }] as const;
  const action: Action =
    verb === 'delete'
      ? { kind: verb, place: nowhere, targets, mode: undefined, policy: undefined }
      : { kind: verb, place: nowhere, targets, policy: undefined };
  return { execute: compileAction(action, scenarioScope(program)), place: undefined };
}
