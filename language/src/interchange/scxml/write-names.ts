/**
 * The ids and names of events that a machine has as a chart.
 */
import { itemAt } from '../../model/common/lookup.ts';
import type { Action } from '../../model/machines/action.ts';
import type { Machine } from '../../model/machines/machine.ts';
import { isPlainEvent } from './chart.ts';
import { WithoutWords } from './expression-tokens.ts';

/** The names of a machine in its chart. */
export interface ChartNames {
  readonly machine: string;
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
  const once = (subject: string): ((name: string, wished: string) => string) => {
    const taken = new Set<string>();
    return (name, wished) => {
      let own = wished;
      for (let number = 2; taken.has(own); number++) own = `${wished}_${String(number)}`;
      taken.add(own);
      if (own !== withoutQuotes(name)) note(`${subject}"${name}" is called "${own}": a chart cannot have that name.`);
      return own;
    };
  };
  const id = once('');
  const states = machine.states.map(({ name }) => id(name, idOf(name)));
  const histories = (machine.histories ?? []).map(({ name }) => id(name, idOf(name)));
  const used = eventsOf(machine);
  const event = once('The event ');
  const events = new Map(
    [...used.all].filter((name) => !builtIn.has(name)).map((name) => [name, event(name, eventOf(name))]),
  );
  const names = [...events.values()];
  for (const name of names) {
    const longer = names.find((each) => each.startsWith(`${name}.`));
    if (longer !== undefined) note(`What takes "${name}" takes "${longer}", too: in a chart it is a prefix.`);
  }
  let timers = 'timer';
  while (names.some((each) => each === timers || each.startsWith(`${timers}.`))) timers += '_';
  let count = 0;
  return {
    machine: once('')(machine.name, idOf(machine.name)),
    states: new Map(machine.states.map(({ name }, index) => [name, itemAt(states, index)])),
    stateOf: (index) => itemAt(states, index),
    historyOf: (index) => itemAt(histories, index),
    event: (name) => {
      const own = events.get(name);
      if (own === undefined)
        throw new WithoutWords(`"${name}" is an event of crashes and resources, which a chart does not have`);
      return own;
    },
    timer: (state) => `${timers}.${itemAt(states, state)}.${String(++count)}`,
    delayed: used.delayed,
  };
}

/** Returns a name without the quotes of the language, which are no part of it. */
const withoutQuotes = (name: string): string => name.replaceAll("'", '');

/** Returns a name as XML may have it in an id: of letters, digits and some signs, and none of these before the first letter. */
const idOf = (name: string): string =>
  withoutQuotes(name)
    .replace(/[^\p{L}\p{Nd}._-]/gu, '_')
    .replace(/^(?![\p{L}_])/u, '_');

/** Returns a name as a chart may have it of an event: of words with dots between them, none of its own events. */
function eventOf(name: string): string {
  const own = withoutQuotes(name).replace(/[^\p{L}\p{Nd}.:_-]/gu, '_');
  return isPlainEvent(own) && !/^\.|\.\.|\.$/u.test(own) ? own : `event_${own.replaceAll('.', '_')}`;
}

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
