/**
 * Decides what separates two tokens on one line, and where a statement may continue on the next.
 */
import * as ast from '../generated/ast.ts';
import type { Token } from './tokens.ts';

/** Returns true if a brace belongs to a list of values or a set, not to a body or block. */
const isOfSet = ({ node }: Token): boolean => ast.isEnumType(node) || ast.isQuantified(node);

/** Returns true if a token opens a body or block. */
export const opensBlock = (token: Token): boolean => token.name === '{' && !isOfSet(token);

/** Returns true if a token closes a body or block. */
export const closesBlock = (token: Token): boolean => token.name === '}' && !isOfSet(token);

/** Returns the separator of two tokens of one statement: a blank or nothing. */
export function blankBetween(before: Token, next: Token): '' | ' ' {
  if (isOpening(before) || isClosing(next) || next.name === ',' || sticksTo(next) || isSign(before)) return '';
  if (before.name === '.' || next.name === '.') return '';
  if (before.name === '..') return isSpaced(before) ? ' ' : '';
  if (next.name === '..') return isSpaced(next) ? ' ' : '';
  return isFraction(before) || isFraction(next) ? '' : ' ';
}

/** Returns true if a token opens brackets without blanks inside. */
export const isOpening = (token: Token): boolean =>
  token.name === '(' || token.name === '[' || (token.name === '{' && isOfSet(token)) || isAngle(token, '<');

/** Returns true if a token closes brackets without blanks inside. */
export const isClosing = (token: Token): boolean =>
  token.name === ')' || token.name === ']' || (token.name === '}' && isOfSet(token)) || isAngle(token, '>');

const isAngle = ({ name, node }: Token, sign: string): boolean =>
  name === sign && (ast.isSetType(node) || ast.isMapType(node));

/** Returns true if a bracket or colon is attached to the word before it. */
function sticksTo({ name, node }: Token): boolean {
  switch (name) {
    case '(':
      return !ast.isParenthesis(node);
    case '[':
      return !ast.isListLiteral(node) && !ast.isReceived(node);
    case '<':
      return ast.isSetType(node) || ast.isMapType(node);
    case ':':
      // A label is set apart, as in `pd server : daemon`.
      return !ast.isEntity(node) && !ast.isClass(node);
    default:
      return false;
  }
}

const isSign = ({ name, node }: Token): boolean => name === '-' && !ast.isBinary(node);

/** Returns true if a range is written with blanks: an end of it is computed. */
function isSpaced({ node }: Token): boolean {
  if (!ast.isRange(node)) return false;
  return [node.from, node.to].some((end) => ast.isBinary(end) || ast.isConditional(end));
}

const isFraction = ({ name, node }: Token): boolean =>
  name === '/' && ast.isBinary(node) && ast.isNumberLiteral(node.left) && ast.isNumberLiteral(node.right);

/** Words and signs that belong to what follows them, so that no line ends after them. */
const leading: ReadonlySet<string> = new Set([
  ...[
    'absent',
    'root',
    'protected',
    'doomed',
    'pd',
    'space',
    'resource',
    'object',
    'node',
    'region',
    'import',
    'policy',
    'channel',
  ],
  ...[
    'collector',
    'event',
    'machine',
    'scenario',
    'check',
    'initial',
    'final',
    'parallel',
    'state',
    'persistent',
    'param',
    'var',
  ],
  ...['deep', 'history'],
  ...['let', 'action', 'on', 'destroyed', 'dies', 'runs', 'as', 'notify', 'under', 'for', 'set', 'send', 'fault', 'up'],
  ...['leads', 'notified', 'received', 'not', 'class', 'is', 'extends', 'at', 'within', 'run', '->'],
]);

/** Returns true if a statement may continue on the next line between two of its tokens. */
export function mayBreak(before: Token, next: Token): boolean {
  const isBracket = (isOpening(before) && before.name !== '<') || (isClosing(next) && next.name !== '>');
  if (isBracket) return true;
  return blankBetween(before, next) === ' ' && !(before.isKeyword && leading.has(before.name));
}
