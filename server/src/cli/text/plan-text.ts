/**
 * A plan as text for review: who is notified first, what ends in which order, which orders give way, and what happens
 * to the rest, each with the facts it follows from.
 */
import { eventWords } from '../../../../language/src/analysis/plan/plan-differences.ts';
import { heldWords } from '../../../../language/src/view/report/held-words.ts';
import { planHeadings } from '../../../../language/src/view/report/plan-headings.ts';
import { paint } from './colours.ts';
import type { Output } from '../input/command.ts';
import type { MadePlan } from '../../questions/plans/make-plan.ts';
import type { Because, PlanReport } from '../../questions/plans/plan-report.ts';
import { planPolicyText } from '../../questions/plans/plan-policy.ts';
import { inOneLine } from '../../questions/files/places.ts';
import { type SectionLine, writeSection } from './sections-text.ts';
import { required } from '../../../../language/src/model/common/lookup.ts';

/** Writes the plan, section by section; omits empty sections that only some events have. */
export function writePlanText(output: Output, made: MadePlan, report: PlanReport): void {
  const title = `Plan for the ${eventWords(report.request)} under ${planPolicyText(made)}`;
  output.write(`${paint(output, 'heading', inOneLine(title))}\n`);
  output.write(`in ${made.opened.file}${made.older === undefined ? '' : `, since ${made.older.file}`}\n`);
  const isRefused = report.vetoes.length > 0;
  if (isRefused) writeSection(output, planHeadings.refused, report.vetoes.map((each) => item(each.text, each))); // oxfmt-ignore
  writeSection(
    output,
    planHeadings.notifiedFirst,
    report.notifications.map((each) => item(`${each.subject}: ${each.action}(${each.of})`, each)),
  );
  writeSection(output, isRefused ? planHeadings.wouldEnd : planHeadings.destroyed, inOrder(report));
  const { degraded, broken, dangling } = report.survivors;
  writeSection(output, planHeadings.degraded, degraded.map(named));
  const blocked = new Set(report.survivors.blocked.map(({ name }) => name));
  writeSection(output, planHeadings.broken, broken.filter(({ name }) => !blocked.has(name)).map(named));
  if (blocked.size > 0) writeSection(output, planHeadings.blocked, report.survivors.blocked.map(named));
  writeSection(output, planHeadings.dangling, dangling.map(named));
  writeSection(
    output,
    planHeadings.managers,
    report.messages.map((each) =>
      item(`${each.manager}: ${each.event}(${each.subject}${each.by === undefined ? '' : `, ${each.by}`})`, each),
    ),
  );
  const { already } = report.survivors;
  const optional: readonly (readonly [string, readonly SectionLine[]])[] = [
    [planHeadings.brokenAlready, already.broken.map(named)],
    [planHeadings.degradedAlready, already.degraded.map(named)],
    [planHeadings.danglingAlready, already.dangling.map(named)],
    [planHeadings.dropped, report.leftOut.map(droppedItem)],
    [planHeadings.held, report.held.map(heldItem)],
    [planHeadings.anyway, report.anyway.map(named)],
    [planHeadings.later, report.later.map(named)],
    [planHeadings.spared, report.spared.map(named)],
  ];
  for (const [heading, items] of optional) if (items.length > 0) writeSection(output, heading, items);
  output.write(`\n${countsOf(report)}\n`);
}

function inOrder({ doomed, layers }: PlanReport): readonly SectionLine[] {
  const byName = new Map(doomed.map((each) => [each.name, each]));
  return layers.flatMap((layer, number) =>
    layer.map((name) => item(`${String(number + 1)}. ${name}`, required(byName.get(name)))),
  );
}

const item = (head: string, { because }: Because<object>): SectionLine => ({
  head,
  ...(because === undefined ? {} : { because }),
});

const named = (each: Because<{ readonly name: string }>): SectionLine => item(each.name, each);

const droppedItem = ({ first, then, severity, cycle }: PlanReport['leftOut'][number]): SectionLine => ({
  head: `${severity}: ${first} before ${then}`,
  because: cycle,
});

const heldItem = (held: PlanReport['held'][number]): SectionLine => item(`${held.name}: ${heldWords(held)}`, held);

function countsOf({ doomed, layers, survivors, leftOut, held, vetoes }: PlanReport): string {
  const { degraded, broken, dangling } = survivors;
  const deadlocked = held.filter(({ isDeadlocked }) => isDeadlocked).length;
  const layerWord = layers.length === 1 ? 'layer' : 'layers';
  return [
    ...(vetoes.length === 0 ? [] : [`refused by ${String(vetoes.length)}`]),
    `${String(doomed.length)} ${vetoes.length === 0 ? '' : 'would be '}destroyed in ${String(layers.length)} ${layerWord}`,
    `${String(degraded.length)} degraded`,
    `${String(broken.length - survivors.blocked.length)} broken`,
    ...(survivors.blocked.length === 0 ? [] : [`${String(survivors.blocked.length)} blocked`]),
    `${String(dangling.length)} dangling`,
    ...(leftOut.length === 0
      ? []
      : [`${String(leftOut.length)} ${leftOut.length === 1 ? 'order gives' : 'orders give'} way`]),
    ...(held.length === 0 ? [] : [`${String(held.length)} held up`]),
    ...(deadlocked === 0 ? [] : [`${String(deadlocked)} in a deadlock`]),
  ].join(', ');
}
