/**
 * Gives every entity and relation of an imported model its origin: file, line and words of the imported file, so that
 * every reason names them. Works from the places that an importer returns; formats need not know of it.
 */
import type { Entity } from '../../model/entity.ts';
import { makeOrigin, type Origin, originComment, originText } from '../../model/origin.ts';
import type { Relation } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import type { ImportFile } from './import-format.ts';
import type { Imported } from './imported.ts';

/**
 * Returns the model with origins, and its declarations with those that their lines have, named by `nameOf`. Copies from
 * several lines have none: one declaration makes all of them. A relation for which the importer gives words has these
 * instead of the line's. Cost: O(text + entities + relations).
 */
export function withImportedOrigins(
  imported: Imported,
  files: readonly ImportFile[],
  nameOf: (file: ImportFile) => string,
): Imported {
  const { model, sources, words } = imported;
  const linesOf = lineReader(files, nameOf);
  const shared = new Map<string, Origin>();
  const hasCopies = model.entities.some(({ copy }) => copy !== undefined);
  const originAt = (span: Span | undefined, text: string | undefined): Origin | undefined => {
    const source = span && linesOf(span.uri);
    if (span === undefined || source === undefined) return undefined;
    const { line } = span.start;
    const origin = makeOrigin(source.name, line + 1, text ?? source.lines[line] ?? '');
    if (!hasCopies) return origin;
    // Copies of one declaration share one object.
    const known = shared.get(originText(origin)) ?? origin;
    shared.set(originText(origin), known);
    return known;
  };
  const withOrigin = <T extends Entity | Relation>(each: T, origin: Origin | undefined): T =>
    origin === undefined ? each : { ...each, origin };
  const isApart = copiesApart(imported);
  const entities = model.entities.map((entity, id) =>
    isApart[id] === true ? entity : withOrigin(entity, originAt(sources.entities[id], words?.entities?.get(id))),
  );
  const relations = model.relations.map((relation, id) => {
    const isOfCopies = relation.nested || isApart[relation.source] === true;
    return isOfCopies ? relation : withOrigin(relation, originAt(sources.relations[id], words?.relations?.get(id)));
  });
  const declarations = imported.declarations?.map((line) => {
    const origin = originAt(line.span, undefined);
    return origin === undefined ? line : { text: `${line.text} ${originComment(origin)}` };
  });
  return { ...imported, model: { ...model, entities, relations }, ...(declarations && { declarations }) };
}

/** Returns for each entity whether it is a copy, and copies of its declaration are on other lines. */
function copiesApart({ model, sources }: Imported): readonly boolean[] {
  const lines = new Map<string, number | undefined>();
  const keyOf = (name: string): string => name.replace(/\[\d+\]$/, '');
  for (const [id, { name, copy }] of model.entities.entries()) {
    if (copy === undefined) continue;
    const key = keyOf(name);
    const line = sources.entities[id]?.start.line;
    lines.set(key, !lines.has(key) || lines.get(key) === line ? line : -1);
  }
  return model.entities.map(({ name, copy }) => copy !== undefined && lines.get(keyOf(name)) === -1);
}

interface Lines {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Returns a function that names a file and cuts it into lines when it is first asked for. */
function lineReader(
  files: readonly ImportFile[],
  nameOf: (file: ImportFile) => string,
): (uri: string) => Lines | undefined {
  const byUri = new Map(files.map((file) => [file.uri, file]));
  const known = new Map<string, Lines>();
  return (uri) => {
    const file = byUri.get(uri);
    const lines = known.get(uri) ?? (file && { name: nameOf(file), lines: file.text.split(/\r\n|\r|\n/) });
    if (lines !== undefined) known.set(uri, lines);
    return lines;
  };
}
