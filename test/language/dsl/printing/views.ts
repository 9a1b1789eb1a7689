/**
 * Prints views.
 */
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { writeTextLiteral } from '../../../../language/src/model/machines/print-expression.ts';
import { relationKindOf } from '../../../../language/src/dsl/types/relation-kind.ts';
import { expressionPieces } from './expressions.ts';
import { itemOf } from './items.ts';
import type { Item } from './layout.ts';
import { printNumber } from './literals.ts';
import { commaList, glued, type Pieces } from './pieces.ts';

/** Returns a view. */
export const printView = (view: ast.View): Item =>
  itemOf(view, [[`view ${writeTextLiteral(view.title)}`], { items: view.members.map(printMember), shape: 'tall' }]);

function printMember(member: ast.ViewMember): Item {
  switch (member.$type) {
    case 'ViewPart':
      return itemOf(member, [glued(`${member.kind} `, commaList(member.subjects.map(printSubject)))]);
    case 'ViewRelations':
      return itemOf(member, [glued('relations ', commaList(member.kinds.map((kind) => [relationKindOf(kind)])))]);
    case 'ViewDirection':
      return itemOf(member, [[`direction ${member.direction}`]]);
  }
}

const printSubject = ({ set, distance }: ast.ViewSubject): Pieces =>
  distance === undefined ? expressionPieces(set) : glued('around ', expressionPieces(set), ` ${printNumber(distance)}`);
