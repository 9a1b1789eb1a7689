/**
 * Finds the kind of relation of a verb in a tree: the parser gives the words of `destroyed after` and `dies with`
 * without the blank between them.
 */
import { type RelationKind, relationKinds } from '../../model/relation.ts';

const kinds = new Map<string, RelationKind>(relationKinds.map((kind) => [kind.replaceAll(' ', ''), kind]));

/** Returns the relation kind of a verb in the tree. */
export function relationKindOf(verb: string): RelationKind {
  const kind = kinds.get(verb.replaceAll(/\s+/g, ''));
  if (kind === undefined) throw new Error(`The grammar has a relation "${verb}" that the model does not know.`);
  return kind;
}
