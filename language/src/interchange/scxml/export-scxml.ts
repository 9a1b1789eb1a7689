/**
 * Writes a machine as a state chart of SCXML 1.0. What a chart has no word for is named.
 */
import { itemAt } from '../../model/common/lookup.ts';
import type { EventDeclaration, Machine, DeclaredState, Transition } from '../../model/machines/machine.ts';
import type { Exported } from '../export/exported.ts';
import { WithoutWords } from './expression-tokens.ts';
import { dataOf, valueNames } from './write-data.ts';
import { chartNames } from './write-names.ts';
import { stepLines, tag, type WrittenMachine } from './write-steps.ts';
import { writeDelay, writeExpression } from './write-expression.ts';

/** Returns the chart of a machine, which uses some of these events. `O(machine)`. */
export function exportScxml(machine: Machine, events: readonly EventDeclaration[]): Exported {
  const leftOut = new Set<string>();
  const note = (sentence: string): void => void leftOut.add(sentence);
  const names = chartNames(machine, note);
  const { lines: data, variables } = dataOf(machine, note);
  const declared = new Map(
    events
      .filter((each) => each.machine === undefined || each.machine === machine.name)
      .toSorted((a, b) => Number(a.machine !== undefined) - Number(b.machine !== undefined))
      .map((each) => [each.name, each]),
  );
  const valuesOf = (event: string): readonly string[] => valueNames(declared.get(event), note);
  const writing: WrittenMachine = { machine, names, note, valuesOf, known: { variables, states: names.states } };
  if (machine.for !== undefined) note(`Which entities may run "${machine.name}" is omitted: a chart does not say.`);
  if (machine.transitions.length > 0)
    note(`The transitions of "${machine.name}" itself are omitted: only states of a chart have transitions.`);
  noteDeferred(machine.name, machine.deferred, note);
  noteAny(machine, note);
  const initial = initialIn(machine, undefined);
  const head = tag('scxml', [
    ['xmlns', 'http://www.w3.org/2005/07/scxml'],
    ['version', '1.0'],
    ['datamodel', 'ecmascript'],
    ['name', names.machine],
    ['initial', initial === undefined ? undefined : names.stateOf(initial)],
  ]);
  const states = machine.states.flatMap((state, index) =>
    state.parent === undefined ? stateLines(index, writing) : [],
  );
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${head}>`,
    ...indented([...data, ...states]),
    '</scxml>',
    '',
  ];
  return { text: lines.join('\n'), leftOut: [...leftOut] };
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const initialIn = ({ states }: Machine, parent: number | undefined): number | undefined => {
  const found = states.findIndex((each) => each.parent === parent && each.initial);
  return found < 0 ? undefined : found;
};

function noteDeferred(name: string, deferred: readonly string[], note: WrittenMachine['note']): void {
  if (deferred.length > 0) note(`What "${name}" defers is omitted: a chart defers no events.`);
}

/** Notes the events that `*` takes in a chart beyond those that `on *` takes here. */
function noteAny({ states, transitions }: Machine, note: WrittenMachine['note']): void {
  const all = [...transitions, ...states.flatMap((state) => state.transitions)];
  const has = (kind: Transition['trigger']['kind']): boolean => all.some(({ trigger }) => trigger.kind === kind);
  if (!has('any')) return;
  if (has('after')) note('"on *" takes the events of timers, too: a chart has no timers but messages to itself.');
  if (states.some(({ final, parent }) => final && parent !== undefined))
    note('"on *" takes the events "done.state…", too: in a chart they are events like others.');
}

function stateLines(index: number, writing: WrittenMachine): string[] {
  const { machine, names, note } = writing;
  const state = itemAt(machine.states, index);
  const word = state.final ? 'final' : state.parallel === true ? 'parallel' : 'state';
  const initial = word === 'state' ? initialIn(machine, index) : undefined;
  noteDeferred(state.name, state.deferred, note);
  const timers: string[] = [];
  const cancels: string[] = [];
  // A chart tries "*" in the order of the text, and the language after all others.
  const ordered = [
    ...state.transitions.filter(({ trigger }) => trigger.kind !== 'any'),
    ...state.transitions.filter(({ trigger }) => trigger.kind === 'any'),
  ];
  const transitions = ordered.flatMap((transition) => {
    try {
      const event = eventOf(transition, index, writing);
      const lines = transitionLines(transition, { index, event, writing });
      if (transition.trigger.kind === 'after' && event !== undefined) {
        timers.push(
          `<${tag('send', [['event', event], ['id', event], writeDelay(transition.trigger.delay, writing.known)])}/>`,
        );
        cancels.push(`<${tag('cancel', [['sendid', event]])}/>`);
      }
      return lines;
    } catch (error) {
      if (!(error instanceof WithoutWords)) throw error;
      note(`A transition of "${state.name}" is omitted: ${error.message}.`);
      return [];
    }
  });
  const body = [
    ...block('onentry', [...stepLines(state.enter, writing), ...timers]),
    ...block('onexit', [...stepLines(state.leave, writing), ...cancels]),
    ...transitions,
    ...machine.states.flatMap((each, inner) => (each.parent === index ? stateLines(inner, writing) : [])),
    ...historyLines(index, writing),
  ];
  const head = tag(word, [
    ['id', names.stateOf(index)],
    ['initial', initial === undefined ? undefined : names.stateOf(initial)],
  ]);
  return body.length === 0 ? [`<${head}/>`] : [`<${head}>`, ...indented(body), `</${word}>`];
}

const block = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`<${name}>`, ...indented(lines), `</${name}>`];

function historyLines(index: number, { machine: { histories = [] }, names, note }: WrittenMachine): string[] {
  return histories.flatMap((history, number) => {
    if (history.state !== index) return [];
    if (history.persistent) note(`That the history "${history.name}" is persistent is omitted: a chart cannot crash.`);
    const head = tag('history', [
      ['id', names.historyOf(number)],
      ['type', history.deep ? 'deep' : 'shallow'],
    ]);
    return [`<${head}>`, `  <${tag('transition', [['target', names.stateOf(history.target)]])}/>`, '</history>'];
  });
}

/** Returns the event of a transition; undefined for `always`. */
function eventOf({ trigger }: Transition, index: number, { machine, names }: WrittenMachine): string | undefined {
  const { name } = itemAt(machine.states, index);
  switch (trigger.kind) {
    case 'always':
      return undefined;
    case 'any':
      return '*';
    case 'done':
      if (!machine.states.some(({ parent }) => parent === index))
        throw new WithoutWords(`"${name}" has no states within`);
      return `done.state.${names.stateOf(index)}`;
    case 'after':
      return names.timer(index);
    case 'event':
      return names.event(trigger.event);
  }
}

interface Around {
  readonly index: number;
  readonly event: string | undefined;
  readonly writing: WrittenMachine;
}

function transitionLines(transition: Transition, { index, event, writing }: Around): string[] {
  const { names } = writing;
  const { guard, target, history } = transition;
  const known = { ...writing.known, values: valuesIn(transition, writing) };
  const to =
    history !== undefined ? names.historyOf(history) : target === undefined ? undefined : names.stateOf(target);
  const head = tag('transition', [
    ['event', event],
    ['cond', guard === undefined ? undefined : writeExpression(guard, known)],
    ['target', to],
    ['type', isInternal(transition, index, writing.machine) ? 'internal' : undefined],
  ]);
  const steps = stepLines(transition.actions, { ...writing, known });
  return steps.length === 0 ? [`<${head}/>`] : [`<${head}>`, ...indented(steps), '</transition>'];
}

/** Returns what the names of a trigger are in a chart. */
function valuesIn({ trigger }: Transition, { valuesOf }: WrittenMachine): ReadonlyMap<string, string> {
  if (trigger.kind !== 'event') return new Map();
  const names = valuesOf(trigger.event);
  return new Map(
    trigger.parameters.flatMap((name, index) =>
      names[index] === undefined ? [] : [[name, `_event.data.${names[index]}`]],
    ),
  );
}

/** In a parallel state, and for targets outside, the word means nothing. */
function isInternal({ isInternal: isSaid, target, history }: Transition, index: number, machine: Machine): boolean {
  if (isSaid !== true || target === undefined || itemAt(machine.states, index).parallel === true) return false;
  const around = (state: DeclaredState): number | undefined => state.parent;
  let at = history === undefined ? around(itemAt(machine.states, target)) : target;
  while (at !== undefined && at !== index) at = around(itemAt(machine.states, at));
  return at === index;
}
