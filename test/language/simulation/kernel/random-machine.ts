/**
 * Random machines and their inputs: nested states, internal, external and self transitions, eventless ones, those on any
 * event and on `done`, raised events, timers of inner and outer states, deferrals, and guards over two small variables.
 */
import fc from 'fast-check';
import type { Action } from '../../../../language/src/model/machines/action.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type {
  History,
  Machine,
  DeclaredState,
  Transition,
  Trigger,
} from '../../../../language/src/model/machines/machine.ts';
import { emptyModel, type Model } from '../../../../language/src/model/model.ts';
import type { Stimulus } from './naive-machine.ts';

const events = ['E', 'F', 'G'];
const [event, variable] = [fc.constantFrom(...events), fc.constantFrom('a', 'b')];

const number = (value: number): Expression => ({ kind: 'number', numerator: value, denominator: 1 });
const read = (name: string): Expression => ({ kind: 'property', of: { kind: 'self' }, name });
const binary = (left: Expression, operator: '+' | '*' | '%' | '<' | '==' | 'and', right: Expression): Expression => ({
  kind: 'binary',
  operator,
  left,
  right,
});

const guard: fc.Arbitrary<Expression> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(variable, fc.nat(2)).map(([name, value]) => binary(read(name), '==', number(value))),
  },
  { weight: 1, arbitrary: fc.constant(binary(read('a'), '<', read('b'))) },
  {
    weight: 1,
    arbitrary: fc
      .nat(5)
      .map((index): Expression => ({ kind: 'in state', subject: { kind: 'self' }, state: `S${index}` })),
  },
  {
    weight: 1,
    arbitrary: fc.nat(5).map((index): Expression => ({
      kind: 'not',
      operand: { kind: 'in state', subject: { kind: 'self' }, state: `S${index}` },
    })),
  },
);

const assignment = fc.tuple(variable, fc.integer({ min: 1, max: 2 })).map(([name, by]) => assigned(name, by));
const log = fc.nat(9).map((mark): Action => ({
  kind: 'log',
  place: 0,
  text: { kind: 'text', parts: [`${mark} `, read('a'), read('b')] },
}));
const sending = event.map((name): Action => ({
  kind: 'send',
  place: 0,
  event: name,
  arguments: [],
  to: { kind: 'self' },
}));
const raising = event.map((name): Action => ({ kind: 'raise', place: 0, event: name, arguments: [] }));
const block = fc.array(fc.oneof(assignment, log), { maxLength: 2 });
const actions = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: assignment },
    { weight: 3, arbitrary: log },
    { weight: 1, arbitrary: sending },
    { weight: 1, arbitrary: raising },
  ),
  { maxLength: 2 },
);

const delay = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map((seconds): Expression => ({ kind: 'duration', milliseconds: seconds * 1000 })),
  variable.map((name) => binary(binary(read(name), '+', number(1)), '*', { kind: 'duration', milliseconds: 1000 })),
);
const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  { weight: 5, arbitrary: event.map((name): Trigger => ({ kind: 'event', event: name, parameters: [] })) },
  { weight: 2, arbitrary: fc.constant<Trigger>({ kind: 'always' }) },
  { weight: 1, arbitrary: fc.constant<Trigger>({ kind: 'any' }) },
  { weight: 1, arbitrary: fc.constant<Trigger>({ kind: 'done' }) },
  { weight: 2, arbitrary: delay.map((each): Trigger => ({ kind: 'after', delay: each })) },
);
interface TransitionDraft {
  readonly trigger: Trigger;
  readonly guard: Expression | undefined;
  readonly actions: readonly Action[];
  readonly target: number | undefined;
  readonly isInternal: boolean;
}
const transitionDraft: fc.Arbitrary<TransitionDraft> = fc
  .record({
    trigger,
    guard: fc.option(guard, { nil: undefined, freq: 2 }),
    actions,
    target: fc.option(fc.nat(50), { nil: undefined, freq: 3 }),
    isInternal: fc.nat(3).map((each) => each === 0),
  })
  .map(tamed);

/** Keeps runs finite: eventless transitions and those on `done` burn fuel, and events only send later ones. */
function tamed(draft: TransitionDraft): TransitionDraft {
  const isAlways = draft.trigger.kind === 'always' || draft.trigger.kind === 'done';
  const from = draft.trigger.kind === 'event' ? draft.trigger.event : draft.trigger.kind === 'any' ? 'G' : 'F';
  const actions = draft.actions.filter(
    (action) => (action.kind !== 'send' && action.kind !== 'raise') || action.event > from,
  );
  if (!isAlways) return { ...draft, actions };
  const fueled = binary(read('fuel'), '<', number(12));
  const guard = draft.guard === undefined ? fueled : binary(fueled, 'and', draft.guard);
  return { ...draft, guard, actions: [...actions, burned] };
}

const burned: Action = {
  kind: 'assign',
  place: 0,
  target: { of: undefined, name: 'fuel', key: undefined },
  value: binary(read('fuel'), '+', number(1)),
};

const deferral = fc.subarray(events, { maxLength: 2 });
const stateParts = {
  parent: fc.option(fc.nat(50), { nil: undefined, freq: 3 }),
  enter: block,
  leave: block,
  transitions: fc.array(transitionDraft, { maxLength: 3 }),
  deferred: fc.oneof({ weight: 2, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: deferral }),
  isInitial: fc.boolean(),
  isFinal: fc.nat(4).map((each) => each === 0),
};
const stateDraft = fc.record(stateParts);
type StateDraft = (typeof stateDraft extends fc.Arbitrary<infer T> ? T : never) & { readonly isParallel?: boolean };

const ofMachine = {
  transitions: fc.array(transitionDraft, { maxLength: 2 }),
  deferred: fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: deferral }),
};

/** A machine of up to seven states in up to seven levels. */
export const machine: fc.Arbitrary<Machine> = fc
  .record({ states: fc.array(stateDraft, { minLength: 1, maxLength: 7 }), ...ofMachine })
  .map(({ states, transitions, deferred }) => machineOf({ states, transitions, deferred, histories: [] }));

const historyDraft = fc.record({ state: fc.nat(50), deep: fc.boolean(), target: fc.nat(50) });
type HistoryDraft = typeof historyDraft extends fc.Arbitrary<infer T> ? T : never;

/** A machine of up to eleven states with parallel ones and histories. */
export const chart: fc.Arbitrary<Machine> = fc
  .record({
    states: fc.array(
      fc.record({
        ...stateParts,
        parent: fc.option(fc.nat(50), { nil: undefined, freq: 8 }),
        isParallel: fc.nat(2).map((each) => each > 0),
      }),
      { minLength: 4, maxLength: 11 },
    ),
    histories: fc.array(historyDraft, { maxLength: 3 }),
    ...ofMachine,
  })
  .map(machineOf);

/** The inputs of a machine: events, and time in whole seconds. */
export const stimuli: fc.Arbitrary<Stimulus[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: event.map((name): Stimulus => ({ kind: 'event', event: name })) },
    { weight: 1, arbitrary: fc.nat(5).map((seconds): Stimulus => ({ kind: 'wait', seconds })) },
  ),
  { minLength: 1, maxLength: 14 },
);

/** Returns a model with nothing but a PD that runs the machine. */
export const modelWith = (made: Machine): Model => ({
  ...emptyModel,
  entities: [
    {
      id: 0,
      kind: 'pd',
      name: 'p',
      parent: undefined,
      type: undefined,
      copy: undefined,
      root: false,
      absent: false,
      machine: 0,
      settings: [],
      actions: [],
      data: [],
      destructor: undefined,
      documentation: undefined,
    },
  ],
  events: events.map((name) => ({ name, machine: undefined, parameters: [] })),
  machines: [made],
});

function assigned(name: string, by: number): Action {
  const value = binary(binary(read(name), '+', number(by)), '%', number(3));
  return { kind: 'assign', place: 0, target: { of: undefined, name, key: undefined }, value };
}

interface MachineDraft {
  readonly states: readonly StateDraft[];
  readonly transitions: readonly TransitionDraft[];
  readonly deferred: readonly string[];
  readonly histories: readonly HistoryDraft[];
}

function machineOf({ states: drafts, transitions, deferred, histories: remembered }: MachineDraft): Machine {
  const parents = drafts.map(({ parent }, index) => (parent === undefined || index === 0 ? undefined : parent % index));
  const order = inDocumentOrder(parents);
  const isParallel = (index: number | undefined): boolean =>
    index !== undefined && drafts[index]?.isParallel === true && parents.includes(index);
  const histories = historiesOf(remembered, parents, order);
  let place = 1;
  const finished = ({ isInternal, ...draft }: TransitionDraft): Transition => {
    const internal = isInternal && draft.target !== undefined ? { isInternal } : {};
    const target = draft.target === undefined ? undefined : draft.target % (drafts.length + histories.length);
    const history = histories[(target ?? 0) - drafts.length];
    return history === undefined
      ? { ...draft, ...internal, target, place: place++ }
      : { ...draft, ...internal, target: history.state, history: histories.indexOf(history), place: place++ };
  };
  const variables = ['a', 'b', 'fuel'].map((name) => ({
    name,
    type: { kind: 'int' } as const,
    initial: undefined,
    place: 0,
    persistent: false,
  }));
  return {
    name: 'M',
    for: undefined,
    parameters: [],
    variables,
    lets: [],
    requirements: [],
    transitions: transitions.map(finished),
    deferred,
    states: order.map((index, position): DeclaredState => {
      const draft = drafts[index];
      if (draft === undefined) throw new Error('Every position has a state.');
      const parent = parents[index];
      const isFinal = draft.isFinal && !parents.includes(index) && !isParallel(parent);
      return {
        name: `S${position}`,
        parent: parent === undefined ? undefined : order.indexOf(parent),
        initial: !isParallel(parent) && initialOf(drafts, parents, parent) === index,
        final: isFinal,
        parallel: isParallel(index),
        enter: draft.enter,
        leave: isFinal && parent === undefined ? [] : draft.leave,
        transitions: isFinal ? [] : draft.transitions.map(finished),
        deferred: isFinal ? [] : draft.deferred,
        place: 0,
      };
    }),
    histories,
    documentation: undefined,
    place: 0,
  };
}

/** Returns the histories, each of a state with others in it; their states are meant by their positions. */
function historiesOf(
  drafts: readonly HistoryDraft[],
  parents: readonly (number | undefined)[],
  order: readonly number[],
): History[] {
  const outer = [...parents.keys()].filter((index) => parents.includes(index));
  const isIn = (index: number | undefined, state: number): boolean =>
    index !== undefined && (parents[index] === state || isIn(parents[index], state));
  return drafts.flatMap(({ state: which, deep, target }, index): History[] => {
    const state = outer[which % outer.length];
    if (state === undefined) return [];
    const inner = [...parents.keys()].filter((each) => (deep ? isIn(each, state) : parents[each] === state));
    const first = order.indexOf(inner[target % inner.length] ?? state);
    return [{ name: `H${index}`, state: order.indexOf(state), deep, persistent: false, target: first, place: 0 }];
  });
}

/** Orders outer states before inner ones, as in a text. */
function inDocumentOrder(parents: readonly (number | undefined)[]): number[] {
  const within = (parent: number | undefined): number[] =>
    parents.flatMap((each, index) => (each === parent ? [index, ...within(index)] : []));
  return within(undefined);
}

/** Returns the initial state of a level: the last one declared so, otherwise the first. */
function initialOf(
  drafts: readonly StateDraft[],
  parents: readonly (number | undefined)[],
  parent: number | undefined,
): number | undefined {
  const level = [...parents.keys()].filter((index) => parents[index] === parent);
  return level.findLast((index) => drafts[index]?.isInitial === true) ?? level[0];
}
