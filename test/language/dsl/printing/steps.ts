/**
 * Prints steps and blocks of steps.
 */
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { printExpectation } from './expectations.ts';
import { printAll, expressionPieces } from './expressions.ts';
import { itemOf, type Parts, prefixed } from './items.ts';
import type { Block, Item } from './layout.ts';
import { printName } from '../../../../language/src/dsl/syntax/lexing/print-name.ts';
import { bracketed, commaList, glued, type Pieces } from './pieces.ts';
import { printRelation } from './relations.ts';

/** Returns a step as an item. */
export const printStep = (step: ast.Step): Item => itemOf(step, stepParts(step), 'Step');

/** Returns a block; short ones may stay on one line. */
export const printBlock = (block: ast.Block): Block => ({ items: block.steps.map(printStep), shape: 'short' });

/** Returns the parts of a step. */
export function stepParts(step: ast.Step): Parts {
  switch (step.$type) {
    case 'Assignment':
      return [[...glued(expressionPieces(step.target, 'step'), ' := ', expressionPieces(step.value))]];
    case 'SetStep':
      return [glued('set ', expressionPieces(step.target, 'path'), ' = ', expressionPieces(step.value))];
    case 'Send': {
      const delay = step.delay === undefined ? [] : glued('after ', expressionPieces(step.delay));
      const values = step.arguments.length === 0 ? '' : bracketed('(', commaList(printAll(step.arguments)), ')');
      return [
        [
          ...glued(`send ${printName(step.event.$refText)}`, values),
          ...glued('to ', expressionPieces(step.to)),
          ...delay,
        ],
      ];
    }
    case 'Cancel':
      return [[`cancel ${printName(step.event.$refText)}`]];
    case 'Raise': {
      const values = step.arguments.length === 0 ? '' : bracketed('(', commaList(printAll(step.arguments)), ')');
      return [glued(`raise ${printName(step.event.$refText)}`, values)];
    }
    case 'Log':
    case 'Report':
      return [glued(`${step.$type.toLowerCase()} `, expressionPieces(step.text))];
    case 'IfStep':
      return ifParts(step);
    case 'ForStep':
      return [glued('for ', commaList(step.variables.map(printLoopVariable))), printBlock(step.block)];
    case 'Link':
    case 'Unlink': {
      const relation = printRelation(step);
      return [[...glued(`${step.$type.toLowerCase()} `, expressionPieces(step.subject)), ...relation]];
    }
    case 'Move':
      return [[...glued('move ', expressionPieces(step.subject)), ...glued('to ', expressionPieces(step.to))]];
    case 'Expect':
      return [glued('expect ', printExpectation(step.expectation))];
    case 'Run':
      return [glued('run ', expressionPieces(step.duration))];
    case 'At':
      return timed(glued('at ', expressionPieces(step.time)), step.step);
    case 'Within':
      return timed(glued('within ', expressionPieces(step.duration)), step.step);
    default:
      return [endStep(step)];
  }
}

type EndStep =
  | ast.Create
  | ast.Destroy
  | ast.Evict
  | ast.Remove
  | ast.Crash
  | ast.Halt
  | ast.Restart
  | ast.Delete
  | ast.Collect;

function endStep(step: EndStep): Pieces {
  const verb = step.$type.toLowerCase();
  switch (step.$type) {
    case 'Create':
    case 'Remove':
    case 'Halt':
    case 'Restart':
      return glued(`${verb} `, commaList(printAll(step.targets)));
    case 'Destroy':
    case 'Evict':
    case 'Crash':
      return [...glued(`${verb} `, commaList(printAll(step.targets))), ...under(step)];
    case 'Delete': {
      const mode = step.mode === undefined ? [] : [step.mode];
      return [...glued(`${verb} `, commaList(printAll(step.targets))), ...mode, ...under(step)];
    }
    case 'Collect':
      return [verb, ...(step.moment === undefined ? [] : [step.moment]), ...under(step)];
  }
}

const under = ({ policy }: { readonly policy?: ast.NameReference }): Pieces =>
  policy === undefined ? [] : [`under ${printName(policy.target.$refText)}`];

const printLoopVariable = ({ variable, set }: ast.LoopVariable): Pieces =>
  glued(`${printName(variable.name)} in `, expressionPieces(set));

/** Returns a timed step on the same line as its time. */
function timed(time: Pieces, step: ast.Step | undefined): Parts {
  if (step === undefined) return [time];
  const [first, ...rest] = stepParts(step);
  return [[...time, ...first], ...rest];
}

function ifParts({ condition, then, else: otherwise, elseIf }: ast.IfStep): Parts {
  const parts: Parts = [glued('if ', expressionPieces(condition)), printBlock(then)];
  if (elseIf !== undefined) return [...parts, ...prefixed('else ', ifParts(elseIf))];
  return otherwise === undefined ? parts : [...parts, ['else'], printBlock(otherwise)];
}
