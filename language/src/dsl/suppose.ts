/**
 * Loads the model of a supposition: a file of its own imports the model and states what is supposed, so that names,
 * types and findings are those of the language, and no text is changed.
 */
import { URI, UriUtils } from 'langium';
import type { Answer, Refusal } from '../model/common/answer.ts';
import type { Entity } from '../model/entity.ts';
import type { EntityId } from '../model/entity-kind.ts';
import { entitySpan, type Model, relationSpan } from '../model/model.ts';
import type { Relation, RelationId } from '../model/relation.ts';
import type { Span } from '../model/span.ts';
import { supposedName, type Supposition, withoutEntities, droppedRelations } from '../model/supposition.ts';
import type { Loaded } from './loaded.ts';
import { standardScheme } from './names/visible.ts';
import { writeTextLiteral } from '../model/machines/print-expression.ts';
import { t } from '../model/common/translation.ts';

/** A statement of a supposition, and the lines `[start, end)` of the file that states it. */
interface Piece {
  readonly option: 'with' | 'without';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The file that states what is supposed of a model. */
export interface SupposedFile {
  readonly uri: string;
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** The entities that are taken away. */
  readonly gone: ReadonlySet<EntityId>;
  /** The names of all entities of the model that is asked about. */
  readonly names: ReadonlySet<string>;
}

/** Writes the file of a supposition about the model of the file at a URI, in the same folder. */
export function supposedFile(
  uri: string,
  { files, imports, model }: Pick<Loaded, 'files' | 'imports' | 'model'>,
  supposition: Supposition,
): SupposedFile {
  // With the file first its entities keep their order, and with its own imports next all names mean what it sees.
  const lines = [...new Set([uri, ...imports, ...files])].map((each) => `import ${writeTextLiteral(pathOf(each))}`);
  const gone = new Set<EntityId>();
  const pieces: Piece[] = [];
  const state = (option: Piece['option'], text: string): void => {
    const start = lines.length;
    lines.push(...text.split(/\r\n|\r|\n/));
    pieces.push({ option, text, start, end: lines.length });
  };
  for (const what of supposition.without) {
    const named = entitiesNamed(model, what);
    if (named.length === 0) state('without', what);
    for (const { id } of named) gone.add(id);
  }
  for (const what of supposition.with) state('with', what);
  const own = UriUtils.joinPath(UriUtils.dirname(URI.parse(uri)), `${supposedName}.aft`).toString();
  return {
    uri: own,
    text: `${lines.join('\n')}\n`,
    pieces,
    gone,
    names: new Set(model.entities.map(({ name }) => name)),
  };
}

const pathOf = (text: string): string => {
  const { scheme, path } = URI.parse(text);
  return scheme === standardScheme ? path.slice(1) : path;
};

/**
 * Returns the entities of a qualified name or of its ending, if only one declaration has it; quotes matter only between
 * names that differ in nothing else. `[*]` after the name, or no number, means all copies.
 */
function entitiesNamed({ entities }: Model, name: string): readonly Entity[] {
  const wanted = name.trim().replace(/\[\*\]$/u, '');
  for (const written of [(each: string) => each, bare]) {
    const exact = entities.filter((entity) => written(entity.name) === written(wanted));
    if (exact.length > 0) return ofOneDeclaration(exact);
    const copies = entities.filter((entity) => written(withoutNumber(entity.name)) === written(wanted));
    if (copies.length > 0) return ofOneDeclaration(copies);
  }
  const ending = `.${bare(wanted)}`;
  return ofOneDeclaration(
    entities.filter(({ name: full }) => [bare(full), bare(withoutNumber(full))].some((each) => each.endsWith(ending))),
  );
}

/** Returns the entities unless several declarations have them. */
const ofOneDeclaration = (found: readonly Entity[]): readonly Entity[] =>
  new Set(found.map((entity) => withoutNumber(entity.name))).size === 1 ? found : [];

const bare = (name: string): string => name.trim().replaceAll("'", '');

const withoutNumber = (name: string): string => name.replace(/\[\d+\]$/u, '');

/** A supposed model, and what was taken away from the one that is asked about. */
export interface Supposed {
  readonly loaded: Loaded;
  /** The relations, by their ids in that model. */
  readonly removed: ReadonlySet<RelationId>;
}

/** Returns the supposed model, made of the loaded file of the supposition; refuses what cannot be supposed. */
export function supposed(loaded: Loaded, { uri, pieces, gone, names }: SupposedFile): Answer<Supposed> {
  const pieceAt = (span: Span): Piece | undefined =>
    span.uri === uri ? pieces.find(({ start, end }) => start <= span.start.line && span.start.line < end) : undefined;
  const [error] = loaded.errors;
  if (error !== undefined) {
    const piece = pieceAt(error.span);
    if (piece === undefined) return { refusal: error.message };
    const isName = piece.option === 'without' && /^[^\s,]+$/u.test(piece.text.trim());
    return refused(piece, isName ? noSuch : error.message);
  }
  for (const { id, name } of loaded.model.entities) {
    const piece = names.has(name) ? pieceAt(entitySpan(loaded.sources, id)) : undefined;
    if (piece !== undefined) return refused(piece, t`The model already has "${name}".`);
  }
  const removed = new Set<RelationId>();
  for (const piece of pieces) {
    if (piece.option === 'with') continue;
    const found = relationsStated(loaded, piece, pieceAt);
    if ('refusal' in found) return found;
    for (const id of found.value) removed.add(id);
  }
  const { model, sources } = droppedRelations(loaded, removed);
  return { value: { loaded: { ...loaded, model: withoutEntities(model, gone), sources }, removed } };
}

/** Returns the relations of the model that a statement names, and those that the statement itself makes. */
function relationsStated(
  { model, sources }: Loaded,
  piece: Piece,
  pieceAt: (span: Span) => Piece | undefined,
): Answer<readonly RelationId[]> {
  const declares = sources.entities.some((span) => pieceAt(span) === piece);
  const own = model.relations.filter(({ id }) => pieceAt(relationSpan(sources, id)) === piece);
  if (declares || own.length === 0) return refused(piece, noSuch);
  const others = model.relations.filter(({ id }) => {
    const around = pieceAt(relationSpan(sources, id));
    return around === undefined || around.option === 'with';
  });
  /** The targets of the need with a number that a relation is one of. */
  const targetsOf = (of: Relation): string =>
    model.relations
      .filter(({ kind, source, quorum }) => kind === of.kind && source === of.source && quorum?.key === of.quorum?.key)
      .map(({ target }) => target)
      .sort((a, b) => a - b)
      .join();
  const isSameNeed = (other: Relation, each: Relation): boolean =>
    each.quorum === undefined || (each.quorum.least === other.quorum?.least && targetsOf(each) === targetsOf(other));
  const meant = others.filter((other) => own.some((each) => isMeant(other, each) && isSameNeed(other, each)));
  if (meant.length === 0) return refused(piece, t`The model has no such relation.`);
  return { value: [...own, ...meant].map(({ id }) => id) };
}

/** A statement without `as` means a relation with any. */
const isMeant = (relation: Relation, { kind, source, target, as }: Relation): boolean =>
  relation.kind === kind &&
  relation.source === source &&
  relation.target === target &&
  (as === undefined || relation.as === as);

const noSuch = t`It is no relation such as "a owns b", and no entity of the model has this name.`;

const refused = ({ option, text }: Piece, why: string): Refusal => ({
  refusal: t`Cannot suppose a model ${option} "${text}": ${why}`,
});
