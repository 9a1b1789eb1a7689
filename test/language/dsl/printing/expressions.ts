/**
 * Prints expressions and paths. Parentheses are nodes of the tree, so none are added or omitted.
 */
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { relationKindOf } from '../../../../language/src/dsl/types/relation-kind.ts';
import { printNumber, printText } from './literals.ts';
import { type NamePlace, printName } from '../../../../language/src/dsl/syntax/lexing/print-name.ts';
import { bracketed, commaList, glued, flatText, type Pieces } from './pieces.ts';

/** Returns the text of an expression; `place` is the position of its first word. */
export function expressionPieces(expression: ast.Expression, place: NamePlace = 'operand'): Pieces {
  const e = expression;
  switch (e.$type) {
    case 'NumberLiteral':
      return [printNumber(e.value)];
    case 'QuantityLiteral':
    case 'BooleanLiteral':
    case 'NoneLiteral':
    case 'SelfLiteral':
    case 'NowLiteral':
      return [e.value];
    case 'TextLiteral':
    case 'Template':
      return [printText(e, (value) => flatText(expressionPieces(value)))];
    case 'ListLiteral':
      return bracketed('[', commaList(printAll(e.items)), ']');
    case 'Parenthesis':
      return bracketed('(', commaList(printAll([e.inner, ...e.others])), ')');
    case 'Minus':
      return glued('-', expressionPieces(e.operand));
    case 'Negation':
      return glued('not ', expressionPieces(e.operand));
    case 'Range':
      return printRange(e, place);
    case 'Conditional':
      return [
        ...glued('if ', expressionPieces(e.condition)),
        ...glued('then ', expressionPieces(e.then)),
        ...glued('else ', expressionPieces(e.else)),
      ];
    case 'Quantified':
      if (e.quantifier === '{') {
        const set = glued(`${printName(e.variable.name)} in `, expressionPieces(e.set), ':');
        return bracketed('{', [...set, ...expressionPieces(e.body)], '}');
      }
      return [
        ...glued(`${e.quantifier} ${printName(e.variable.name)} in `, expressionPieces(e.set), ':'),
        ...expressionPieces(e.body),
      ];
    case 'NameReference':
    case 'MemberAccess':
    case 'AllNested':
    case 'Selection':
      return printPath(e, place);
    default:
      return printOperation(e, place);
  }
}

/** Returns the texts of several expressions; `place` is the position of the first word of the first. */
export const printAll = (expressions: readonly ast.Expression[], place: NamePlace = 'operand'): Pieces[] =>
  expressions.map((each, index) => expressionPieces(each, index === 0 ? place : 'operand'));

type Operation =
  | ast.Binary
  | ast.InstanceOf
  | ast.Membership
  | ast.Related
  | ast.Test
  | ast.Before
  | ast.Notified
  | ast.Received;

/** Prints an operation; a line may break before an operator. */
function printOperation(e: Operation, place: NamePlace): Pieces {
  switch (e.$type) {
    case 'Binary':
      if (isFraction(e)) return glued(expressionPieces(e.left, place), '/', expressionPieces(e.right));
      return [...expressionPieces(e.left, place), ...glued(`${e.operator} `, expressionPieces(e.right))];
    case 'Membership':
      return [...expressionPieces(e.item, place), ...glued('in ', expressionPieces(e.set))];
    case 'InstanceOf':
      return [...expressionPieces(e.item, place), `is ${printName(e.class.$refText, 'class')}`];
    case 'Related': {
      const label = e.as === undefined ? '' : ` as ${printName(e.as)}`;
      const relation = glued(`${relationKindOf(e.kind)} `, expressionPieces(e.entity), label);
      return [...expressionPieces(e.source, place), ...relation];
    }
    case 'Test':
      return glued(expressionPieces(e.subject, place), ` ${e.predicate}`);
    case 'Before':
      return [...expressionPieces(e.first, place), ...glued('before ', expressionPieces(e.second))];
    case 'Notified':
      return [...expressionPieces(e.subject, place), ...glued('notified of ', commaList(printAll(e.of)))];
    case 'Received': {
      const count = e.count === undefined ? '' : `${printNumber(e.count)} of `;
      const messages = commaList(e.messages.map(printMessage));
      const said = e.isList ? bracketed('[', messages, ']') : messages;
      return [...expressionPieces(e.subject, place), ...glued(`received ${count}`, said)];
    }
  }
}

function printMessage({ event, hasArguments, arguments: given }: ast.Message): Pieces {
  const values = hasArguments ? bracketed('(', commaList(printAll(given)), ')') : '';
  return glued(printName(event.$refText), values);
}

const isFraction = ({ operator, left, right }: ast.Binary): boolean =>
  operator === '/' && left.$type === 'NumberLiteral' && right.$type === 'NumberLiteral';

function printPath(e: ast.NameReference | ast.MemberAccess | ast.AllNested | ast.Selection, place: NamePlace): Pieces {
  switch (e.$type) {
    case 'NameReference': {
      const name = printName(e.target.$refText, place);
      return e.isCall ? bracketed(`${name}(`, commaList(printAll(e.arguments)), ')') : [name];
    }
    case 'MemberAccess':
      return glued(expressionPieces(e.receiver, place), `.${printName(e.member.$refText)}`);
    case 'AllNested':
      return glued(expressionPieces(e.receiver, place), '.*');
    case 'Selection': {
      const selector = e.selector === undefined ? '*' : expressionPieces(e.selector);
      return glued(expressionPieces(e.receiver, place), '[', selector, ']');
    }
  }
}

function printRange({ from, to }: ast.Range, place: NamePlace): Pieces {
  const areShort = [from, to].every((end) => end.$type !== 'Binary' && end.$type !== 'Conditional');
  return glued(expressionPieces(from, place), areShort ? '..' : ' .. ', expressionPieces(to));
}
