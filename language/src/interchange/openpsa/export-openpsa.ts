/**
 * Exports the fault trees of the goals of a model as Open-PSA Model Exchange Format, which SCRAM, XFTA and others read:
 * one tree for each goal, under the default policy. Root PDs do not crash; cycles of needs are unfolded.
 */
import { stateBefore } from '../../analysis/crash/cleanup.ts';
import { defaultPolicyOf } from '../../analysis/facts/policies.ts';
import { cutSets, releasesFor } from '../../analysis/points/cut-sets.ts';
import { type FaultTree, faultTree, goalsOf } from '../../analysis/points/fault-tree.ts';
import type { Formula } from '../../analysis/points/formula.ts';
import { downProbability } from '../../analysis/points/down-probability.ts';
import { goalWords } from '../../analysis/points/goal-words.ts';
import { describedGoal, loneSubject } from '../../analysis/points/single-points.ts';
import { type PlainFormula, unfold, type UnfoldedTree } from '../../analysis/points/unfold.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { entityOf, type Model } from '../../model/model.ts';
import type { Exported } from '../export/exported.ts';

/** The goals to write. */
export interface OpenPsaOptions {
  /** Only those of any of these. Default: all. */
  readonly subjects?: ReadonlySet<EntityId> | undefined;
}

/** Returns the model as Open-PSA; says which goals have no tree, and how many events have no probability. */
export function exportOpenPsa(given: Model, { subjects }: OpenPsaOptions = {}): Exported {
  const { model, aliveBefore, ending } = stateBefore(given, {});
  const goals = goalsOf(model, aliveBefore);
  const tree = faultTree(model, defaultPolicyOf(model), goals, { aliveBefore, ending, roots: false });
  const events = new Set<EntityId>();
  const leftOut: string[] = [];
  const lines: string[] = [];
  for (const [index, goal] of goals.entries()) {
    const top = tree.tops[index];
    if (top === undefined || (subjects !== undefined && !goal.subjects.some((each) => subjects.has(each)))) continue;
    const label = goalWords(model, describedGoal(goal));
    const unfolded = unfoldedTree(tree, top, loneSubject(goal));
    if (unfolded === undefined) {
      leftOut.push(`"${label}" has too large a fault tree.`);
      continue;
    }
    const { gates, top: written } = unfolded;
    if (typeof written === 'boolean') {
      leftOut.push(`"${label}" ${written ? 'fails before anything crashes' : 'cannot fail'}, so it has no fault tree.`);
    } else lines.push(...treeLines(model, { gates, top: written }, { number: index + 1, label }, events));
  }
  const without = [...events].filter((id) => probabilityOf(model, id) === undefined);
  if (without.length > 0)
    leftOut.push(
      `${String(without.length)} of ${String(events.size)} events have no probability. Give their PDs and nodes "probability", or "mttf" and "mttr".`,
    );
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opsa-mef>',
    ...lines,
    ...dataLines(model, events),
    '</opsa-mef>',
    '',
  ];
  return { text: text.join('\n'), leftOut };
}

/** Returns the tree of a goal; undefined if it depends on what crashes release and is too large. */
const unfoldedTree = (tree: FaultTree, top: Formula, excluded: EntityId | undefined): UnfoldedTree | undefined =>
  releasesFor(tree, top) === undefined
    ? unfold(tree, top, excluded)
    : cutSets(tree, top, excluded, { sizeLimit: 0, countLimit: 0 }).structure?.written();

const probabilityOf = (model: Model, id: EntityId): number | undefined => downProbability(entityOf(model, id), model);

function treeLines(
  model: Model,
  { gates, top }: { readonly gates: UnfoldedTree['gates']; readonly top: PlainFormula },
  { number, label }: { readonly number: number; readonly label: string },
  events: Set<EntityId>,
): string[] {
  const gateName = (index: number): string => {
    const { entity } = itemAt(gates, index);
    const of = entity === undefined ? '' : `_${idOf(model, entity)}`;
    return `goal${String(number)}${of}-gate${String(index + 1)}`;
  };
  const write = (formula: PlainFormula): string => {
    if (formula.kind === 'gate') return `<gate name="${gateName(formula.gate)}"/>`;
    if (formula.kind === 'event') {
      events.add(formula.entity);
      return `<basic-event name="${eventName(model, formula.entity)}"/>`;
    }
    const { least, inputs } = formula;
    const all = inputs.map(write).join('');
    if (least === 1) return `<or>${all}</or>`;
    return least === inputs.length ? `<and>${all}</and>` : `<atleast min="${String(least)}">${all}</atleast>`;
  };
  const gate = (name: string, said: string, formula: string): string =>
    `    <define-gate name="${name}"><label>${escaped(said)}</label>${formula}</define-gate>`;
  return [
    `  <define-fault-tree name="goal${String(number)}">`,
    `    <label>${escaped(label)}</label>`,
    gate(`goal${String(number)}`, `not: ${label}`, write(top)),
    ...gates.map(({ entity, formula }, index) =>
      gate(gateName(index), saidOf(model, entity) ?? `part of: not: ${label}`, write(formula)),
    ),
    '  </define-fault-tree>',
  ];
}

const saidOf = ({ entities }: Model, entity: EntityId | undefined): string | undefined =>
  entity === undefined ? undefined : entities[entity]?.name;

function dataLines(model: Model, events: ReadonlySet<EntityId>): string[] {
  const lines = [...events]
    .sort((a, b) => a - b)
    .map((id) => {
      const probability = probabilityOf(model, id);
      const value = probability === undefined ? '' : `<float value="${String(probability)}"/>`;
      const label = escaped(`${model.entities[id]?.name ?? ''} crashes`);
      return `    <define-basic-event name="${eventName(model, id)}"><label>${label}</label>${value}</define-basic-event>`;
    });
  return lines.length === 0 ? [] : ['  <model-data>', ...lines, '  </model-data>'];
}

const eventName = (model: Model, id: EntityId): string => `crash_${idOf(model, id)}`;

/** Returns an identifier of an entity: Open-PSA allows letters of ASCII, digits and "_". */
const idOf = ({ entities }: Model, id: EntityId): string =>
  `${(entities[id]?.name ?? '').replace(/[^A-Za-z0-9]+/g, '_')}_${String(id)}`;

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // Characters that XML has no word for.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
