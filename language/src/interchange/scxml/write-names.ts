/**
 * The ids and names of events that a machine has as a chart.
 */
import { itemAt } from '../../model/lookup.ts';
import type { Action } from '../../model/action.ts';
import type { Machine } from '../../model/machine.ts';
import { isPlainEvent } from './chart.ts';
import { WithoutWords } from './expression-tokens.ts';

/** The names of a machine in its chart. */
export interface ChartNames {
  /** The ids of states by their names. */
  readonly states: ReadonlyMap<string, string>;
  readonly stateOf: (index: number) => string;
  readonly historyOf: (index: number) => string;
  /** Returns the name of an event. Throws a `WithoutWords` for a built-in one. */
  readonly event: (name: string) => string;
  /** Makes a name for the event of the next timer of a state. */
  readonly timer: (state: number) => string;
  /** The events that are sent with a delay. */
  readonly delayed: ReadonlySet<string>;
}

/** The events that the environment of a machine raises. */
const builtIn = new Set(['restarted', 'freed', 'lost']);

/** Returns the names; those that a chart cannot have are changed, and noted. `O(machine)`. */
export function chartNames(machine: Machine, note: (sentence: string) => void): ChartNames {
  const taken = new Set<string>();
  const once = (name: string, wished: string): string => {
    let id = wished;
    for (let number = 2; taken.has(id); number++) id = `${wished}_${String(number)}`;
    taken.add(id);
    if (id !== name) note(`"${name}" is called "${id}": a chart cannot have that name.`);
    return id;
  };
  const plain = (name: string): string => name.replace(unfit, '_');
  const states = machine.states.map(({ name }) => once(name, plain(name)));
  const histories = (machine.histories ?? []).map(({ name }) => once(name, plain(name)));
  const used = eventsOf(machine);
  const names = [...used.all];
  for (const name of names) {
    const longer = names.find((each) => each.startsWith(`${name}.`));
    if (longer !== undefined) note(`What takes "${name}" takes "${longer}", too: in a chart it is a prefix.`);
  }
  let timers = 'timer';
  while (names.some((each) => each === timers || each.startsWith(`${timers}.`))) timers += '_';
  let count = 0;
  return {
    states: new Map(machine.states.map(({ name }, index) => [name, itemAt(states, index)])),
    stateOf: (index) => itemAt(states, index),
    historyOf: (index) => itemAt(histories, index),
    event: (name) => {
      if (builtIn.has(name))
        throw new WithoutWords(`"${name}" is an event of crashes and resources, which a chart does not have`);
      const own = plain(name);
      const written =
        isPlainEvent(own) && !own.endsWith('.') && !own.endsWith('.*') ? own : `event_${own.replace(/[*.]/g, '_')}`;
      if (written !== name) note(`The event "${name}" is called "${written}": a chart cannot have that name.`);
      return written;
    },
    timer: (state) => `${timers}.${itemAt(states, state)}.${String(++count)}`,
    delayed: used.delayed,
  };
}

/** The characters that no id or event of a chart may contain. */
const unfit = /[\s\u0000-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

function eventsOf({ states }: Machine): { readonly all: ReadonlySet<string>; readonly delayed: ReadonlySet<string> } {
  const all = new Set<string>();
  const delayed = new Set<string>();
  const read = (actions: readonly Action[]): void => {
    for (const action of actions) {
      if (action.kind === 'raise' || action.kind === 'send' || action.kind === 'cancel') all.add(action.event);
      if (action.kind === 'send' && action.after !== undefined && action.to.kind === 'self') delayed.add(action.event);
      if (action.kind === 'if') {
        read(action.then);
        read(action.else);
      }
    }
  };
  for (const { enter, leave, transitions } of states) {
    read(enter);
    read(leave);
    for (const { trigger, actions } of transitions) {
      if (trigger.kind === 'event') all.add(trigger.event);
      read(actions);
    }
  }
  return { all, delayed };
}
