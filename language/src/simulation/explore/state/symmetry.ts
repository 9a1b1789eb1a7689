/**
 * Symmetry reduction: one representative for all states that differ only in which of some interchangeable copies is
 * which. The core decides first: only the orders that lead to the least core are tried on what is under way and used
 * up.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Check } from '../../../model/scenario.ts';
import type { Program } from '../../kernel/run.ts';
import { movedPossibilities } from '../relevance/interchangeable.ts';
import { permutedDue, permutedSpent, permutedState, type Places } from './permuted.ts';
import { columns } from './stored-state.ts';
import type { StateCode } from './state-code.ts';
import { createUnderWay } from './under-way.ts';
import { at, itemAt } from '../../../model/common/lookup.ts';

/** The states that represent others. */
export interface Representatives {
  /** Turns the row of a state into that of its representative. */
  readonly of: (row: Int32Array) => Int32Array;
  /** Returns the possible actions that one stands for, itself among them: in other states the others are taken. */
  readonly actionsLike: (index: number) => ReadonlySet<number>;
}

/** At most this many orders are tried; groups beyond keep their order. */
const mostOrders = 120;

/** Creates what finds the representatives. Cost of `of`: O(orders that lead to the least core). */
export function createRepresentatives(
  program: Program,
  check: Check,
  code: StateCode,
  groups: readonly (readonly EntityId[])[],
): Representatives {
  const orders = ordersOf(program.model.entities.length, groups);
  const actions = orders.map((to) => movedPossibilities(check, to));
  const least: { readonly core: number; readonly orders: readonly number[] }[] = [];
  const dues: number[][] = orders.map(() => []);
  const spents: number[][] = orders.map(() => []);
  const underWay = createUnderWay(code.dues, code.lists);

  const leastOf = (core: number) => {
    const state = code.stateOf(core);
    const cores = orders.map((to, order) => (order === 0 ? core : code.coreOf(permutedState(program, state, to))));
    const first = Math.min(...cores);
    return { core: first, orders: [...cores.keys()].filter((order) => cores[order] === first) };
  };
  const listIn = (items: readonly number[], core: number, order: number): number => {
    const known = itemAt(dues, order);
    const moved = items.map(
      (id) => (known[id] ??= code.dues.idOf(code.stateOf(core), permutedDue(code.dues.get(id), itemAt(orders, order)))),
    );
    underWay.read(0);
    return underWay.with(moved);
  };
  const spentIn = (id: number, order: number): number =>
    ((spents[order] ??= [])[id] ??= code.spentId(
      permutedSpent(code.spentOf(id), itemAt(orders, order), itemAt(actions, order)),
    ));
  const representativeOf = (row: Int32Array): Int32Array => {
    const core = at(row, columns.core);
    const known = (least[core] ??= leastOf(core));
    const items = code.lists.get(at(row, columns.underWay));
    const spent = at(row, columns.spent);
    let [list, used] = [Infinity, Infinity];
    for (const order of known.orders) {
      const [nextList, nextUsed] = [listIn(items, core, order), spentIn(spent, order)];
      if (nextList > list || (nextList === list && nextUsed >= used)) continue;
      [list, used] = [nextList, nextUsed];
    }
    [row[columns.core], row[columns.underWay], row[columns.spent]] = [known.core, list, used];
    return row;
  };
  return {
    of: representativeOf,
    actionsLike: (index) => new Set(actions.map((moved) => itemAt(moved, index))),
  };
}

/** Returns all orders of the members of each group, as the new place of each entity; the identity first. */
function ordersOf(size: number, groups: readonly (readonly EntityId[])[]): Places[] {
  const same = Array.from({ length: size }, (_, entity) => entity);
  let orders: Places[] = [same];
  for (const group of groups) {
    const own = permutations(group);
    if (orders.length * own.length > mostOrders) continue;
    orders = orders.flatMap((order) =>
      own.map((members) => order.map((place, entity) => members[group.indexOf(entity)] ?? place)),
    );
  }
  return orders;
}

function permutations(items: readonly EntityId[]): EntityId[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}
