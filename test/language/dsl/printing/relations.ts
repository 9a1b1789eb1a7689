/**
 * Prints relations: in a body, at file level, and as steps that link and unlink.
 */
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { relationKindOf } from '../../../../language/src/dsl/types/relation-kind.ts';
import { expressionPieces } from './expressions.ts';
import { printName } from '../../../../language/src/dsl/syntax/lexing/print-name.ts';
import { commaList, glued, type Pieces } from './pieces.ts';

/** Returns a relation without its subject. */
export function printRelation({
  kind,
  least,
  targets,
  notify,
}: ast.Relation | ast.SubjectRelation | ast.Link | ast.Unlink): Pieces {
  const number = least === undefined ? '' : `${String(least)} of `;
  const written = glued(`${relationKindOf(kind)} ${number}`, commaList(targets.map(printTarget)));
  return notify === undefined ? written : [...written, `notify ${printName(notify.$refText)}`];
}

function printTarget({ entity, as }: ast.RelationTarget): Pieces {
  return glued(expressionPieces(entity, 'path'), as === undefined ? '' : ` as ${printName(as)}`);
}
