/** The part of a model that an import made. Knows no files, so that it serves an editor in a browser, too. */
import { isGenerated, readGeneratedHead, type Refresh } from '../../../../language/src/interchange/import/two-files.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Entity } from '../../../../language/src/model/entity.ts';
import type { Machine } from '../../../../language/src/model/machines/machine.ts';
import type { Relation } from '../../../../language/src/model/relation.ts';
import type { OpenedModel } from '../files/open-models.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The file of a model that an import made. */
export interface ImportedFile {
  readonly uri: string;
  /** The command that refreshes it, if it is a generated file. */
  readonly refresh: Refresh | undefined;
}

/** The parts of an opened model that say what was imported. */
export type OriginsOf = Pick<OpenedModel, 'file' | 'model' | 'sources' | 'textOf' | 'nameOf'>;

/**
 * Returns the file of a model that an import made: the one whose entities say where they come from, otherwise the
 * generated one; undefined if there is neither.
 */
export function importedFile({ file, model, sources, textOf, nameOf }: OriginsOf): Answer<ImportedFile | undefined> {
  const uris = new Set<string>();
  for (const [id, { origin }] of model.entities.entries()) {
    const span = sources.entities[id];
    if (origin !== undefined && span !== undefined) uris.add(span.uri);
  }
  // An import of state charts makes no entities.
  const declaring = uris.size === 0 ? new Set(sources.places.map((span) => span.uri)) : [];
  for (const each of declaring) if (isGenerated(textOf(each) ?? '')) uris.add(each);
  const [uri, ...others] = uris;
  if (uri === undefined) return { value: undefined };
  if (others.length > 0) {
    const names = [uri, ...others].map((each) => `"${nameOf(each)}"`).join(t` and `);
    return { refusal: t`"${file}" has several imported files, ${names}. Name the one to compare instead.` };
  }
  return { value: { uri, refresh: readGeneratedHead(textOf(uri) ?? '') } };
}

/** Returns whether an import can have made something; in a mixed file, only entities and relations with an origin. */
export function importedBy(
  { model, sources }: Pick<OpenedModel, 'model' | 'sources'>,
  uri: string,
  isMixed: boolean,
): (each: Entity | Relation | Machine) => boolean {
  return (each) => {
    if ('states' in each) return !isMixed && sources.places[each.place]?.uri === uri;
    const isRelation = 'source' in each;
    const span = isRelation ? sources.relations[each.id] : sources.entities[each.id];
    const subject = isRelation ? model.entities[each.source] : each;
    return span?.uri === uri && (!isMixed || each.origin !== undefined || subject?.copy !== undefined);
  };
}
