/**
 * Lowers the entities of a model and the relations between them. Those of a file without imports are kept as a whole: an
 * edit in a scenario, a check or a block leaves all of them as they are.
 */
import type { Position, Span } from '../../model/span.ts';
import * as ast from '../generated/ast.ts';
import { createFact } from '../names/declaration-state.ts';
import { startPosition } from './collector.ts';
import { lowerEntities, type LoweredEntities } from './entities.ts';
import { expandEntities, type Instances } from './instances.ts';
import type { PathContext } from './path-context.ts';
import { type LoweredRelations, lowerRelations } from './relations.ts';

/** The entities of a model, by their declarations and lowered, and their relations. */
export interface Structure {
  readonly instances: Instances;
  readonly lowered: Pick<LoweredEntities, 'entities' | 'spans' | 'uses'>;
  readonly related: Pick<LoweredRelations, 'relations' | 'spans' | 'uses' | 'isRefused'>;
}

/** A structure, the declarations that it is made of with their locations, and the places inside of them. */
interface Kept extends Structure {
  readonly declarations: readonly ast.Declaration[];
  readonly starts: readonly Position[];
  readonly places: readonly Span[];
  readonly version: string;
}

/** Of each declaration that it is made of. */
const kept = createFact<Kept>();
/** Of the first of them: true once it has been lowered. A file that nobody edits is lowered once, and keeps nothing. */
const isKnown = createFact<true>();

/** Lowers the structure of some files; that of `document`, the file itself, may be kept from before if it is alone. */
export function* lowerStructure(
  document: ast.Document,
  files: readonly ast.Document[],
  { collector, names }: Pick<PathContext, 'collector' | 'names'>,
): Generator<undefined, Structure> {
  const declarations = files.length === 1 ? document.declarations.filter(isOfStructure) : [];
  const known = findKept(declarations, names.version);
  if (known !== undefined) {
    for (const place of known.places) collector.places.push(place);
    return { ...known, instances: { ...known.instances, work: { inOthers: 0 } } };
  }
  const before = collector.findings.length + collector.omitted();
  const instances = yield* expandEntities(files, names, collector);
  const context: PathContext = { instances, collector, names, around: undefined };
  const { entities, spans, uses } = yield* lowerEntities(document, instances, context);
  const related = yield* lowerRelations(document, files, context);
  const structure: Structure = { instances, lowered: { entities, spans, uses }, related };
  // What is in the text of a class moves with it.
  const isWhole = collector.findings.length + collector.omitted() === before && instances.withClasses.size === 0;
  const [first] = declarations;
  if (first === undefined || !isWhole) return structure;
  if (isKnown.get(first) === undefined) {
    isKnown.set(first, true);
    return structure;
  }
  const starts = declarations.map(startPosition);
  const made: Kept = { ...structure, declarations, starts, places: collector.places.slice(), version: names.version };
  for (const declaration of declarations) kept.set(declaration, made);
  return structure;
}

const isOfStructure = (declaration: ast.Declaration): boolean =>
  ast.isEntity(declaration) || ast.isSubjectRelation(declaration);

function findKept(declarations: readonly ast.Declaration[], version: string): Kept | undefined {
  const [first] = declarations;
  const known = first && kept.get(first);
  if (known?.version !== version || known.declarations.length !== declarations.length) return undefined;
  const isSame = declarations.every((declaration, index) => {
    const [{ line, character }, start] = [startPosition(declaration), known.starts[index]];
    return kept.get(declaration) === known && line === start?.line && character === start.character;
  });
  return isSame ? known : undefined;
}
