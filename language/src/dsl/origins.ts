/**
 * The origins of imported declarations, in comments after them:
 *
 *     stops with 'app.service' //@ units/db.service:7: PartOf=app.service
 *
 * Each is about the entities and relations that its line declares.
 */
import type { LangiumDocument } from 'langium';
import type { Entity } from '../model/entity.ts';
import type { Model, Sources } from '../model/model.ts';
import { type Origin, originMark, readOrigin } from '../model/origin.ts';
import type { Relation } from '../model/relation.ts';
import type { Span } from '../model/span.ts';
import { commentsWith } from './rules/directive-comments.ts';

/** An origin with its comment. */
export interface StatedOrigin {
  readonly origin: Origin;
  /** The comment without the blank before it. */
  readonly span: Span;
}

const kept = new WeakMap<
  LangiumDocument,
  { readonly text: string; readonly origins: ReadonlyMap<number, StatedOrigin> }
>();

/** Returns the origins that a file states, by the line that they are about. Cost: O(text) if there are none. */
export function originsOf(document: LangiumDocument): ReadonlyMap<number, StatedOrigin> {
  const text = document.textDocument.getText();
  const known = kept.get(document);
  if (known?.text === text) return known.origins;
  const origins = new Map<number, StatedOrigin>();
  for (const { text: words, line, spanOf } of commentsWith(document, originMark)) {
    const origin = words.startsWith(originMark) ? readOrigin(words.slice(originMark.length)) : undefined;
    if (origin !== undefined) origins.set(line, { origin, span: spanOf(0, words.length) });
  }
  kept.set(document, { text, origins });
  return origins;
}

/** Returns a model with the origins that its files state. Cost: O(entities + relations) if there are any. */
export function withOrigins(model: Model, sources: Sources, files: readonly LangiumDocument[]): Model {
  const byFile = new Map(files.map((file) => [file.uri.toString(), originsOf(file)]));
  if ([...byFile.values()].every(({ size }) => size === 0)) return model;
  const originAt = (span: Span | undefined): Origin | undefined =>
    span && byFile.get(span.uri)?.get(span.start.line)?.origin;
  const withOrigin = <T extends Entity | Relation>(each: T, span: Span | undefined): T => {
    const origin = originAt(span);
    return origin === undefined ? each : { ...each, origin };
  };
  return {
    ...model,
    entities: model.entities.map((entity, id) => withOrigin(entity, sources.entities[id])),
    relations: model.relations.map((relation, id) =>
      relation.nested ? relation : withOrigin(relation, sources.relations[id]),
    ),
  };
}
