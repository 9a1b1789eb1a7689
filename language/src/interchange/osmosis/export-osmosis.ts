/**
 * Writes a model as an OSmosis model-state dump. An imported dump comes back with the same set of rows; what the format
 * cannot express (objects, regions, other relations, …) is omitted and reported.
 */
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import type { Relation, RelationKind } from '../../model/relation.ts';
import type { Exported } from '../export/exported.ts';
import { hasFlag, textListSetting } from './kept-settings.ts';
import { cleanName } from '../../model/language-names.ts';
import { assignIds, isNodeKind, localName, typeLabel, type OsmosisEntity, withoutQuotes } from './osmosis-entities.ts';
import { keptExtra } from './osmosis-kept.ts';
import { declarationsLeftOut, entitiesLeftOut, wordsLeftOut } from './osmosis-left-out.ts';
import { osmosisHeader, readOsmosisLine, writeEdgeRow, writeNodeRow } from './osmosis-row.ts';
import { required } from '../../model/common/lookup.ts';
import { increase } from '../../model/common/increase.ts';

/** Returns the dump: the header, the rows of all nodes, then those of all edges. `O(n)`. */
export function exportOsmosis(model: Model): Exported {
  const ids = assignIds(model);
  const written = model.entities.filter(
    (entity): entity is OsmosisEntity => ids.has(entity.id) && isNodeKind(entity.kind),
  );
  const kept = written.flatMap((entity) => textListSetting(entity, 'rows'));
  const keptKeys = new Set(kept.flatMap((row) => [keyOf(row), requestOf(row)]));
  const rows = written.flatMap((entity) => (hasFlag(entity, 'listed', false) ? [] : [nodeRow(model, entity, ids)]));
  const members = written.flatMap((entity) => memberRow(entity, ids));
  const edges = edgeRows(model, ids, keptKeys);
  const made = [...rows, ...members, ...edges.rows].filter((row) => !keptKeys.has(keyOf(row)));
  const all = new Set([...made, ...kept]);
  const isNode = (row: string): boolean => readOsmosisLine(row, 0).is === 'node';
  const sorted = [...[...all].filter(isNode), ...[...all].filter((row) => !isNode(row))];
  return {
    text: [osmosisHeader.join(','), ...sorted, ''].join('\n'),
    leftOut: [
      ...entitiesLeftOut(model, ids),
      ...edges.leftOut,
      ...wordsLeftOut(written),
      ...declarationsLeftOut(model),
    ],
  };
}

function nodeRow(model: Model, entity: OsmosisEntity, ids: ReadonlyMap<EntityId, string>): string {
  const data = withoutQuotes(entity.kind === 'pd' ? localName(model, entity) : typeLabel(model, entity));
  return writeNodeRow(
    entity.kind,
    required(ids.get(entity.id)),
    data,
    keptExtra(entity, typeLabel(model, entity)) ?? '',
  );
}

function memberRow(entity: OsmosisEntity, ids: ReadonlyMap<EntityId, string>): string[] {
  const space = entity.kind === 'resource' && entity.parent !== undefined ? ids.get(entity.parent) : undefined;
  return space === undefined ? [] : [writeEdgeRow('SUBSET', noneOf(entity), required(ids.get(entity.id)), space)];
}

interface EdgeRows {
  readonly rows: readonly string[];
  readonly leftOut: readonly string[];
}

/** Returns the relations that the dump can express as rows; counts the others by kind. */
function edgeRows(model: Model, ids: ReadonlyMap<EntityId, string>, keptKeys: ReadonlySet<string>): EdgeRows {
  const rows: string[] = [];
  const lost = new Map<RelationKind, number>();
  const managers = new Map<EntityId, EntityId>();
  const held = new Set<string>();
  for (const { kind, source, target } of model.relations) {
    if (kind === 'manages' && !managers.has(target)) managers.set(target, source);
    if (kind === 'holds') held.add(pair(source, target));
  }
  for (const relation of model.relations) {
    const { kind, source, target } = relation;
    const from = ids.get(source);
    const to = ids.get(target);
    if (from === undefined || to === undefined) continue;
    const isOfSpace = kind === 'requests' && model.entities[target]?.kind === 'space';
    const isStatedAnyway =
      (kind === 'manages' && held.has(pair(source, target))) || (isOfSpace && keptKeys.has(requestKey(from, to)));
    if (isStatedAnyway) continue;
    const row = edgeRow(model, relation, from, to, ids.get(managers.get(target) ?? -1));
    if (row === undefined) increase(lost, kind);
    else rows.push(row);
  }
  return { rows, leftOut: [...lost].map(([kind, count]) => lostSentence(kind, count)) };
}

function edgeRow(model: Model, relation: Relation, from: string, to: string, manager?: string): string | undefined {
  const subject = model.entities[relation.source];
  const target = model.entities[relation.target];
  const word = withoutQuotes(relation.as ?? '') || (subject === undefined ? 'NONE' : noneOf(subject));
  switch (relation.kind) {
    case 'manages':
    case 'holds':
      return writeEdgeRow('HOLD', word, from, to);
    case 'maps':
      return writeEdgeRow('MAP', word, from, to);
    case 'requests':
      if (target?.kind !== 'space') return writeEdgeRow('REQUEST', word, from, to);
      // The format requests a type from a PD, not a space.
      return manager === undefined
        ? undefined
        : writeEdgeRow('REQUEST', withoutQuotes(typeLabel(model, target)), from, manager);
    default:
      return undefined;
  }
}

const lostSentence = (kind: RelationKind, count: number): string => {
  const why = kind === 'requests' ? 'nobody manages the space' : 'the format has no such edge';
  return `${String(count)} of the relations "${kind}" ${count === 1 ? 'is' : 'are'} omitted, because ${why}.`;
};

/** Returns the DATA of an edge that has none. */
const noneOf = (subject: Entity): string => (hasFlag(subject, 'blankData', true) ? '' : 'NONE');

/** Returns the subject of a row, so that a kept row replaces the one that would be written for it. */
function keyOf(raw: string): string {
  const row = readOsmosisLine(raw, 0);
  if (row.is === 'node') return JSON.stringify(['node', row.id]);
  if (row.is !== 'edge') return raw;
  const data = row.edge === 'HOLD' || row.edge === 'REQUEST' ? row.data : '';
  return JSON.stringify([row.edge, data === '' ? '' : cleanName(data), row.from, row.to]);
}

/** Returns the ends of a kept REQUEST row, whatever its type: it may name a space, as no written row does. */
function requestOf(raw: string): string {
  const row = readOsmosisLine(raw, 0);
  return row.is === 'edge' && row.edge === 'REQUEST' ? requestKey(row.from, row.to) : raw;
}

const requestKey = (from: string, to: string): string => JSON.stringify(['REQUEST', from, to]);

const pair = (source: EntityId, target: EntityId): string => `${String(source)} ${String(target)}`;
