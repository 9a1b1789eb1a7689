/**
 * The dependents of an entity, and what it depends on, as a tree that expands step by step: relations read in the
 * direction in which the end of one entity harms the other, and nesting.
 */
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { EntityId, EntityKind } from '../../../language/src/model/entity-kind.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { CheckedModel, ModelDocument } from '../workspace/model-cache.ts';
import { nameAt, declarationSpan } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { dependentEnd } from '../../../language/src/model/relation.ts';

/** The key of an item: the document of its model, and the span of its name. */
export interface HierarchySource {
  readonly document: string;
  readonly span: Span;
}

/** An entity: all copies of one declaration. */
export interface HierarchyItem {
  readonly name: string;
  readonly kind: EntityKind;
  /** The relations to the item above it. */
  readonly detail: string;
  readonly source: HierarchySource;
}

/** An item with the source locations of the dependency, all in the document of `of`. */
export interface HierarchyStep {
  readonly item: HierarchyItem;
  readonly spans: readonly Span[];
}

/** Returns the entity named at an offset. */
export function hierarchyItemAt(
  workspace: Workspace,
  document: ModelDocument,
  offset: number,
): HierarchyItem | undefined {
  const found = nameAt(document, offset);
  if (found?.kind !== 'name' || found.target === undefined || !ast.isEntity(found.target)) return undefined;
  const span = declarationSpan(workspace, found.target);
  const model = workspace.models.of(document);
  const [first] = span === undefined ? [] : model.entitiesAt(span);
  return first === undefined ? undefined : itemOf(model, document.uri.toString(), first, []);
}

/**
 * Returns what depends on an entity (`dependents`) or what it depends on (`dependencies`), in declaration order. The
 * source locations are in the text of the dependent entity.
 */
export function hierarchySteps(
  workspace: Workspace,
  { document: uri, span }: HierarchySource,
  direction: 'dependents' | 'dependencies',
): readonly HierarchyStep[] {
  const document = workspace.find(uri);
  if (document === undefined) return [];
  const model = workspace.models.of(document);
  const own = new Set(model.entitiesAt(span));
  const found = new Map<string, { id: EntityId; words: Set<string>; spans: Span[] }>();
  for (const { dependent, on, word, span: place } of dependencesOf(model, own)) {
    const [near, far] = direction === 'dependents' ? [on, dependent] : [dependent, on];
    const declared = model.sources.entities[far];
    if (!own.has(near) || own.has(far) || declared === undefined) continue;
    const key = JSON.stringify(declared);
    const step = found.get(key) ?? { id: far, words: new Set<string>(), spans: [] };
    found.set(key, step);
    step.words.add(word);
    const where = model.sources.entities[dependent];
    if (where !== undefined) step.spans.push(place.uri === where.uri ? place : where);
  }
  return [...found.values()]
    .sort((a, b) => a.id - b.id)
    .map(({ id, words, spans }) => ({ item: itemOf(model, uri, id, [...words]), spans: distinct(spans) }));
}

interface Dependence {
  readonly dependent: EntityId;
  readonly on: EntityId;
  readonly word: string;
  readonly span: Span;
}

function* dependencesOf({ model, sources }: CheckedModel, own: ReadonlySet<EntityId>): Iterable<Dependence> {
  for (const { id, kind, source, target } of model.relations) {
    if (!own.has(source) && !own.has(target)) continue;
    const span = sources.relations[id];
    if (span === undefined) continue;
    const [dependent, on] = dependentEnd[kind] === 'source' ? [source, target] : [target, source];
    yield { dependent, on, word: kind, span };
  }
  for (const { id, parent, kind } of model.entities) {
    if (parent === undefined || (!own.has(id) && !own.has(parent))) continue;
    const span = sources.entities[id];
    // An object in an object is owned by it, which is a relation.
    const isOwned = kind === 'object' && model.entities[parent]?.kind === 'object';
    if (span !== undefined && !isOwned) yield { dependent: id, on: parent, word: 'nested', span };
  }
}

function itemOf(
  { model, sources, entitiesAt }: CheckedModel,
  document: string,
  id: EntityId,
  words: readonly string[],
): HierarchyItem {
  const entity = model.entities[id];
  const span = sources.entities[id];
  if (entity === undefined || span === undefined) throw new Error('An entity has a name and a place.');
  const copies = entitiesAt(span).length;
  const name = copies > 1 ? entity.name.replace(/\[\d+\]$/, `[${String(copies)}]`) : entity.name;
  const type = entity.type === undefined ? '' : ` : ${entity.type}`;
  const detail = [...words, `${entity.kind}${type}`].join(' · ');
  return { name, kind: entity.kind, detail, source: { document, span } };
}

function distinct(spans: readonly Span[]): readonly Span[] {
  return [...new Map(spans.map((span) => [JSON.stringify(span), span])).values()];
}
