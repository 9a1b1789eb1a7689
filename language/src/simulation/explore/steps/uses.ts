/** Counts the moves that use up an environment, as small numbers. */
import { type Spent, stillOwed, type Use, usedBy } from '../../play/environment.ts';
import { createPairTable } from '../state/pair-table.ts';
import type { StepContext } from './remembered.ts';
import { itemAt } from '../../../model/lookup.ts';

/** The uses met so far, and what is used up after them. */
export interface UsesMet {
  /** Returns the number of a use. */
  readonly idOf: (use: Use) => number;
  readonly useOf: (id: number) => Use;
  /** Returns true unless a use is a fault, which need not happen. */
  readonly leadsOn: (use: number) => boolean;
  readonly spentOf: (id: number) => Spent;
  /** Returns true if a fault is not used up. */
  readonly canHappen: (spent: number, fault: number) => boolean;
  /** Returns the number of what is used up after a use, wherever it leads. */
  readonly used: (spent: number, use: number) => number;
  /** Returns the number of what is used up in a core: restarts of what is alive are owed no more. */
  readonly left: (used: number, core: number) => number;
  readonly bytes: () => number;
}

/** Creates an empty table; `meet` is called for every new use. */
export function createUses({ code, ways, environment }: StepContext, meet: (use: Use) => void): UsesMet {
  const ids = new Map<string, number>();
  const all: Use[] = [];
  const leadsOn: boolean[] = [];
  const spents: Spent[] = [];
  /** By number of what is used up: true if a restart or the end of a pause is owed. */
  const owes: boolean[] = [];
  const [next, still] = [createPairTable(), createPairTable()];
  const spentOf = (id: number): Spent => (spents[id] ??= code.spentOf(id));
  const isOwing = (id: number): boolean => (owes[id] ??= spentOf(id).down.length + spentOf(id).paused.length > 0);
  /** By number of what is used up: for each fault, true if it is not. */
  const open: (readonly boolean[])[] = [];
  const openIn = (id: number): readonly boolean[] =>
    environment.faults.map(({ upTo }, fault) => itemAt(spentOf(id).faults, fault) < upTo);
  return {
    spentOf,
    canHappen: (spent, fault) => itemAt((open[spent] ??= openIn(spent)), fault),
    idOf(use) {
      const key = keyOf(use);
      let id = ids.get(key);
      if (id === undefined) {
        ids.set(key, (id = all.push(use) - 1));
        leadsOn.push(!('fault' in use));
        meet(use);
      }
      return id;
    },
    useOf: (id) => itemAt(all, id),
    leadsOn: (use) => itemAt(leadsOn, use),
    used(spent, use) {
      let id = next.get(spent, use);
      if (id < 0) next.set(spent, use, (id = code.spentId(usedBy(spentOf(spent), itemAt(all, use)))));
      return id;
    },
    left(used, core) {
      if (!isOwing(used)) return used;
      // What is alive, and all settings, are parts of the core.
      const parts = code.slots.at(core, code.slots.parts);
      let id = still.get(used, parts);
      if (id < 0) still.set(used, parts, (id = code.spentId(stillOwed(spentOf(used), ways.at(code.stateOf(core))))));
      return id;
    },
    bytes: () => next.bytes() + still.bytes(),
  };
}

function keyOf(use: Use): string {
  if (use.kind === 'action') return `action ${use.index}`;
  if (!('fault' in use)) return use.kind;
  if (!('entity' in use)) return `${use.kind} ${use.fault}`;
  return [use.kind, use.fault, use.entity, ...(use.others ?? [])].join(' ');
}
