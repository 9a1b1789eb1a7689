/**
 * Finds the timers of a state: an event sent with a delay at the end of `<onentry>`, taken back in `<onexit>`, that only
 * one transition of the state takes.
 */
import type { XmlElement } from '../xml/xml-document.ts';
import { type Chart, type ScxmlState, descriptorsOf, prefixOf } from './chart.ts';
import { delayText } from './steps.ts';

/** The timers of a state, and the content of its blocks without them. */
export interface Timers {
  /** The sends, by their transitions. */
  readonly timers: ReadonlyMap<XmlElement, XmlElement>;
  readonly entry: readonly XmlElement[];
  readonly exit: readonly XmlElement[];
}

/** Returns the timers of a state. `O(elements * sends with a delay at the end of the block)`. */
export function timersIn(state: ScxmlState, chart: Chart): Timers {
  const contentOf = (block: string): XmlElement[] =>
    state.element.children.filter(({ name }) => name === block).flatMap(({ children }) => children);
  const entry = contentOf('onentry');
  const exit = contentOf('onexit');
  const timers = new Map<XmlElement, XmlElement>();
  if (takesAnything(state)) return { timers, entry, exit };
  while (exit.length > 0) {
    const send = entry.at(-1);
    const found = send === undefined ? undefined : timerOf(send, { state, exit, chart });
    if (send === undefined || found === undefined) break;
    timers.set(found.transition, send);
    entry.pop();
    exit.splice(exit.indexOf(found.cancel), 1);
  }
  return { timers, entry, exit };
}

/** Returns true if a transition in a state takes any event, that of a timer too. */
const takesAnything = ({ element, inner }: ScxmlState): boolean =>
  inner.some(takesAnything) ||
  element.children.some(
    (each) => each.name === 'transition' && descriptorsOf(each).some((event) => prefixOf(event) === '*'),
  );

interface Around {
  readonly state: ScxmlState;
  readonly exit: readonly XmlElement[];
  readonly chart: Chart;
}

function timerOf(
  send: XmlElement,
  { state, exit, chart }: Around,
): { readonly transition: XmlElement; readonly cancel: XmlElement } | undefined {
  const { attributes } = send;
  const id = attributes.get('id')?.trim();
  const event = attributes.get('event')?.trim() ?? '';
  const isPlain = [...attributes.keys()].every((key) => ['id', 'event', 'delay', 'delayexpr'].includes(key));
  if (send.name !== 'send' || id === undefined || !isPlain || send.children.length > 0) return undefined;
  if (delayText(send, chart.known).text === undefined) return undefined;
  const ofEvent = chart.elements.filter((each) => usesEvent(each, event));
  const ofId = chart.elements.filter((each) =>
    [
      each.attributes.get('sendid')?.trim(),
      each.name === 'send' ? each.attributes.get('id')?.trim() : undefined,
    ].includes(id),
  );
  const transition = ofEvent.find(({ name }) => name === 'transition');
  const cancel = ofId.find(({ name }) => name === 'cancel');
  if (ofEvent.length !== 2 || ofId.length !== 2 || transition === undefined || cancel === undefined) return undefined;
  const isOwn = state.element.children.includes(transition) && descriptorsOf(transition).length === 1;
  return isOwn && exit.includes(cancel) ? { transition, cancel } : undefined;
}

function usesEvent(element: XmlElement, event: string): boolean {
  if (element.name === 'raise' || element.name === 'send') return element.attributes.get('event')?.trim() === event;
  return (
    element.name === 'transition' &&
    descriptorsOf(element).some((each) => prefixOf(each) === event || event.startsWith(`${prefixOf(each)}.`))
  );
}
