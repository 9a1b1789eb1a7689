/**
 * Finds the targets that a relation lacks: after `manages`, the spaces that nobody manages yet. They are offered first.
 */
import { AstUtils, type LangiumDocuments } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { indexTree } from '../../../language/src/dsl/names/tree-index.ts';
import { withImports } from '../../../language/src/dsl/names/visible.ts';
import { relationKindOf } from '../../../language/src/dsl/types/relation-kind.ts';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import type { RelationKind } from '../../../language/src/model/relation.ts';

/** The relations that each entity of a kind ought to be the target of. */
const wantedBy: Readonly<Partial<Record<RelationKind, EntityKind>>> = {
  manages: 'space',
  holds: 'resource',
  contains: 'pd',
};

/** Returns a test for the entities that still lack the relation that a name is the target of. */
export function lackingHere(name: ast.NameReference, documents: LangiumDocuments): (entity: ast.Entity) => boolean {
  const target = name.$container;
  const relation = ast.isRelationTarget(target) ? target.$container : undefined;
  const kind = relation === undefined ? undefined : relationKindOf(relation.kind);
  const of = kind && wantedBy[kind];
  if (relation === undefined || of === undefined) return () => false;
  let known: ReadonlySet<ast.Entity> | undefined;
  return (entity) => {
    if (entity.kind !== of) return false;
    known ??= new Set([
      ...relation.targets.flatMap((each) => entitiesNamed(each.entity)),
      ...targetsOf(kind, withImports(AstUtils.getDocument<ast.Document>(name).parseResult.value, documents)),
    ]);
    return !known.has(entity);
  };
}

/** Returns all declared targets of a relation. */
function targetsOf(kind: RelationKind | undefined, files: readonly ast.Document[]): ReadonlySet<ast.Entity> {
  const found = new Set<ast.Entity>();
  for (const file of files) {
    const tree = indexTree(file);
    for (const relation of [...tree.all('Relation'), ...tree.all('SubjectRelation')]) {
      if (relationKindOf(relation.kind) !== kind) continue;
      for (const { entity } of relation.targets) for (const each of entitiesNamed(entity)) found.add(each);
    }
  }
  return found;
}

function entitiesNamed(path: ast.Expression): readonly ast.Entity[] {
  if (ast.isSelection(path)) return entitiesNamed(path.receiver);
  if (ast.isAllNested(path)) return entitiesNamed(path.receiver).flatMap(({ members }) => members.filter(ast.isEntity));
  const target = ast.isMemberAccess(path) ? path.member.ref : ast.isNameReference(path) ? path.target.ref : undefined;
  return target !== undefined && ast.isEntity(target) ? [target] : [];
}
