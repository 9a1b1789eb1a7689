/**
 * The events that a check's environment may send, over a run at its start: the layout of states and one event for each
 * possibility. No code is generated yet.
 */
import type { PlaceId } from '../../model/machines/action.ts';
import type { Check, Possibility } from '../../model/scenario.ts';
import type { Program, Run } from '../kernel/run.ts';
import { arrayCells, type Cells } from './cells.ts';
import { type Code, singleCode, truth } from './code.ts';
import { emit, type Emitting } from './emit-expression.ts';
import { emitCanTake, emitCompletion, emitOffer, type Exits, type EnvironmentSending } from './emit-rules.ts';
import { logical } from './emit-operators.ts';
import { type Layout, layOut, store } from './layout.ts';
import { Unsupported } from './unsupported.ts';
import { at, required } from '../../model/common/lookup.ts';

/** A model whose environment only sends events to machines that compute. */
export interface PreparedRules {
  readonly program: Program;
  readonly layout: Layout;
  readonly start: Int32Array;
  readonly rules: readonly PreparedRule[];
  /** All places of what may happen are less than this. */
  readonly places: number;
  /** Returns true if a variable of that name makes a difference. */
  readonly isRead: (name: string) => boolean;
  /** Returns the context of an expression of the check. */
  readonly around: (cells: Cells) => Emitting;
}

/** An event that may be sent. */
export interface PreparedRule extends EnvironmentSending {
  readonly place: PlaceId;
  /** The counter of times it was sent, and the most times; absent without limit. */
  readonly limit: { readonly counter: number; readonly upTo: number } | undefined;
}

/** Prepares a check. Throws `Unsupported` where it needs the interpreter. */
export function prepareRules(
  { program, state }: Run,
  check: Check,
  isRead: PreparedRules['isRead'] = () => true,
): PreparedRules {
  // Where nothing is under way, nothing can be lost, duplicated or overtaken.
  if (check.faults.some(({ kind }) => kind === 'crash' || kind === 'halt')) throw new Unsupported('crashes');
  if (check.faults.some(({ kind }) => kind === 'pause')) throw new Unsupported('pauses');
  if (state.agenda.length > 0 || state.held.length > 0) throw new Unsupported('timers and messages under way');
  if (state.deferred.size > 0) throw new Unsupported('deferred events');
  if (program.model.collectors.length > 0) throw new Unsupported('keepalive collection');
  if (program.model.entities.some(({ kind }) => kind === 'node')) throw new Unsupported('nodes');
  if (program.model.entities.some(({ absent }) => absent))
    throw new Unsupported('entities that are created or destroyed');
  const layout = layOut(program, check);
  const around = (cells: Cells): Emitting => ({
    ...{ program, layout, cells, failed: '', values: state.values },
    ...{ self: undefined, locals: new Map(), depth: 0 },
  });
  const rules = check.possibilities.map((possibility, index) =>
    ruleOf(possibility, layout.counterOf[index], around(arrayCells)),
  );
  return {
    program,
    layout,
    start: startOf(program, layout, { program, state }),
    rules,
    places: placesOf(program, rules),
    isRead,
    around,
  };
}

function placesOf({ machineOf }: Program, rules: readonly PreparedRule[]): number {
  const transitions = machineOf.flatMap((machine) => machine?.transitions ?? []);
  return 1 + [...transitions, ...rules].reduce((most, { place }) => Math.max(most, place), 0);
}

/** Generates the code of a rule: the offer of the event, and what follows from it. */
export function emitRule(around: Emitting, rule: PreparedRule, { taken, dropped }: Exits): string {
  const { limit } = rule;
  const counter = limit === undefined ? '' : around.cells.read({ base: limit.counter });
  const isSpent = limit === undefined ? '' : `if(${counter}>=${limit.upTo}){${dropped}}`;
  const counted = limit === undefined ? '' : around.cells.write({ base: limit.counter }, `${counter}+1`);
  const offer = emitOffer(around, rule, { taken: 'break T;', dropped });
  const mark = around.mark?.(rule.place) ?? '';
  return `${isSpent}T:{${offer}}${mark}${counted}${emitCompletion(around)}${taken}`;
}

/** Generates the condition that a rule would apply. */
export function emitCanApply(around: Emitting, rule: PreparedRule): Code {
  const { limit } = rule;
  const isLeft =
    limit === undefined ? truth('', true) : truth(`${around.cells.read({ base: limit.counter })}<${limit.upTo}`);
  return logical('and', isLeft, () => emitCanTake(around, rule));
}

function ruleOf({ action, upTo, place }: Possibility, counter: number | undefined, around: Emitting): PreparedRule {
  if (action.kind !== 'send') throw new Unsupported(`"may ${action.kind}"`);
  const to = singleCode(emit(action.to, around));
  if (to.value === undefined) throw new Unsupported('sending to a variable entity');
  const values = action.arguments.map((each) => singleCode(emit(each, around)));
  // The text of a value would be evaluated after the rule has begun to change the state.
  if (values.some(({ value }) => value === undefined)) throw new Unsupported('sending a variable value');
  const limit = upTo === undefined || counter === undefined ? undefined : { counter, upTo };
  return { to: to.value, event: action.event, values, limit, place };
}

function startOf(program: Program, layout: Layout, { state }: Pick<Run, 'program' | 'state'>): Int32Array {
  const start = new Int32Array(layout.size);
  for (const entity of program.active) {
    start[required(layout.leafOf.get(entity))] = at(state.active, entity);
    for (const [name, field] of layout.fieldsOf.get(entity) ?? []) {
      const slot = required(program.machineOf[entity]?.slots.get(name));
      store(start, field, state.values[at(program.slotsFrom, entity) + slot] ?? null);
    }
  }
  return start;
}
