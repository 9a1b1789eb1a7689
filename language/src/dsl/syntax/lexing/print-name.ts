/**
 * Writes names as required at each position. A keyword needs no quotes where the grammar accepts it as a name and where
 * it cannot continue the text before it.
 */
import { predicates } from '../../../model/machines/expression.ts';
import {
  checkMemberStarts,
  declarationStarts,
  identifierPattern,
  laterDeclarationStarts,
  laterRelationStarts,
  machineMemberStarts,
  memberStarts,
  operandStarts,
  relationStarts,
  stepStarts,
  viewMemberStarts,
} from './tokens.ts';

/**
 * The position of a name: after a word or sign that only a name can follow (`fixed`), or as the first word of an
 * operand, of a path to an entity, of an expectation, or of an item; or the class after `is`.
 */
export type NamePlace =
  | 'fixed'
  | 'operand'
  | 'path'
  | 'expectation'
  | 'member'
  | 'setting'
  | 'step'
  | 'check member'
  | 'subject'
  | 'class';

/** Words between two operands; legal as names, but not to be read as such. */
const operators = [
  ...relationStarts,
  ...laterRelationStarts,
  'or',
  'and',
  'in',
  'is',
  'before',
  'notified',
  'received',
];
const operands = [...operandStarts, ...operators];

/** Keywords that could continue the previous item. */
const continuing = [
  ...operators,
  ...predicates,
  ...['after', 'as', 'notify', 'runs', 'under', 'to', 'of', 'up', 'leads', 'with', 'when', 'do', 'then', 'else', 'for'],
  ...['background', 'foreground', 'orphan', 'fails'],
];
const steps = [...stepStarts, ...checkMemberStarts, ...operandStarts, ...continuing];

/** After `is`, every keyword needs quotes. */
const keywords = [
  ...[...steps, ...memberStarts, ...declarationStarts, ...laterDeclarationStarts, ...machineMemberStarts],
  ...[...viewMemberStarts, 'all', 'any', 'around', 'bool', 'count', 'data', 'down', 'duplicate', 'duration', 'evict'],
  ...['extends', 'int', 'left', 'lose', 'map', 'number', 'only', 'order', 'protected', 'refused', 'reorder', 'right'],
  'text',
];

/** The keywords that need quotes at a position. */
const quotedKeywords: Readonly<Record<NamePlace, ReadonlySet<string>>> = {
  fixed: new Set(),
  operand: new Set(operands),
  // After `any as in`, a name and a colon could follow as well as a path.
  path: new Set(['self', 'all', 'any', 'count']),
  expectation: new Set([...operands, 'order', 'log', 'only']),
  member: new Set([...memberStarts, ...continuing]),
  setting: new Set(continuing),
  step: new Set(steps),
  'check member': new Set(steps),
  subject: new Set([...declarationStarts, ...continuing]),
  class: new Set(keywords),
};

const identifier = new RegExp(`^(?:${identifierPattern.source})$`);

/** Writes a name of the tree, in single quotes if its position requires them. */
export function printName(name: string, place: NamePlace = 'fixed'): string {
  const isQuoted = name.startsWith("'");
  if (isQuoted || (identifier.test(name) && !quotedKeywords[place].has(name))) return name;
  return `'${name}'`;
}
