/**
 * Finds orders that form a cycle, and the jobs that systemd might drop to keep the others: those that nothing but a wish
 * (`Wants=`, `Upholds=`) pulls in.
 */
import { shortestCycles } from '../../graph/cycles.ts';
import { createEdgeList } from '../../graph/digraph.ts';
import { required } from '../../model/common/lookup.ts';
import type { Finding } from '../../model/finding.ts';
import type { DependencyIndex } from './dependency-index.ts';
import type { UnitDependency } from './unit.ts';
import { t } from '../../model/common/translation.ts';

/** The units that a start is for; what they require is not dropped. */
const anchors = ['default.target', 'graphical.target', 'multi-user.target'];

/** Returns one finding for each group of units whose orders form a cycle: a shortest one. `O(units + orders)`. */
export function orderCycleFindings(index: DependencyIndex): Finding[] {
  const { units } = index;
  const ids = new Map(units.map(({ name }, id) => [name, id]));
  const orders = units.flatMap(({ name }) => index.from(name, ['After']));
  const edges = createEdgeList(orders.length);
  for (const [label, { from, to }] of orders.entries()) {
    const [source, target] = [ids.get(from), ids.get(to)];
    if (source !== undefined && target !== undefined) edges.add(source, target, label);
  }
  const cycles = shortestCycles(edges.toDigraph(units.length));
  if (cycles.length === 0) return [];
  const kept = requiredUnits(index);
  return cycles.map(({ labels }) =>
    cycleFinding(
      labels.map((label) => required(orders[label])),
      kept,
    ),
  );
}

/** Returns what a start requires in any case: what its target requires, and so on. */
function requiredUnits(index: DependencyIndex): ReadonlySet<string> {
  const names = new Set(index.units.map(({ name }) => name));
  const anchor = anchors.find((name) => names.has(name));
  const kept = new Set<string>(anchor === undefined ? [] : [anchor]);
  for (const name of kept) for (const { to } of index.from(name, ['Requires', 'BindsTo'])) kept.add(to);
  return kept;
}

function cycleFinding(cycle: readonly UnitDependency[], kept: ReadonlySet<string>): Finding {
  const members = cycle.map(({ from }) => from);
  const dropped = members.filter((name) => !kept.has(name)).map((name) => `"${name}"`);
  const way = [...members, ...members.slice(0, 1)].map((name) => `"${name}"`).join(t` after `);
  const outcome =
    dropped.length === 0
      ? t`All of them are required, so systemd refuses to start or stop them together.`
      : t`When they start together, systemd drops the job of one that is not required: ${dropped.join(t` or `)}.`;
  const [first, ...others] = cycle;
  return {
    code: 'import/order-cycle',
    severity: 'warning',
    message: t`The orders of ${String(members.length)} units form a cycle: ${way}. ${outcome} Remove one of the orders.`,
    span: required(first).place,
    related: others.map(({ from, to, place }) => ({ message: t`"${from}" is after "${to}".`, span: place })),
  };
}
