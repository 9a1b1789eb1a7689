/**
 * Dead variables: in some states of a machine the value of a variable makes no difference, because it is always written
 * before it is read again. There one value stands for all, which changes no run and no verdict. After the analysis of
 * live variables that compilers make; where a machine is not plain enough for it, all its variables are alive.
 */
import type { Action } from '../../../model/machines/action.ts';
import type { DeclaredState, Machine, Transition, Trigger } from '../../../model/machines/machine.ts';
import type { Type } from '../../../model/machines/expression.ts';
import type { Model } from '../../../model/model.ts';
import type { Check } from '../../../model/scenario.ts';
import { itemAt, required } from '../../../model/common/lookup.ts';
import { isBuiltInEvent } from '../../kernel/machines/answers.ts';
import type { MachineProgram, Program, TransitionProgram } from '../../kernel/run.ts';
import { isStateWithin } from '../../kernel/machines/state-tree.ts';
import { staysExact } from './amounts.ts';
import { joined, liveBefore, type Own, readsOf } from './live-before.ts';
import { keepsAlive, ownVariables } from './own-variables.ts';
import { hasKind } from './time-kept.ts';

/** Returns the slots of a machine's dead variables by the number of its configuration, which may be negative. */
export type DeadSlots = (machine: MachineProgram, configuration: number) => readonly number[];

/** In every state all variables are alive. */
export const noneDead: DeadSlots = () => [];

/** Finds the dead variables of all machines. Cost: O(states × transitions × variables) for each machine. */
export function deadVariables({ model, machineOf }: Program, check: Check): DeadSlots {
  const [own, isExact] = [ownVariables(model, check), staysExact(model, check)];
  const sent = sentEvents(model, check);
  const isUnheard = unheardEvents(model, check);
  const unheard = (event: string, index: number): Type | undefined => {
    const [first, ...others] = model.events.filter(({ name }) => name === event);
    return isUnheard(event) && others.length === 0 ? first?.parameters[index]?.type : undefined;
  };
  const mayStandStill = model.entities.some(({ kind }) => kind === 'node');
  const known = new Map<MachineProgram, Live | undefined>();
  for (const { id, machine: index } of model.entities) {
    const program = machineOf[id];
    if (program === undefined || index === undefined || known.has(program)) continue;
    const machine = itemAt(model.machines, index);
    const life = { beginsOnce: !comesBack(model, check, index), mayStandStill };
    known.set(program, liveVariables({ program, machine, names: itemAt(own, index), sent, unheard, isExact, ...life }));
  }
  const found = new Map<MachineProgram, Map<number, readonly number[]>>();
  return (machine, configuration) => {
    const live = known.get(machine);
    if (live === undefined) return [];
    let slots = found.get(machine);
    if (slots === undefined) found.set(machine, (slots = new Map<number, readonly number[]>()));
    let dead = slots.get(configuration);
    if (dead === undefined) slots.set(configuration, (dead = deadIn(machine, live, configuration)));
    return dead;
  };
}

function deadIn(machine: MachineProgram, { names, inactive, byState }: Live, configuration: number): number[] {
  // What is in no state, and remembers nothing, is -1.
  const live = configuration === -1 ? inactive : byState.get(configuration);
  if (live === undefined) return [];
  return [...names].filter((name) => !live.has(name)).map((name) => required(machine.slots.get(name)));
}

/** The events that anything sends or raises: of the others that the model declares, none ever arrives. */
function sentEvents(model: Model, check: Check): (event: string) => boolean {
  const sent = new Set<string>();
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('kind' in part && (part.kind === 'send' || part.kind === 'raise') && 'event' in part)
      sent.add(String(part.event));
    for (const each of Object.values(part)) collect(each);
  };
  collect([model.machines, model.entities, check.steps, check.possibilities]);
  const declared = new Set(model.events.map(({ name }) => name));
  return (event) => sent.has(event) || isBuiltInEvent(event) || !declared.has(event);
}

/** Returns true if an entity that runs a machine may come to life: as part of what a fault strikes, or by an action. */
function comesBack({ entities, machines }: Model, { possibilities }: Check, index: number): boolean {
  const actions = [machines, possibilities, entities.map((each) => [each.actions, each.destructor])];
  if (hasKind(actions, new Set(['create', 'restart']))) return true;
  return entities.some(({ machine, kind, parent }) => machine === index && (kind !== 'region' || parent !== undefined));
}

/** Returns what is true of events whose arguments no machine reads, and that keep nothing alive. */
export function unheardEvents(model: Model, check: Check): (event: string) => boolean {
  if (keepsAlive(model, check)) return () => false;
  const { machines } = model;
  const heard = new Set<string>();
  for (const { trigger, guard, actions } of machines.flatMap((machine) => transitionsOf(machine))) {
    if (trigger.kind !== 'event') continue;
    if (trigger.parameters.some((name) => mentionsLocal([guard, actions], name))) heard.add(trigger.event);
  }
  return (event) => !heard.has(event);
}

const transitionsOf = ({ states, transitions }: Machine): Transition[] => [
  ...states.flatMap((state) => state.transitions),
  ...transitions,
];

function mentionsLocal(part: unknown, name: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if ('kind' in part && part.kind === 'local' && 'name' in part && part.name === name) return true;
  return Object.values(part).some((each) => mentionsLocal(each, name));
}

interface OneMachine {
  readonly program: MachineProgram;
  readonly machine: Machine;
  readonly names: ReadonlySet<string>;
  readonly sent: (event: string) => boolean;
  readonly unheard: Own['unheard'];
  readonly isExact: Own['isExact'];
  /** True if no entity that runs it comes to life again. */
  readonly beginsOnce: boolean;
  /** True if what is alive may stand still before its machine begins. */
  readonly mayStandStill: boolean;
}

/** The variables that are alive: while the machine is in no state, and by innermost state. */
interface Live {
  readonly names: ReadonlySet<string>;
  readonly inactive: ReadonlySet<string>;
  readonly byState: ReadonlyMap<number, ReadonlySet<string>>;
}

type Names = ReadonlySet<string>;

/** Returns undefined where states are active together or are remembered, so that a leaf is not all there is. */
function liveVariables({
  program,
  machine,
  names,
  sent,
  unheard,
  isExact,
  beginsOnce,
  mayStandStill,
}: OneMachine): Live | undefined {
  const { tree, start, states, transitions } = program;
  if (!tree.isPlain || names.size === 0) return undefined;
  const levels: readonly Pick<DeclaredState, 'enter' | 'leave' | 'transitions'>[] = [
    ...machine.states,
    { enter: [], leave: [], transitions: machine.transitions },
  ];
  const declared = levels.flatMap((level) => level.transitions);
  const leaves = [...levels.keys()].filter((state) => itemAt(tree.inner, state).length === 0);
  const types = new Map(machine.variables.map(({ name, type }) => [name, type]));
  const isKept = new Set(
    machine.variables.filter(({ persistent }) => persistent || mayStandStill).map(({ name }) => name),
  );
  const live = new Map(leaves.map((leaf): [number, Names] => [leaf, new Set()]));
  let inactive: Names = new Set();
  const begin = [levels.length - 1, ...start];
  /** An entity may end at any time; what its machine then reads of what it keeps is alive all the time. */
  const own = (): Own => ({ names, lets: machine.lets, types, unheard, isExact, always: inactive });
  const through = (blocks: readonly (readonly Action[])[], after: Names): Names =>
    blocks.reduceRight((later, block) => liveBefore(own(), block, later), after);
  /** Entering arms timers after the block of each state. */
  const entering = (entered: readonly number[], after: Names): Names =>
    entered.reduceRight((later, index) => {
      const { enter, transitions: inState } = itemAt(levels, index);
      const delays = inState.flatMap(({ trigger }) => (trigger.kind === 'after' ? trigger.delay : []));
      return liveBefore(own(), enter, joined(later, readsOf(own(), delays)));
    }, after);
  const afterAll = (entered: readonly number[]): Names | undefined => live.get(entered.at(-1) ?? -1);
  const along = (leaf: number, transition: Transition, compiled: TransitionProgram): Names | undefined => {
    const { guard, actions, target } = transition;
    const here = required(live.get(leaf));
    let later: Names | undefined = here;
    if (target === undefined) later = through([actions], here);
    else {
      const after = afterAll(compiled.entered);
      if (after === undefined) return undefined;
      const left = itemAt(tree.paths, leaf).filter((index) => isStateWithin(tree, index, compiled.domain));
      later = through(
        [...left.map((index) => itemAt(levels, index).leave), actions],
        entering(compiled.entered, after),
      );
    }
    return joined(later, readsOf(own(), guard));
  };
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    const first = afterAll(begin);
    if (first === undefined) return undefined;
    // What is not kept is set when an entity comes to life, where its machine begins in the same step.
    const begun = beginsOnce ? [] : [...entering(begin, first)].filter((name) => isKept.has(name));
    if (begun.length > inactive.size) [inactive, isChanged] = [new Set(begun), true];
    for (const [leaf, known] of live) {
      let now = joined(known, inactive);
      const reacting = states[leaf]?.isEnd === true ? [] : itemAt(tree.paths, leaf);
      for (const compiled of transitions) {
        const transition = itemAt(declared, compiled.number);
        if (!reacting.includes(compiled.source) || !canHappen(transition.trigger, sent)) continue;
        const before = along(leaf, transition, compiled);
        if (before === undefined) return undefined;
        now = joined(now, before);
      }
      if (now.size === known.size) continue;
      live.set(leaf, now);
      isChanged = true;
    }
  }
  return { names, inactive, byState: live };
}

function canHappen(trigger: Trigger, sent: (event: string) => boolean): boolean {
  return trigger.kind !== 'event' || sent(trigger.event);
}
