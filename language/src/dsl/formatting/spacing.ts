/**
 * What stands between two tokens that share a line, and where a statement may go on in the next one.
 */
import * as ast from '../generated/ast.ts';
import type { Token } from './tokens.ts';

/** Whether a brace belongs to a list of values, and not to a body or block. */
const isOfEnum = ({ node }: Token): boolean => ast.isEnumType(node);

/** Whether a token opens a body or block. */
export const opensBlock = (token: Token): boolean => token.name === '{' && !isOfEnum(token);

/** Whether a token closes a body or block. */
export const closesBlock = (token: Token): boolean => token.name === '}' && !isOfEnum(token);

/** Returns what stands between two tokens of one statement: a blank or nothing. */
export function blankBetween(before: Token, next: Token): '' | ' ' {
  if (isOpening(before) || isClosing(next) || next.name === ',' || sticksTo(next) || isSign(before)) return '';
  if (before.name === '.' || next.name === '.') return '';
  if (before.name === '..') return isSpaced(before) ? ' ' : '';
  if (next.name === '..') return isSpaced(next) ? ' ' : '';
  return isFraction(before) || isFraction(next) ? '' : ' ';
}

/** Whether a token opens what stands within brackets without blanks. */
export const isOpening = (token: Token): boolean =>
  token.name === '(' || token.name === '[' || (token.name === '{' && isOfEnum(token)) || isAngle(token, '<');

/** Whether a token closes what stands within brackets without blanks. */
export const isClosing = (token: Token): boolean =>
  token.name === ')' || token.name === ']' || (token.name === '}' && isOfEnum(token)) || isAngle(token, '>');

const isAngle = ({ name, node }: Token, sign: string): boolean =>
  name === sign && (ast.isSetType(node) || ast.isMapType(node));

/** Whether a bracket or colon belongs to the word before it. */
function sticksTo({ name, node }: Token): boolean {
  switch (name) {
    case '(':
      return !ast.isParenthesis(node);
    case '[':
      return !ast.isListLiteral(node);
    case '<':
      return ast.isSetType(node) || ast.isMapType(node);
    case ':':
      // A label stands apart, as in `pd server : daemon`.
      return !ast.isEntity(node);
    default:
      return false;
  }
}

const isSign = ({ name, node }: Token): boolean => name === '-' && !ast.isBinary(node);

/** Whether a range is written with blanks: one that computes an end of it. */
function isSpaced({ node }: Token): boolean {
  if (!ast.isRange(node)) return false;
  return [node.from, node.to].some((end) => ast.isBinary(end) || ast.isConditional(end));
}

const isFraction = ({ name, node }: Token): boolean =>
  name === '/' && ast.isBinary(node) && ast.isNumberLiteral(node.left) && ast.isNumberLiteral(node.right);

/** Words and signs that what follows them belongs to, so that no line ends behind them. */
const leading: ReadonlySet<string> = new Set([
  ...['absent', 'root', 'pd', 'space', 'resource', 'object', 'node', 'region', 'import', 'policy', 'channel'],
  ...['collector', 'event', 'machine', 'scenario', 'check', 'initial', 'final', 'state', 'persistent', 'param', 'var'],
  ...['let', 'action', 'on', 'destroyed', 'dies', 'runs', 'as', 'notify', 'under', 'for', 'set', 'send', 'fault', 'up'],
  ...['leads', 'notified', 'received', 'not', 'at', 'within', 'run', '->'],
]);

/** Whether a statement may go on in the next line between two of its tokens. */
export function mayBreak(before: Token, next: Token): boolean {
  const isBracket = (isOpening(before) && before.name !== '<') || (isClosing(next) && next.name !== '>');
  if (isBracket) return true;
  return blankBetween(before, next) === ' ' && !(before.isKeyword && leading.has(before.name));
}
