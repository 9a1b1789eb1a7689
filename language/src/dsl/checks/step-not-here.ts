/**
 * A step that belongs in a scenario but stands in a machine or destructor, or the other way round.
 */
import { type AstNode, AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import type { LanguageCheck } from './check.ts';

/** The steps that only a scenario or a check can take, with the words they begin with. */
const scenarioSteps: Readonly<Record<string, string>> = {
  Expect: 'expect',
  Run: 'run',
  At: 'at',
  Within: 'within',
  SetStep: 'set',
  Crash: 'crash',
  Halt: 'halt',
  Restart: 'restart',
  Remove: 'remove',
  Collect: 'collect',
};

export const stepNotHere: LanguageCheck = {
  code: 'step/not-here',
  severity: 'error',
  run(document, report) {
    for (const step of AstUtils.streamAllContents(document).filter(ast.isStep)) {
      const isInScenario = AstUtils.getContainerOfType(step, isRun) !== undefined;
      const word = scenarioSteps[step.$type];
      if (!isInScenario && word !== undefined) {
        const instead = word === 'set' ? 'Write ":=" to assign a variable of the machine.' : 'Move it there.';
        report(step, '', `"${word}" is a step of scenarios and checks, not an action. ${instead}`);
      } else if (isInScenario && ast.isAssignment(step)) {
        report(step, '', 'Only a machine assigns with ":=". In a scenario or check, write "set name = value".');
      }
    }
  },
};

const isRun = (node: AstNode): node is ast.Scenario | ast.Check => ast.isScenario(node) || ast.isCheck(node);
