/**
 * Names as they must be written in each place. A keyword stands without quotes where the grammar
 * takes it for a name and where it could not go on with what stands before it.
 */
import { predicates } from '../../model/expression.ts';
import {
  checkMemberStarts,
  declarationStarts,
  identifierPattern,
  memberStarts,
  operandStarts,
  relationStarts,
  stepStarts,
} from '../syntax/tokens.ts';

/**
 * Where a name stands: behind a word or sign that nothing but a name can follow (`fixed`), or as the
 * first word of an operand, of a path that names an entity, of what is expected, or of an item.
 */
export type NamePlace =
  'fixed' | 'operand' | 'path' | 'expectation' | 'member' | 'setting' | 'step' | 'check member' | 'subject';

/** Words that stand between two operands; legal as names, but not to be read as such. */
const operators = [...relationStarts, 'or', 'and', 'in', 'before', 'notified', 'received'];
const operands = [...operandStarts, ...operators];

/** Keywords with which the item before could go on. */
const continuing = [
  ...operators,
  ...predicates,
  ...['after', 'as', 'notify', 'runs', 'under', 'to', 'of', 'up', 'leads', 'with', 'when', 'do', 'then', 'else', 'for'],
  ...['background', 'foreground', 'orphan', 'fails'],
];
const steps = [...stepStarts, ...checkMemberStarts, ...operandStarts, ...continuing];

/** The keywords that need quotes in a place. */
const quotedKeywords: Readonly<Record<NamePlace, ReadonlySet<string>>> = {
  fixed: new Set(),
  operand: new Set(operands),
  // Behind `any as in` a name and a colon would follow as well as behind a path.
  path: new Set(['self', 'all', 'any', 'count']),
  expectation: new Set([...operands, 'order', 'log', 'only']),
  member: new Set([...memberStarts, ...continuing]),
  setting: new Set(continuing),
  step: new Set(steps),
  'check member': new Set(steps),
  subject: new Set([...declarationStarts, ...continuing]),
};

const identifier = new RegExp(`^(?:${identifierPattern.source})$`);

/** Writes a name of the tree, in single quotes if the place asks for them. */
export function printName(name: string, place: NamePlace = 'fixed'): string {
  const isQuoted = name.startsWith("'");
  if (isQuoted || (identifier.test(name) && !quotedKeywords[place].has(name))) return name;
  return `'${name}'`;
}
