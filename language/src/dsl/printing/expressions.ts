/**
 * Prints expressions and paths. Parentheses are nodes of the tree, so none are added or omitted.
 */
import type * as ast from '../generated/ast.ts';
import { relationKindOf } from '../types/relation-kind.ts';
import { printNumber, printText } from './literals.ts';
import { type NamePlace, printName } from './names.ts';
import { bracketed, commaList, glued, inOneLine, type Pieces } from './pieces.ts';

/** Returns the text of an expression; `place` is the position of its first word. */
export function printExpression(expression: ast.Expression, place: NamePlace = 'operand'): Pieces {
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
      return [printText(e, (value) => inOneLine(printExpression(value)))];
    case 'ListLiteral':
      return bracketed('[', commaList(printAll(e.items)), ']');
    case 'Parenthesis':
      return bracketed('(', commaList(printAll([e.inner, ...e.others])), ')');
    case 'Minus':
      return glued('-', printExpression(e.operand));
    case 'Negation':
      return glued('not ', printExpression(e.operand));
    case 'Range':
      return printRange(e, place);
    case 'Conditional':
      return [
        ...glued('if ', printExpression(e.condition)),
        ...glued('then ', printExpression(e.then)),
        ...glued('else ', printExpression(e.else)),
      ];
    case 'Quantified':
      if (e.quantifier === '{') {
        const set = glued(`${printName(e.variable.name)} in `, printExpression(e.set), ':');
        return bracketed('{', [...set, ...printExpression(e.body)], '}');
      }
      return [
        ...glued(`${e.quantifier} ${printName(e.variable.name)} in `, printExpression(e.set), ':'),
        ...printExpression(e.body),
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
  expressions.map((each, index) => printExpression(each, index === 0 ? place : 'operand'));

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
      if (isFraction(e)) return glued(printExpression(e.left, place), '/', printExpression(e.right));
      return [...printExpression(e.left, place), ...glued(`${e.operator} `, printExpression(e.right))];
    case 'Membership':
      return [...printExpression(e.item, place), ...glued('in ', printExpression(e.set))];
    case 'InstanceOf':
      return [...printExpression(e.item, place), `is ${printName(e.class.$refText, 'class')}`];
    case 'Related': {
      const label = e.as === undefined ? '' : ` as ${printName(e.as)}`;
      const relation = glued(`${relationKindOf(e.kind)} `, printExpression(e.entity), label);
      return [...printExpression(e.source, place), ...relation];
    }
    case 'Test':
      return glued(printExpression(e.subject, place), ` ${e.predicate}`);
    case 'Before':
      return [...printExpression(e.first, place), ...glued('before ', printExpression(e.second))];
    case 'Notified':
      return [...printExpression(e.subject, place), ...glued('notified of ', commaList(printAll(e.of)))];
    case 'Received': {
      const count = e.count === undefined ? '' : `${printNumber(e.count)} of `;
      const messages = commaList(e.messages.map(printMessage));
      const said = e.isList ? bracketed('[', messages, ']') : messages;
      return [...printExpression(e.subject, place), ...glued(`received ${count}`, said)];
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
      return glued(printExpression(e.receiver, place), `.${printName(e.member.$refText)}`);
    case 'AllNested':
      return glued(printExpression(e.receiver, place), '.*');
    case 'Selection': {
      const selector = e.selector === undefined ? '*' : printExpression(e.selector);
      return glued(printExpression(e.receiver, place), '[', selector, ']');
    }
  }
}

function printRange({ from, to }: ast.Range, place: NamePlace): Pieces {
  const areShort = [from, to].every((end) => end.$type !== 'Binary' && end.$type !== 'Conditional');
  return glued(printExpression(from, place), areShort ? '..' : ' .. ', printExpression(to));
}
