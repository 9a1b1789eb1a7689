/**
 * A second interpreter of machines, written from the pseudocode of SCXML 1.0 (appendix D) with sets of states and no
 * preparation. It supports one machine, alone in its model, and the few expressions and actions that
 * `random-machine.ts` generates.
 */
import type { Action } from '../../../../language/src/model/machines/action.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type { Machine, Transition } from '../../../../language/src/model/machines/machine.ts';
import { naiveValue } from './naive-value.ts';

/** An input of a machine: an event, or time in seconds. */
export type Stimulus =
  { readonly kind: 'event'; readonly event: string } | { readonly kind: 'wait'; readonly seconds: number }; // oxfmt-ignore

/** The machine itself as a state: `<scxml>`. */
const scxml = -1;

interface Waiting {
  readonly at: number;
  readonly order: number;
  readonly what: { readonly event: string } | { readonly timer: Transition; readonly source: number };
}

/**
 * Returns the actions of a machine: a line for each state left or entered, transition taken, log, and the variables
 * after each stimulus. `reached` counts what happened on the way.
 */
export function naiveRun(
  machine: Machine,
  stimuli: readonly Stimulus[],
  reached = new Map<string, number>(),
): string[] {
  const lines: string[] = [];
  interpret(machine, stimuli, lines, (what) => reached.set(what, (reached.get(what) ?? 0) + 1));
  return lines;
}

/** A selected transition with its source. */
type Chosen = readonly [number, Transition];

function interpret(
  machine: Machine,
  stimuli: readonly Stimulus[],
  lines: string[],
  count: (what: string) => void,
): void {
  const memories = new Map<number, readonly number[]>();
  const configuration = new Set<number>();
  const variables = new Map(machine.variables.map(({ name }) => [name, 0]));
  let queue: Waiting[] = [];
  let deferred: { readonly event: string }[] = [];
  /** The internal queue: raised events, and `done.state.…` as the state that is done. */
  const raised: { readonly event: string | number }[] = [];
  let [now, order] = [0, 0];
  let isChanged = false;
  /** The negation of `running`. */
  let isOver = false;

  const schedule = (at: number, what: Waiting['what']): void => {
    queue.push({ at, order: order++, what });
  };
  const transitionsOf = (state: number): readonly Transition[] =>
    state === scxml ? machine.transitions : (machine.states[state]?.transitions ?? []);
  const parentOf = (state: number): number => machine.states[state]?.parent ?? scxml;
  const properAncestors = (state: number): number[] =>
    state === scxml ? [] : [parentOf(state), ...properAncestors(parentOf(state))];
  const isDescendant = (state: number, of: number): boolean => properAncestors(state).includes(of);
  const documentOrder = (states: Iterable<number>): number[] => [...states].sort((a, b) => a - b);
  const isParallel = (state: number): boolean => machine.states[state]?.parallel === true;
  const childrenOf = (state: number): number[] => [...machine.states.keys()].filter((each) => parentOf(each) === state);
  const isAtomic = (state: number): boolean => ![...configuration].some((each) => isDescendant(each, state));
  const atomicStates = (): number[] =>
    configuration.size === 0 ? [scxml] : documentOrder(configuration).filter(isAtomic);

  const isIn = (name: string): boolean => [...configuration].some((state) => machine.states[state]?.name === name);
  const evaluate = (expression: Expression) => naiveValue(expression, { variables, isIn });
  const execute = (actions: readonly Action[]): void => {
    for (const action of actions) {
      if (action.kind === 'assign') variables.set(action.target.name, Number(evaluate(action.value)));
      else if (action.kind === 'log') lines.push(`log ${String(evaluate(action.text))}`);
      else if (action.kind === 'send') schedule(now, { event: action.event });
      else if (action.kind === 'raise') raised.push({ event: action.event });
    }
  };
  const isOpen = ({ guard }: Transition): boolean => guard === undefined || evaluate(guard) === true;

  /**
   * What `selectTransitions` finds for an atomic state; a deferral of a state comes after its transitions, and those on
   * any event are last.
   */
  const selectFrom = (
    atomic: number,
    isMeant: (transition: Transition, state: number) => boolean,
    event?: string,
  ): Chosen | 'defer' | undefined => {
    for (const state of [atomic, ...properAncestors(atomic)]) {
      const open = transitionsOf(state).find((transition) => isMeant(transition, state) && isOpen(transition));
      if (open !== undefined) return [state, open];
      const kept = state === scxml ? machine.deferred : machine.states[state]?.deferred;
      if (event !== undefined && kept?.includes(event) === true) return 'defer';
      for (const transition of event === undefined ? [] : transitionsOf(state))
        if (transition.trigger.kind === 'any' && isOpen(transition)) return [state, transition];
    }
    return undefined;
  };
  const select = (isMeant: Parameters<typeof selectFrom>[1], event?: string): readonly Chosen[] | 'defer' => {
    const found = atomicStates().map((atomic) => selectFrom(atomic, isMeant, event));
    const chosen: Chosen[] = [];
    for (const each of found) {
      if (each !== undefined && each !== 'defer' && !chosen.some(([, other]) => other === each[1])) chosen.push(each);
    }
    return chosen.length === 0 && found.includes('defer') ? 'defer' : withoutConflicts(chosen);
  };
  const selectFor = (event: string | number) =>
    typeof event === 'number'
      ? select(({ trigger }, state) => trigger.kind === 'done' && state === event)
      : select(({ trigger }) => trigger.kind === 'event' && trigger.event === event, event);

  /** `getEffectiveTargetStates`. */
  const targetsOf = ({ target, history }: Transition): readonly number[] => {
    if (target === undefined) return [];
    return history === undefined
      ? [target]
      : (memories.get(history) ?? [machine.histories?.[history]?.target ?? target]);
  };
  /** `getTransitionDomain`: the first proper ancestor of the source, not parallel, of which all targets are descendants. */
  const domainOf = ([source, transition]: Chosen): number =>
    [...(transition.isInternal === true ? [source] : []), ...properAncestors(source)].find(
      (state) => !isParallel(state) && targetsOf(transition).every((target) => isDescendant(target, state)),
    ) ?? scxml;
  const exitSet = (chosen: Chosen): readonly number[] =>
    chosen[1].target === undefined
      ? []
      : documentOrder(configuration).filter((state) => isDescendant(state, domainOf(chosen)));
  /** `removeConflictingTransitions`. */
  const withoutConflicts = (enabled: readonly Chosen[]): readonly Chosen[] => {
    let filtered: Chosen[] = [];
    for (const one of enabled) {
      let isPreempted = false;
      const toRemove: Chosen[] = [];
      for (const other of filtered) {
        if (!exitSet(one).some((state) => exitSet(other).includes(state))) continue;
        count('conflict');
        if (isDescendant(one[0], other[0])) toRemove.push(other);
        else {
          isPreempted = true;
          break;
        }
      }
      if (!isPreempted) filtered = [...filtered.filter((each) => !toRemove.includes(each)), one];
    }
    return filtered;
  };

  const addDescendants = (state: number, toEnter: Set<number>): void => {
    toEnter.add(state);
    if (isParallel(state)) addChildren(state, toEnter);
    else {
      const initial = childrenOf(state).find((each) => machine.states[each]?.initial);
      if (initial !== undefined) addDescendants(initial, toEnter);
    }
  };
  const addChildren = (parallel: number, toEnter: Set<number>): void => {
    for (const child of childrenOf(parallel)) {
      if (![...toEnter].some((state) => isDescendant(state, child))) addDescendants(child, toEnter);
    }
  };
  const addAncestors = (state: number, ancestor: number, toEnter: Set<number>): void => {
    for (const each of properAncestors(state)) {
      if (each === ancestor || each === scxml) return;
      toEnter.add(each);
      if (isParallel(each)) addChildren(each, toEnter);
    }
  };
  /** `computeEntrySet`, but for the domain that was left: once a history remembers, the pseudocode may find a smaller one. */
  const entrySet = ([, transition]: Chosen, domain: number): number[] => {
    const toEnter = new Set<number>();
    const targets = targetsOf(transition);
    const around = transition.history === undefined ? undefined : machine.histories?.[transition.history]?.state;
    for (const target of targets) addDescendants(target, toEnter);
    if (around !== undefined) for (const target of targets) addAncestors(target, around, toEnter);
    for (const target of targets) addAncestors(target, domain, toEnter);
    return [...toEnter];
  };
  const isInFinalState = (state: number): boolean =>
    isParallel(state)
      ? childrenOf(state).every(isInFinalState)
      : childrenOf(state).some((each) => machine.states[each]?.final === true && configuration.has(each));
  const enterStates = (toEnter: Iterable<number>): void => {
    for (const state of documentOrder(toEnter)) {
      // By the letter of SCXML, a history taken from within its state enters again what has not been left.
      if (configuration.has(state)) continue;
      configuration.add(state);
      isChanged = true;
      lines.push(`enter ${machine.states[state]?.name ?? ''}`);
      execute(machine.states[state]?.enter ?? []);
      armTimers(state);
      if (machine.states[state]?.final !== true) continue;
      const parent = parentOf(state);
      if (parent === scxml) {
        isOver = true;
        continue;
      }
      raised.push({ event: parent });
      if (isParallel(parentOf(parent)) && childrenOf(parentOf(parent)).every(isInFinalState)) {
        count('done');
        raised.push({ event: parentOf(parent) });
      }
    }
  };
  const armTimers = (source: number): void => {
    for (const timer of transitionsOf(source)) {
      if (timer.trigger.kind === 'after') schedule(now + Number(evaluate(timer.trigger.delay)), { timer, source });
    }
  };
  const exitStates = (toExit: readonly number[]): void => {
    for (const [index, { state, deep }] of (machine.histories ?? []).entries()) {
      if (!toExit.includes(state)) continue;
      const inside = deep ? atomicStates().filter((each) => isDescendant(each, state)) : childrenOf(state);
      memories.set(
        index,
        inside.filter((each) => configuration.has(each)),
      );
    }
    for (const state of documentOrder(toExit).reverse()) {
      execute(machine.states[state]?.leave ?? []);
      lines.push(`leave ${machine.states[state]?.name ?? ''}`);
      configuration.delete(state);
      queue = queue.filter(({ what }) => !('timer' in what) || what.source !== state);
    }
  };
  const microstep = (chosen: readonly Chosen[]): void => {
    for (const [, { place, history }] of chosen) {
      lines.push(`take ${place}`);
      if (history !== undefined) count(memories.has(history) ? 'remembered' : 'first');
    }
    if (atomicStates().length > 1) count(chosen.length > 1 ? 'together' : 'beside');
    const domains = chosen.map(domainOf);
    exitStates([...new Set(chosen.flatMap(exitSet))]);
    for (const [, { actions }] of chosen) execute(actions);
    enterStates(new Set(chosen.flatMap((each, index) => entrySet(each, domains[index] ?? scxml))));
  };
  const runToCompletion = (): void => {
    let offered: typeof deferred = [];
    while (!isOver) {
      const eventless = select(({ trigger }) => trigger.kind === 'always');
      if (eventless !== 'defer' && eventless.length > 0) {
        microstep(eventless);
        continue;
      }
      const internal = raised.shift();
      if (internal !== undefined) {
        const selected = selectFor(internal.event);
        if (selected === 'defer') deferred.push({ event: String(internal.event) });
        else if (selected.length > 0) microstep(selected);
        continue;
      }
      if (isChanged) offered = [...deferred];
      isChanged = false;
      const kept = offered.shift();
      if (kept === undefined) return;
      const selected = selectFor(kept.event);
      if (selected === 'defer') continue;
      deferred = deferred.filter((each) => each !== kept);
      if (selected.length > 0) microstep(selected);
    }
  };
  const happen = ({ what }: Waiting): void => {
    if (isOver) return;
    if ('event' in what) {
      const selected = selectFor(what.event);
      if (selected === 'defer') deferred.push({ event: what.event });
      else if (selected.length > 0) microstep(selected);
    } else if (isOpen(what.timer)) microstep([[what.source, what.timer]]);
    runToCompletion();
  };
  const runUntil = (until: number): void => {
    for (;;) {
      const next = queue.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (next === undefined) break;
      queue = queue.filter((each) => each !== next);
      now = next.at;
      happen(next);
    }
    now = until;
  };

  armTimers(scxml);
  const begun = new Set<number>();
  const first = childrenOf(scxml).find((state) => machine.states[state]?.initial);
  if (first !== undefined) addDescendants(first, begun);
  enterStates(begun);
  runToCompletion();
  runUntil(0);
  for (const stimulus of stimuli) {
    if (stimulus.kind === 'event') schedule(now, { event: stimulus.event });
    runUntil(stimulus.kind === 'wait' ? now + stimulus.seconds : now);
    lines.push([...variables].map(([name, value]) => `${name}=${value}`).join(' '));
  }
}
