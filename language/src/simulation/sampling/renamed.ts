/**
 * Finds out which names of a model were replaced by others, and writes these into the steps of a trace.
 */
import type { ModelNames, StepKey } from '../play/recording/described-steps.ts';

/** A name that the model has no longer, and the one in its place. */
export interface Renamed {
  readonly kind: 'entity' | 'event' | 'state';
  readonly from: string;
  readonly to: string;
}

/** Returns the names that were replaced: as many as are gone between two that stayed are new there. */
export function renamedIn(old: ModelNames, now: ModelNames): readonly Renamed[] {
  const entities = replaced(old.entities, now.entities).flatMap(([from, to]): readonly Renamed[] => {
    const [[kind, name], [other, newName]] = [splitKind(from), splitKind(to)];
    return kind === other ? [{ kind: 'entity', from: name, to: newName }] : [];
  });
  const plain = (kind: 'event' | 'state', pairs: readonly (readonly [string, string])[]): readonly Renamed[] =>
    pairs.map(([from, to]) => ({ kind, from, to }));
  return [
    ...entities,
    ...plain('event', replaced(old.events, now.events)),
    ...plain('state', replaced(old.states, now.states)),
  ];
}

const splitKind = (text: string): readonly [string, string] => {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
};

function replaced(old: readonly string[], now: readonly string[]): readonly (readonly [string, string])[] {
  const [before, after] = [new Set(old), new Set(now)];
  const pairs = new Map<string, string>();
  let [from, to] = [0, 0];
  while (from < old.length || to < now.length) {
    const gone: string[] = [];
    const come: string[] = [];
    for (let each = old[from]; each !== undefined && !after.has(each); each = old[++from]) gone.push(each);
    for (let each = now[to]; each !== undefined && !before.has(each); each = now[++to]) come.push(each);
    if (gone.length === come.length) for (const [index, each] of gone.entries()) pairs.set(each, come[index] ?? each);
    from++;
    to++;
  }
  return [...pairs];
}

/** Returns the function that writes new names into a step. */
export function renaming(renamed: readonly Renamed[]): (key: StepKey) => StepKey {
  const of = (kind: Renamed['kind']): ReadonlyMap<string, string> =>
    new Map(renamed.filter((each) => each.kind === kind).map(({ from, to }) => [from, to]));
  const [entities, events, states] = [of('entity'), of('event'), of('state')];
  const words = new Map([...entities, ...events, ...states]);
  const found = [...words.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\w.'])(?:${found.join('|')})(?![\\w'])`, 'g');
  const inText = (text: string): string =>
    found.length === 0 ? text : text.replaceAll(pattern, (name) => words.get(name) ?? name);
  return ({ kind, of: who, event, values, state, number, text }) => ({
    kind,
    of: who.map((name) => entities.get(name) ?? name),
    ...(event !== undefined && { event: events.get(event) ?? event }),
    ...(values !== undefined && { values: values.map(inText) }),
    ...(state !== undefined && { state: states.get(state) ?? state }),
    ...(number !== undefined && { number }),
    ...(text !== undefined && { text: inText(text) }),
  });
}
