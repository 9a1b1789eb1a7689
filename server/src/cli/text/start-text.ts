/**
 * The plan of a start or a recovery as text for review: what comes to life in which order, what each waits for and why.
 */
import { counted } from '../../../../language/src/model/common/word-list.ts';
import { startHeadings } from '../../../../language/src/view/report/start.ts';
import type { Output } from '../input/command.ts';
import { inOneLine } from '../../questions/files/places.ts';
import type { Because } from '../../questions/plans/plan-report.ts';
import type { RecoveryReport, StartReport } from '../../questions/plans/start-report.ts';
import { paint } from './colours.ts';
import { type SectionLine, writeSection } from './sections-text.ts';

/** Writes the plan of a start, section by section; omits those that only some plans have. */
export function writeStartText(output: Output, file: string, report: StartReport): void {
  const [target] = report.request.targets;
  heading(output, `Plan for the start of ${target ?? 'everything'}`, file);
  writeSteps(output, startHeadings.started, report);
  writeStops(output, report);
  writeRest(output, report);
  const { steps, layers } = report;
  output.write(`\n${String(steps.length)} started in ${counted(layers.length, 'layer')}${damage(report)}\n`);
}

/** Writes the plan of a recovery. */
export function writeRecoveryText(output: Output, file: string, report: RecoveryReport, policy: string): void {
  heading(output, `Plan for the recovery from the crash of ${report.request.targets.join(', ')} under ${policy}`, file);
  writeSection(
    output,
    startHeadings.lost,
    report.destroyed.map((name) => ({ head: name })),
  );
  if (report.ended.length > 0) writeSection(output, startHeadings.ended, report.ended.map(named));
  if (report.along.length > 0) writeSection(output, startHeadings.along, report.along.map(named));
  const actions = report.actions.flatMap((layer, number) =>
    layer.map(({ action, name, brings }): SectionLine => {
      const along = brings.filter((each) => each !== name);
      return {
        head: `${String(number + 1)}. ${action} ${name}${along.length === 0 ? '' : `, with ${along.join(', ')}`}`,
      };
    }),
  );
  writeSection(output, startHeadings.actions, actions);
  if (report.links.length > 0)
    writeSection(output, startHeadings.links, report.links.map(({ fact }) => ({ head: `link ${fact.replaceAll('"', '')}` }))); // oxfmt-ignore
  writeSteps(output, startHeadings.waits, report);
  writeRest(output, report);
  const { dangling } = report;
  if (dangling.length > 0) writeSection(output, startHeadings.dangling, dangling.map(named));
  const left = dangling.length > 0 ? `, ${String(dangling.length)} dangling` : '';
  output.write(
    `\n${counted(actions.length, 'action')} in ${counted(report.actions.length, 'step')}${damage(report)}${left}\n`,
  );
}

function heading(output: Output, title: string, file: string): void {
  output.write(`${paint(output, 'heading', inOneLine(title))}\nin ${file}\n`);
}

function writeSteps(output: Output, title: string, { steps, layers }: StartReport): void {
  const numbers = new Map(layers.flatMap((layer, number) => layer.map((name) => [name, number + 1])));
  const items = steps.map(({ name, because: wanted = [], waits }): SectionLine => {
    const because = [...wanted, ...waits.flatMap((wait) => wait.because ?? [])];
    const few = [...new Set(waits.map(waitText))];
    const after = few.length === 0 ? '' : ` after ${few.join(', ')}`;
    return { head: `${String(numbers.get(name))}. ${name}${after}`, ...(because.length > 0 && { because }) };
  });
  writeSection(output, title, items);
}

function writeStops(output: Output, { stopped = [], again = [], conflicts = [] }: StartReport): void {
  for (const [title, items] of [
    [startHeadings.stopped, stopped],
    [startHeadings.again, again],
    [startHeadings.conflicts, conflicts],
  ] as const)
    if (items.length > 0) writeSection(output, title, items.map(named));
}

const waitText = ({ name, least, among }: StartReport['steps'][number]['waits'][number]): string =>
  least === undefined ? name : `${name} (${String(least)} of ${String(among)})`;

function writeRest(output: Output, { yielded, cycles, stuck, broken, degraded }: StartReport): void {
  const optional: readonly (readonly [string, readonly SectionLine[]])[] = [
    [startHeadings.cycles, cycles.map(({ names, because }) => ({ head: `error: ${names.join(', ')}`, because }))],
    [startHeadings.stuck, stuck.map(named)],
    [
      startHeadings.yielded,
      yielded.map(({ name, other, cycle }) => ({ head: `${name} after ${other}`, because: cycle })),
    ],
    [startHeadings.broken, broken.map(named)],
    [startHeadings.degraded, degraded.map(named)],
  ];
  for (const [title, items] of optional) if (items.length > 0) writeSection(output, title, items);
}

const named = ({ name, because }: Because<{ readonly name: string }>): SectionLine => ({
  head: name,
  ...(because !== undefined && { because }),
});

const damage = ({ cycles, stuck, broken, degraded, stopped = [] }: StartReport): string =>
  [
    ...(stopped.length > 0 ? [`${String(stopped.length)} stopped`] : []),
    ...(cycles.length > 0 ? [counted(cycles.length, 'cycle')] : []),
    ...(stuck.length > 0 ? [`${String(stuck.length)} not started`] : []),
    `${String(broken.length)} broken`,
    `${String(degraded.length)} degraded`,
  ]
    .map((each) => `, ${each}`)
    .join('');
