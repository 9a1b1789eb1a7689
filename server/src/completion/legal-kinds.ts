/**
 * The kinds of entities that may be named in an expression: what can crash, what can be deleted, what a relation may
 * join.
 */
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { acceptedKinds, isReceiver } from '../../../language/src/dsl/names/name-layers.ts';
import { relationKindOf } from '../../../language/src/dsl/types/relation-kind.ts';
import { typeOf } from '../../../language/src/dsl/types/typing.ts';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import { relationEnds, targetKinds } from '../../../language/src/model/relation.ts';

/** Returns the whole path that an expression begins. */
export function pathEnd(expression: ast.Expression): ast.Expression {
  let path: ast.Expression = expression;
  while (isReceiver(path) && ast.isExpression(path.$container)) path = path.$container;
  return path;
}

/** Returns the legal kinds of the entity at the end of a path; nothing if all are. */
export function legalEntityKinds(path: ast.Expression): readonly EntityKind[] | undefined {
  const container = path.$container;
  switch (container.$type) {
    case 'RelationTarget':
      return acceptedKinds(path);
    case 'Related':
      return container.entity === path ? relatedKinds(container) : undefined;
    case 'Crash':
      return container.policy === path ? undefined : ['pd', 'node'];
    case 'Halt':
      return ['pd', 'node'];
    case 'Restart':
      return ['pd'];
    case 'Delete':
      return container.policy === path ? undefined : ['object'];
    case 'Move':
      return container.subject === path ? ['pd'] : ['node'];
    default:
      return undefined;
  }
}

/** Returns what x may hold in `x holds …`, if its kind is known. */
function relatedKinds({ source, kind }: ast.Related): readonly EntityKind[] {
  const relation = relationKindOf(kind);
  const type = typeOf(source);
  const single = type.kind === 'set' ? type.of : type;
  if (single.kind === 'entity' && single.of !== 'entity') return targetKinds(relation, single.of);
  return relationEnds[relation].to;
}
