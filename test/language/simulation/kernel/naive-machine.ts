/**
 * A second interpreter of machines, written from the pseudocode of SCXML 1.0 (appendix D) with sets of states and no
 * preparation. It supports one machine, alone in its model, and the few expressions and actions that
 * `random-machine.ts` generates.
 */
import type { Action } from '../../../../language/src/model/action.ts';
import type { Expression } from '../../../../language/src/model/expression.ts';
import type { Machine, Transition } from '../../../../language/src/model/machine.ts';

/** An input of a machine: an event, or time in seconds. */
export type Stimulus =
  { readonly kind: 'event'; readonly event: string } | { readonly kind: 'wait'; readonly seconds: number };

/** The machine itself as a state: `<scxml>`. */
const scxml = -1;

interface Waiting {
  readonly at: number;
  readonly order: number;
  readonly what: { readonly event: string } | { readonly timer: Transition; readonly source: number };
}

/**
 * Returns the actions of a machine: a line for each state left or entered, transition taken, log, and the variables
 * after each stimulus.
 */
export function naiveRun(machine: Machine, stimuli: readonly Stimulus[]): string[] {
  const lines: string[] = [];
  interpret(machine, stimuli, lines);
  return lines;
}

function interpret(machine: Machine, stimuli: readonly Stimulus[], lines: string[]): void {
  const configuration = new Set<number>();
  const variables = new Map(machine.variables.map(({ name }) => [name, 0]));
  let queue: Waiting[] = [];
  let deferred: { readonly event: string }[] = [];
  /** The internal queue: raised events, and `done.state.…` as the state that is done. */
  const raised: { readonly event: string | number }[] = [];
  let [now, order] = [0, 0];
  let isChanged = false;
  /** The negation of `running`: a final state of the outermost level is entered. */
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
  const atomic = (): number =>
    documentOrder(configuration).find((state) => ![...configuration].some((each) => isDescendant(each, state))) ??
    scxml;

  const evaluate = (expression: Expression): number | boolean | string => {
    const number = (each: Expression): number => Number(evaluate(each));
    switch (expression.kind) {
      case 'number':
        return expression.numerator;
      case 'property':
        return variables.get(expression.name) ?? 0;
      case 'not':
        return !evaluate(expression.operand);
      case 'in state':
        return [...configuration].some((state) => machine.states[state]?.name === expression.state);
      case 'text':
        return expression.parts.map((part) => (typeof part === 'string' ? part : String(evaluate(part)))).join('');
      case 'duration':
        return expression.milliseconds / 1000;
      case 'binary': {
        if (expression.operator === 'and')
          return evaluate(expression.left) === true && evaluate(expression.right) === true;
        const [left, right] = [number(expression.left), number(expression.right)];
        if (expression.operator === '+') return left + right;
        if (expression.operator === '*') return left * right;
        if (expression.operator === '%') return left % right;
        if (expression.operator === '<') return left < right;
        return left === right;
      }
      default:
        throw new Error(`Random machines have no ${expression.kind}.`);
    }
  };
  const execute = (actions: readonly Action[]): void => {
    for (const action of actions) {
      if (action.kind === 'assign') variables.set(action.target.name, Number(evaluate(action.value)));
      else if (action.kind === 'log') lines.push(`log ${String(evaluate(action.text))}`);
      else if (action.kind === 'send') schedule(now, { event: action.event });
      else if (action.kind === 'raise') raised.push({ event: action.event });
    }
  };
  const isOpen = ({ guard }: Transition): boolean => guard === undefined || evaluate(guard) === true;

  /** `selectTransitions`, where in a state a deferral comes after its transitions, and those on any event are last. */
  const select = (
    isMeant: (transition: Transition, state: number) => boolean,
    event?: string,
  ): [number, Transition] | 'defer' | undefined => {
    for (const state of [atomic(), ...properAncestors(atomic())]) {
      for (const transition of transitionsOf(state))
        if (isMeant(transition, state) && isOpen(transition)) return [state, transition];
      const kept = state === scxml ? machine.deferred : machine.states[state]?.deferred;
      if (event !== undefined && kept?.includes(event) === true) return 'defer';
      for (const transition of event === undefined ? [] : transitionsOf(state))
        if (transition.trigger.kind === 'any' && isOpen(transition)) return [state, transition];
    }
    return undefined;
  };
  const selectFor = (event: string | number) =>
    typeof event === 'number'
      ? select(({ trigger }, state) => trigger.kind === 'done' && state === event)
      : select(({ trigger }) => trigger.kind === 'event' && trigger.event === event, event);

  /** `findLCCA`: the first proper ancestor of the source of which the target is a descendant. */
  const domainOf = (source: number, target: number): number =>
    properAncestors(source).find((state) => isDescendant(target, state)) ?? scxml;

  const addDescendants = (state: number, toEnter: Set<number>): void => {
    toEnter.add(state);
    const initial = machine.states.findIndex((each, index) => parentOf(index) === state && each.initial);
    if (initial >= 0) addDescendants(initial, toEnter);
  };
  const enterStates = (target: number, domain: number): void => {
    const toEnter = new Set<number>();
    addDescendants(target, toEnter);
    for (const state of properAncestors(target)) if (state !== scxml && isDescendant(state, domain)) toEnter.add(state);
    for (const state of documentOrder(toEnter)) {
      configuration.add(state);
      isChanged = true;
      lines.push(`enter ${machine.states[state]?.name ?? ''}`);
      execute(machine.states[state]?.enter ?? []);
      armTimers(state);
      if (machine.states[state]?.final !== true) continue;
      if (parentOf(state) === scxml) isOver = true;
      else raised.push({ event: parentOf(state) });
    }
  };
  const armTimers = (source: number): void => {
    for (const timer of transitionsOf(source)) {
      if (timer.trigger.kind === 'after') schedule(now + Number(evaluate(timer.trigger.delay)), { timer, source });
    }
  };
  const exitStates = (domain: number): void => {
    for (const state of documentOrder(configuration).reverse()) {
      if (!isDescendant(state, domain)) continue;
      execute(machine.states[state]?.leave ?? []);
      lines.push(`leave ${machine.states[state]?.name ?? ''}`);
      configuration.delete(state);
      queue = queue.filter(({ what }) => !('timer' in what) || what.source !== state);
    }
  };
  const microstep = (source: number, { target, actions, place, isInternal }: Transition): void => {
    lines.push(`take ${place}`);
    if (target === undefined) {
      execute(actions);
      return;
    }
    const domain = isInternal === true && isDescendant(target, source) ? source : domainOf(source, target);
    exitStates(domain);
    execute(actions);
    enterStates(target, domain);
  };
  const runToCompletion = (): void => {
    let offered: typeof deferred = [];
    while (!isOver) {
      const eventless = select(({ trigger }) => trigger.kind === 'always');
      if (Array.isArray(eventless)) {
        microstep(...eventless);
        continue;
      }
      const internal = raised.shift();
      if (internal !== undefined) {
        const selected = selectFor(internal.event);
        if (selected === 'defer') deferred.push({ event: String(internal.event) });
        else if (selected !== undefined) microstep(...selected);
        continue;
      }
      if (isChanged) offered = [...deferred];
      isChanged = false;
      const kept = offered.shift();
      if (kept === undefined) return;
      const selected = selectFor(kept.event);
      if (selected === 'defer') continue;
      deferred = deferred.filter((each) => each !== kept);
      if (selected !== undefined) microstep(...selected);
    }
  };
  const happen = ({ what }: Waiting): void => {
    if (isOver) return;
    if ('event' in what) {
      const selected = selectFor(what.event);
      if (selected === 'defer') deferred.push({ event: what.event });
      else if (selected !== undefined) microstep(...selected);
    } else if (isOpen(what.timer)) microstep(what.source, what.timer);
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
  enterStates(
    machine.states.findIndex(({ parent, initial }) => parent === undefined && initial),
    scxml,
  );
  runToCompletion();
  runUntil(0);
  for (const stimulus of stimuli) {
    if (stimulus.kind === 'event') {
      schedule(now, { event: stimulus.event });
    }
    runUntil(stimulus.kind === 'wait' ? now + stimulus.seconds : now);
    lines.push([...variables].map(([name, value]) => `${name}=${value}`).join(' '));
  }
}
