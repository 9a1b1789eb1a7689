/** Counts the moves that use up an environment, as small numbers. */
import { type Spent, stillOwed, type Use, usedBy } from '../../../play/environment.ts';
import { createPairTable } from '../../tables/pair-table.ts';
import type { SharedTable } from '../../tables/shared-table.ts';
import { createBytes, createNumbers, type Numbers } from '../../tables/numbers.ts';
import type { StepContext } from './remembered.ts';
import { itemAt } from '../../../../model/common/lookup.ts';

/** What is known of uses and of what is used up. */
export interface UsesTable {
  /** Returns true unless a use is a fault, which need not happen. */
  readonly leadsOn: (use: number) => boolean;
  /** Returns true if a fault is not used up. */
  readonly canHappen: (spent: number, fault: number) => boolean;
  /** Returns the number of what is used up after a use, wherever it leads. */
  readonly used: (spent: number, use: number) => number;
  /** Returns the number of what is used up in a core: restarts of what is alive are owed no more. */
  readonly left: (used: number, core: number) => number;
  readonly tables: readonly SharedTable[];
  readonly bytes: () => number;
}

/** The uses met so far, and what is used up after them. */
export interface UsesMet extends UsesTable {
  /** Returns the number of a use. */
  readonly idOf: (use: Use) => number;
  readonly useOf: (id: number) => Use;
  readonly spentOf: (id: number) => Spent;
}

/** Makes what the table does not have yet. */
export interface UsesMaking {
  readonly used: UsesTable['used'];
  readonly left: UsesTable['left'];
  readonly isOpen: UsesTable['canHappen'];
  /** Returns true if a restart or the end of a pause is owed. */
  readonly isOwing: (spent: number) => boolean;
  readonly leadsOn: UsesTable['leadsOn'];
  /** Returns the number of the parts of a core. */
  readonly partsOf: (core: number) => number;
}

/** Creates an empty table for so many faults. */
export function createUsesTable(faults: number, making: UsesMaking): UsesTable {
  const [next, still, partsOf] = [createPairTable(), createPairTable(), createNumbers()];
  const [owing, open, leading] = [createBytes(), createBytes(), createBytes()];
  const parts = (core: number): number => {
    const known = core < partsOf.size() ? partsOf.at(core) : 0;
    if (known !== 0) return known - 1;
    const made = making.partsOf(core);
    while (partsOf.size() <= core) partsOf.push(0);
    partsOf.set(core, made + 1);
    return made;
  };
  return {
    leadsOn: (use) => (answerIn(leading, use) || noteAnswer(leading, use, making.leadsOn(use))) === yes,
    canHappen(spent, fault) {
      const place = spent * faults + fault;
      return (answerIn(open, place) || noteAnswer(open, place, making.isOpen(spent, fault))) === yes;
    },
    used(spent, use) {
      let id = next.get(spent, use);
      if (id < 0) next.set(spent, use, (id = making.used(spent, use)));
      return id;
    },
    left(used, core) {
      if ((answerIn(owing, used) || noteAnswer(owing, used, making.isOwing(used))) !== yes) return used;
      // What is alive, and all settings, are parts of the core.
      const part = parts(core);
      let id = still.get(used, part);
      if (id < 0) still.set(used, part, (id = making.left(used, core)));
      return id;
    },
    tables: [next, still, partsOf, owing, open, leading],
    bytes: () => next.bytes() + still.bytes() + partsOf.bytes(),
  };
}

/** Returns what a table of answers says of a number: 0 if it has none yet. */
export const answerIn = (table: Numbers, number: number): number => (number < table.size() ? table.at(number) : 0);

/** Stands for yes in a table of answers. */
export const yes = 2;

/** Notes an answer, and returns it. */
export function noteAnswer(table: Numbers, number: number, isYes: boolean): number {
  while (table.size() <= number) table.push(0);
  table.set(number, isYes ? yes : 1);
  return isYes ? yes : 1;
}

/** Creates an empty table; `meet` is called for every new use, and `guard` may replace what makes something. */
export function createUses(
  { code, ways, environment }: StepContext,
  meet: (use: Use) => void,
  guard: (making: UsesMaking) => UsesMaking = (making) => making,
): UsesMet {
  const ids = new Map<string, number>();
  const all: Use[] = [];
  const spents: Spent[] = [];
  const spentOf = (id: number): Spent => (spents[id] ??= code.spentOf(id));
  const making: UsesMaking = {
    used: (spent, use) => code.spentId(usedBy(spentOf(spent), itemAt(all, use))),
    left: (used, core) => code.spentId(stillOwed(spentOf(used), ways.at(code.stateOf(core)))),
    isOpen: (spent, fault) => itemAt(spentOf(spent).faults, fault) < itemAt(environment.faults, fault).upTo,
    isOwing: (id) => spentOf(id).down.length + spentOf(id).paused.length > 0,
    leadsOn: (use) => !('fault' in itemAt(all, use)),
    partsOf: (core) => code.slots.at(core, code.slots.parts),
  };
  const table = createUsesTable(environment.faults.length, guard(making));
  return {
    ...table,
    spentOf,
    idOf(use) {
      const key = keyOf(use);
      let id = ids.get(key);
      if (id === undefined) {
        ids.set(key, (id = all.push(use) - 1));
        meet(use);
      }
      return id;
    },
    useOf: (id) => itemAt(all, id),
  };
}

function keyOf(use: Use): string {
  if (use.kind === 'action') return `action ${use.index}`;
  if (!('fault' in use)) return use.kind;
  if (!('entity' in use)) return `${use.kind} ${use.fault}`;
  return [use.kind, use.fault, use.entity, ...(use.others ?? [])].join(' ');
}
