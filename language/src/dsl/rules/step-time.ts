/**
 * Finds times at the end of a line that are not the time of what is before them there: a time comes before its step, so
 * `crash a at 5s` crashes a at once, and `at 5s` belongs to the step on the next line.
 */
import type { AstNode } from 'langium';
import type { Fix } from '../../model/finding.ts';
import { t } from '../../model/common/translation.ts';
import * as ast from '../generated/ast.ts';
import { keywordsOf, rangeOf, startOf, textOf } from '../syntax/tree/places.ts';
import { documentText, insertBefore, placeOf, replacePiece } from './fixes/edits.ts';
import type { LanguageRule, ReportFault } from './rule.ts';

/** Reports times that are written after their steps. */
export const stepTime: LanguageRule = {
  code: 'step/time',
  run(tree, report) {
    for (const step of [...tree.all('At'), ...tree.all('Within')]) reportStep(step, report);
    for (const transition of tree.all('Transition')) reportTimer(transition, report);
  },
};

function reportStep(step: ast.At | ast.Within, report: ReportFault): void {
  const before = memberBefore(step);
  const time = ast.isAt(step) ? step.time : step.duration;
  const own = step.step && startOf(step.step)?.line;
  if (before === undefined || !isAtLineEnd(before, time, own)) return;
  const timed = innermost(before);
  // Only an `expect` holds within a time, and a step has one time on its line.
  if (ast.isWithin(step) && !ast.isExpect(timed)) return;
  if (timed !== before && startOf(before)?.line === startOf(timed)?.line) return;
  const words = `${ast.isAt(step) ? 'at' : 'within'} ${textOf(time) ?? ''}`;
  const message = t`"${words}" is not the time of what is before it on this line, but of what comes after it. Write a time before its step.`;
  report({ node: time, message, fixes: ast.isStep(timed) ? [timeBefore(step, time, timed, words)] : [] });
}

function timeBefore(step: AstNode, time: AstNode, timed: ast.Step, words: string): Fix {
  const { end } = placeOf(time);
  let start = placeOf(step).offset;
  while (/[ \t]/.test(documentText(step)[start - 1] ?? '')) start--;
  const edits = [insertBefore(timed, `${words} `), replacePiece(step, { start, end }, '')];
  return { title: t`Write "${words}" before the step`, edits };
}

function reportTimer(transition: ast.Transition, report: ReportFault): void {
  const { trigger } = transition;
  if (!ast.isTimerTrigger(trigger)) return;
  const before = memberBefore(transition);
  const [own] = ['when', 'do', '->'].flatMap((word) => keywordsOf(transition, word));
  if (before === undefined || !isAtLineEnd(before, trigger, own?.range.start.line)) return;
  const words = textOf(trigger) ?? '';
  const message = t`"${words}" is a timer of its own, and delays nothing before it on this line. To wait before a transition, add a state that a timer leaves.`;
  report({ node: trigger, message });
}

/** Returns the step or member before one in the same body. */
function memberBefore({ $container, $containerProperty, $containerIndex = 0 }: AstNode): AstNode | undefined {
  const list: unknown = $container?.[$containerProperty as keyof AstNode];
  return Array.isArray(list) ? (list as readonly AstNode[])[$containerIndex - 1] : undefined;
}

/** Returns true if a time is on the line on which something ends, and what it is the time of begins on no such line. */
function isAtLineEnd(before: AstNode, time: AstNode, ownLine: number | undefined): boolean {
  const line = rangeOf(before)?.end.line;
  return line === startOf(time)?.line && line !== ownLine;
}

/** Returns the step that happens at the time of a step. */
const innermost = (step: AstNode): AstNode =>
  (ast.isAt(step) || ast.isWithin(step)) && step.step !== undefined ? innermost(step.step) : step;
