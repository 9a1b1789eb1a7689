/**
 * Finds scenario steps in a machine or destructor, machine actions in a scenario, actions that an environment cannot
 * take, and faults of messages that strike several together.
 */
import { type AstNode, AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import type { LanguageRule, ReportFault } from './rule.ts';
import { runningMachine } from './event-sends.ts';
import { asSetStep } from './fixes/assignment-form.ts';
import { t } from '../../model/common/translation.ts';

/** The steps that only a scenario or a check can take, with their first words. */
const scenarioSteps = {
  Expect: 'expect',
  Run: 'run',
  At: 'at',
  Within: 'within',
  Crash: 'crash',
  Halt: 'halt',
  Remove: 'remove',
  Collect: 'collect',
} as const;
const scenarioOnly = Object.keys(scenarioSteps) as (keyof typeof scenarioSteps)[];

/** Reports steps in the wrong kind of block. */
export const stepNotHere: LanguageRule = {
  code: 'step/not-here',
  run(tree, report) {
    for (const type of scenarioOnly) {
      for (const step of tree.all(type)) if (!isInScenario(step)) reportAction(step, scenarioSteps[type], report);
    }
    for (const step of tree.all('Assignment')) {
      if (!isInScenario(step)) continue;
      const message = t`Only a machine assigns with ":=". In a scenario or check, write "set name = value".`;
      report({ node: step, message, fixes: asSetStep(step) });
    }
    for (const step of [...tree.all('Cancel'), ...tree.all('Send')]) {
      if (!isInScenario(step) || (ast.isSend(step) && step.delay === undefined)) continue;
      const message = ast.isSend(step)
        ? t`Only an action sends with "after". In a scenario, write "at" or "run" before the step.`
        : t`Only an action cancels events, those that it has sent with "after" before.`;
      report({ node: step, message });
    }
    for (const step of tree.all('Raise')) {
      if (runningMachine(step) !== undefined) continue;
      const message = isInScenario(step)
        ? t`Only a machine raises events. In a scenario or check, send the event.`
        : t`Only a machine raises events, and none runs here. Send the event.`;
      report({ node: step, message });
    }
    for (const type of [...ofRuns, 'ForStep'] as const) {
      for (const step of tree.all(type)) {
        if (!isOfEnvironment(step) || (type === 'ForStep' && !ast.isPossibility(step.$container))) continue;
        const message = t`The environment cannot take this step: it moves the clock, repeats or only tests. Move it out of "may".`;
        report({ node: step, message });
      }
    }
    for (const fault of tree.all('Fault')) {
      if (!fault.together || ['crash', 'halt', 'pause'].includes(fault.kind)) continue;
      const message = t`Only "crash", "halt" and "pause" strike several together; a fault "${fault.kind}" strikes one message. Remove "together".`;
      report({ node: fault, property: 'together', message });
    }
  },
};

function reportAction(step: ast.Step, word: string, report: ReportFault): void {
  report({ node: step, message: t`"${word}" is a step of scenarios and checks, not an action. Move it there.` });
}

/** Returns true if a step is in a scenario or check. */
export const isInScenario = (step: AstNode): boolean => AstUtils.getContainerOfType(step, isRun) !== undefined;

const isRun = (node: AstNode): node is ast.Scenario | ast.Check => ast.isScenario(node) || ast.isCheck(node);

/** The steps that move the clock or only test. */
const ofRuns = ['Expect', 'Run', 'At', 'Within'] as const;

/** Returns true for a step after `may`, or in a block there; what repeats may be in such a block. */
const isOfEnvironment = ({ $container: around }: AstNode): boolean =>
  ast.isPossibility(around) ||
  (ast.isBlock(around) && AstUtils.getContainerOfType(around, ast.isPossibility) !== undefined);
