/**
 * Prints scenarios and checks.
 */
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { writeTextLiteral } from '../../../../language/src/model/machines/print-expression.ts';
import { printSetting } from './entities.ts';
import { printAll, expressionPieces } from './expressions.ts';
import { itemOf, prefixed } from './items.ts';
import type { Item } from './layout.ts';
import { printNumber } from './literals.ts';
import { commaList, glued, type Pieces } from './pieces.ts';
import { printStep, stepParts } from './steps.ts';

/** Returns a scenario. */
export const printScenario = (scenario: ast.Scenario): Item =>
  itemOf(scenario, [
    [`scenario ${writeTextLiteral(scenario.title)}`],
    { items: scenario.steps.map(printStep), shape: 'tall' },
  ]);

/** Returns a check. */
export function printCheck(check: ast.Check): Item {
  const head = `check ${writeTextLiteral(check.title)}${check.fails ? ' fails' : ''}`;
  return itemOf(check, [[head], { items: check.members.map(printMember), shape: 'tall' }]);
}

function printMember(member: ast.CheckMember): Item {
  switch (member.$type) {
    case 'Fault': {
      const targets = member.targets.length === 0 ? [] : glued('of ', commaList(printAll(member.targets)));
      const together = member.together ? ['together'] : [];
      return itemOf(member, [[`fault ${member.kind}`, ...targets, ...together, ...upTo(member)]]);
    }
    case 'Possibility': {
      const step = prefixed('may ', stepParts(member.step));
      return itemOf(member, member.limit === undefined ? step : [...step, upTo(member)]);
    }
    case 'Bound':
      return itemOf(member, [glued('bound ', expressionPieces(member.condition))]);
    case 'Property':
      return itemOf(member, [glued(`${member.kind} `, expressionPieces(member.condition))]);
    case 'LeadsTo': {
      const condition = expressionPieces(member.condition, 'check member');
      return itemOf(member, [[...condition, ...glued('leads to ', expressionPieces(member.goal))]]);
    }
    case 'Setting':
      return printSetting(member, 'check member');
    default:
      return printStep(member);
  }
}

const upTo = ({ limit }: ast.Fault | ast.Possibility): Pieces =>
  limit === undefined ? [] : [`up to ${printNumber(limit)}`];
