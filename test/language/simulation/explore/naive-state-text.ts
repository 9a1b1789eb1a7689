/** States and what is due as texts, for the naive explorer and for whoever compares with it. */
import type { Environment, Spent } from '../../../../language/src/simulation/play/environment.ts';
import type { Due, Entry, Program, State } from '../../../../language/src/simulation/kernel/run.ts';
import { keyOf } from '../../../../language/src/simulation/values/values.ts';

/** Returns everything that behaviour can depend on, as one text. */
export function stateText(
  { machineOf, slotsFrom, model }: Program,
  { clock, actions }: Environment,
  { state, spent, ignored }: { readonly state: State; readonly spent: Spent; readonly ignored: readonly string[] },
): string {
  const isLatest = (entity: number, life: number): string =>
    life < 0 ? 'named' : life === state.lives[entity] ? 'latest' : 'earlier';
  const entryText = ({ at, due }: Entry): string =>
    `${clock === 'exact' ? at - state.now : ''} ${dueText(due, (entity, life) => isLatest(entity, life))}`;
  const queues = new Map<string, string[]>();
  const loose: string[] = [];
  for (const entry of [...state.agenda].sort((a, b) => a.at - b.at || a.order - b.order)) {
    const { due } = entry;
    if (due.kind !== 'message' || !due.isOrdered) loose.push(entryText(entry));
    else {
      const pair = `${due.message.from ?? '-'}>${due.message.to}`;
      queues.set(pair, [...(queues.get(pair) ?? []), entryText(entry)]);
    }
  }
  const values = model.entities.flatMap(({ id }) =>
    (machineOf[id]?.variables ?? []).map(({ name }, slot) => {
      const value = state.values[(slotsFrom[id] ?? 0) + slot];
      return ignored.includes(name) || value === undefined ? '' : keyOf(value);
    }),
  );
  return JSON.stringify([
    [...state.life],
    [...state.active],
    values,
    state.links.map((link) => [
      link.kind,
      link.source,
      link.target,
      link.declared,
      isLatest(link.source, link.sourceLife),
      isLatest(link.target, link.targetLife),
    ]),
    state.losses.map(({ pd, kind, target }) => [pd, kind, target]),
    [...state.deletions].sort(([a], [b]) => a - b),
    [...queues].sort(),
    loose.sort(),
    [...state.deferred]
      .filter(([, messages]) => messages.length > 0)
      .sort(([a], [b]) => a - b)
      .map(([entity, messages]) => [
        entity,
        messages.map((message) => dueText({ kind: 'message', message, isOrdered: true }, isLatest)),
      ]),
    // Unlimited moves are not counted.
    [
      spent.faults,
      spent.actions.map((count, index) => (actions[index]?.upTo === undefined ? 0 : count)),
      spent.down,
      spent.paused,
    ],
  ]);
}

/** Returns something due as a text, without its time. */
export function dueText(due: Due, isLatest: (entity: number, life: number) => string): string {
  switch (due.kind) {
    case 'message': {
      const { from, to, event, arguments: values } = due.message;
      return `message ${from ?? '-'} ${to} ${event} ${values.map(keyOf).join()}`;
    }
    case 'delayed':
      return `delayed ${dueText({ kind: 'message', message: due.message, isOrdered: false }, isLatest)}`;
    case 'timer':
      return `timer ${due.entity} ${due.transition}`;
    case 'deletion':
      return `deletion ${due.entity} ${isLatest(due.entity, due.life)}`;
    default:
      return JSON.stringify(due);
  }
}

/** Returns a state within the plain steps as a text, without the position in these. */
export const plainText = (
  program: Program,
  environment: Environment,
  { state, spent }: { readonly state: State; readonly spent: Spent },
): string => `plain ${stateText(program, { ...environment, clock: 'exact' }, { state, spent, ignored: [] })}`;
