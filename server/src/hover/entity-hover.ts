/**
 * The hover of an entity: its kind and name, its relations counted, for a PD or node the effects of its crash, and what
 * is destroyed with it.
 */
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import { bodiesOf, type Body } from '../../../language/src/dsl/types/bodies.ts';
import { availabilityOf } from '../../../language/src/analysis/points/availability.ts';
import { singlePoints } from '../../../language/src/analysis/points/single-points.ts';
import { brokenAtStart } from '../../../language/src/analysis/crash/broken-before.ts';
import { defaultPolicyOf } from '../../../language/src/analysis/facts/policies.ts';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { dataIn, qualifiedName } from '../../../language/src/dsl/types/symbols.ts';
import type { EntityId } from '../../../language/src/model/entity-kind.ts';
import { relationKinds, type Relation, type RelationKind } from '../../../language/src/model/relation.ts';
import { availabilityClause } from '../../../language/src/analysis/points/availability-words.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import { code, escaped } from './markdown.ts';
import { endLines } from './plan-hover.ts';
import { entityName } from '../../../language/src/model/model.ts';
import { counted } from '../../../language/src/model/common/word-list.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the first line: `**pd** server runs …`. */
export function entityTitle(entity: ast.Entity): string {
  const copies = entity.count === undefined ? '' : `, ${counted(entity.count, 'copy')}`;
  const type = entity.type === undefined ? '' : ` : ${code(entity.type)}`;
  const runs = entity.machine === undefined ? '' : ` runs ${code(entity.machine.$refText)}`;
  const is = entity.class === undefined ? '' : ` is ${code(entity.class.$refText)}`;
  const words = [...entity.modifiers, entity.kind].join(' ');
  return `**${words}** ${code(qualifiedName(entity))}${is}${type}${runs}${copies}`;
}

/** The most of the author's own values shown. */
const mostData = 12;

/** Returns the line of the author's own values, those of the classes too; none without them. */
export function dataLine(body: Body): readonly string[] {
  const named = bodiesOf(body)
    .toReversed()
    .flatMap((each) => [...dataIn(each)]);
  const values = [...new Map(named).values()];
  const shown = values.slice(0, mostData).map(({ $cstNode }) => code($cstNode?.text ?? ''));
  return shown.length === 0 ? [] : [['data', ...shown, ...(values.length > mostData ? ['…'] : [])].join(' · ')];
}

/** Returns the lines of facts about some entities, all copies of one declaration. */
export function entityFacts(model: CheckedModel, ids: readonly EntityId[]): readonly string[] {
  const [first] = ids;
  if (first === undefined) return [];
  const isCopy = ids.length > 1;
  return [
    ...relationLines(model, new Set(ids)),
    ...brokenLine(model, first, isCopy),
    ...cutLines(model, first),
    ...crashLine(model, first, isCopy),
    ...endLines(model, first, isCopy),
  ];
}

/** The verb of a relation, read from its target. */
const passive: Readonly<Record<RelationKind, string>> = {
  holds: t`held by`,
  manages: t`managed by`,
  requests: t`requested by`,
  maps: t`mapped by`,
  owns: t`owned by`,
  refers: t`referred to by`,
  'destroyed after': t`destroyed before`,
  'dies with': t`takes along`,
  'stops with': t`stops`,
  'waits for': t`awaited by`,
  protects: t`protected by`,
  needs: t`needed by`,
  contains: t`member of`,
  feeds: t`fed by`,
};

function relationLines(model: CheckedModel, ids: ReadonlySet<EntityId>): readonly string[] {
  const own: Readonly<Record<'source' | 'target', Relation[]>> = { source: [], target: [] };
  for (const relation of model.model.relations) {
    if (ids.has(relation.source)) own.source.push(relation);
    if (ids.has(relation.target)) own.target.push(relation);
  }
  const counted = (end: 'source' | 'target', word: (kind: RelationKind) => string) =>
    relationKinds.flatMap((kind) => {
      const all = own[end].filter((relation) => relation.kind === kind);
      return [...new Set(all.map(strengthOf))].map((strength) => {
        const found = all.filter((relation) => strengthOf(relation) === strength);
        return `${word(kind)} ${String(found.length)}${strength}${named(model, found, end)}`;
      });
    });
  const lines = [counted('source', (kind) => kind), counted('target', (kind) => passive[kind])];
  return lines.filter((line) => line.length > 0).map((line) => line.join(' · '));
}

/** Returns how strong a need or a protection is, with the word before it; nothing for all other relations. */
const strengthOf = ({ kind, as }: Relation): string =>
  (kind === 'needs' || kind === 'protects') && as !== undefined ? ` as ${as}` : '';

/** Returns the name of the other end if there is only one. */
function named({ model }: CheckedModel, [first, ...others]: readonly Relation[], end: 'source' | 'target'): string {
  if (first === undefined || others.length > 0) return '';
  const other = model.entities[end === 'source' ? first.target : first.source];
  return other === undefined ? '' : ` (${code(other.name)})`;
}

function brokenLine({ model }: CheckedModel, id: EntityId, isCopy: boolean): readonly string[] {
  const because = brokenAtStart(model).because(id);
  if (because.length === 0) return [];
  const name = isCopy ? `${code(entityName(model, id))} is ` : '';
  return [t`${name}already **broken**: ${because.map(({ text }) => escaped(text)).join(', ')}`];
}

/** A goal of more needs than this is not computed for a hover. */
const mostNeeds = 2000;

/** The most states of the Markov chain of a goal that is solved for a hover: some milliseconds. */
const mostChainStates = 300;

/** Returns a number of sets in words, such as "3 pairs" or "2 sets of 3". */
function setsOf(count: bigint, size: number): string {
  if (size === 2) return count === 1n ? t`1 pair` : t`${count} pairs`;
  return count === 1n ? t`1 set of ${size}` : t`${count} sets of ${size}`;
}

/** Returns the minimal cut sets of the needs with a number: those of one by name, the others counted. */
function cutLines({ model }: CheckedModel, subject: EntityId): readonly string[] {
  if (model.relations.length > mostNeeds) return [];
  if (!model.relations.some(({ quorum, source }) => quorum !== undefined && source === subject)) return [];
  return singlePoints(model, defaultPolicyOf(model), { subjects: new Set([subject]), countLimit: 5 }).flatMap(
    (goal) => {
      const { least, counts, total, isBroken, single } = goal;
      if (least === undefined || counts === undefined || total === undefined || isBroken) return [];
      const sizes = counts.flatMap((count, index) =>
        count === 0n || (index === 0 && count === BigInt(single.length)) ? [] : [setsOf(count, index + 1)],
      );
      const names = single.map((id) => code(entityName(model, id))).join(', ');
      const found = availabilityOf(model, goal, { mostStates: mostChainStates });
      const reliable = found === undefined ? undefined : availabilityClause(found);
      const few = [...(names === '' ? [] : [names]), ...sizes].join(', ');
      return [
        t`needs ${String(least)} of ${String(goal.needs.length / goal.pds.length)}; minimal cut sets: ${String(total)}${few === '' ? '' : ` (${few})`}${reliable === undefined ? '' : `; ${reliable}`}`,
      ];
    },
  );
}

function crashLine(model: CheckedModel, id: EntityId, isCopy: boolean): readonly string[] {
  const entity = startOf(model.model).model.entities[id];
  if (entity === undefined || (entity.kind !== 'pd' && entity.kind !== 'node') || entity.absent) return [];
  const { destroyed, degraded, broken, blocked } = model.crash(id, defaultPolicyOf(model.model));
  const effects = [
    t`destroys ${String(destroyed.length)}`,
    t`degrades ${String(degraded.length)}`,
    ...(broken.length > 0 ? [t`breaks ${String(broken.length)}`] : []),
    ...(blocked.length > 0 ? [t`blocks ${String(blocked.length)} in a call`] : []),
  ];
  const why = destroyed.find((each) => each.entity !== id)?.because.at(-1)?.text;
  const because = why === undefined ? '' : ` (${escaped(why)})`;
  return [`${isCopy ? t`crash of ${code(entity.name)}` : t`crash`}: ${effects.join(', ')}${because}`];
}
