/**
 * `aftermath plan --start` and `--recover`: reports what comes to life in which order, and what it waits for.
 */
import { basename } from 'node:path';
import { timelineFile } from '../../../../language/src/drawing/timeline/timeline-file.tsx';
import { type AnyStart, startEventOf } from '../../../../language/src/view/report/start-overlay.ts';
import { startTimeline } from '../../../../language/src/view/report/start-timeline.ts';
import { collectTargets } from '../../../../language/src/view/report/targets.ts';
import { type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { eventOptions } from '../input/event-options.ts';
import { readPolicy } from '../input/policy-options.ts';
import { policyJson, policyText } from '../../questions/plans/crash-policy.ts';
import { openAsked, supposedJson } from './supposition.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { makeRecovery, makeStart } from '../../questions/plans/make-start.ts';
import { reportRecovery, reportStart, type StartReport } from '../../questions/plans/start-report.ts';
import { writeJson } from '../text/json.ts';
import { reportErrors } from '../text/report-errors.ts';
import { writeRecoveryText, writeStartText } from '../text/start-text.ts';

/** Runs the command with one of the two options. */
export async function runStart(context: Context): Promise<ExitCode> {
  const [file = '', name] = context.operands;
  const wrong = refusalOf(context, name);
  if (wrong !== undefined) return refuse(context, wrong);
  const opened = await openAsked(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'plan', opened.value);
  return context.flags.has('start')
    ? showStart(context, opened.value, name)
    : showRecovery(context, opened.value, context.lists.get('crash') ?? []);
}

/** Returns why the options do not go together, if they do not. */
function refusalOf({ values, flags }: Context, name: string | undefined): string | undefined {
  const isStart = flags.has('start');
  const event = Object.keys(eventOptions).find((option) => values.has(option) || flags.has(option));
  if (isStart && flags.has('recover')) return 'A plan is for one event; give either --start or --recover.';
  if (isStart && event !== undefined) return `A plan is for one event; give either --start or --${event}.`;
  if (!isStart && event !== 'crash')
    return 'A recovery follows a crash; give --crash with --recover, and nothing else.';
  if (!isStart && name !== undefined) return `"${name}" is one argument too many; a name follows only --start.`;
  if (flags.has('svg') && flags.has('json')) return '--svg draws one plan; give no --json with it.';
  const other = ['diff'].find((option) => values.has(option) || flags.has(option));
  if (other !== undefined) return `--${other} is for plans of ends; leave it out.`;
  return undefined;
}

function showStart(context: Context, opened: OpenedModel, name: string | undefined): ExitCode {
  const made = makeStart(opened.model, name);
  if ('refusal' in made) return refuse(context, made.refusal);
  if (context.flags.has('svg')) return drawStart(context, opened, made.value);
  const report = reportStart(opened, made.value, { isBrief: context.flags.has('brief') });
  if (context.flags.has('json'))
    writeJson(context.output, 'plan', { file: opened.file, ...supposedJson(context), ...report });
  else writeStartText(context.output, opened.file, report);
  return codeOf(report);
}

function showRecovery(context: Context, opened: OpenedModel, names: readonly string[]): ExitCode {
  const choice = readPolicy(context);
  if ('refusal' in choice) return refuse(context, choice.refusal);
  const made = makeRecovery(opened.model, names, choice.value);
  if ('refusal' in made) return refuse(context, made.refusal);
  const { plan, chosen } = made.value;
  if (context.flags.has('svg')) return drawStart(context, opened, plan);
  const report = reportRecovery(opened, plan, { isBrief: context.flags.has('brief') });
  const { request, ...rest } = report;
  if (context.flags.has('json'))
    writeJson(context.output, 'plan', {
      file: opened.file,
      ...supposedJson(context),
      request,
      policy: policyJson(chosen),
      ...rest,
    });
  else writeRecoveryText(context.output, opened.file, report, policyText(chosen));
  return codeOf(report);
}

/** Draws the same timeline as the report in VS Code. */
function drawStart({ output }: Context, { file }: OpenedModel, plan: AnyStart): ExitCode {
  const targets = collectTargets({ model: plan.model, sources: { entities: [], relations: [] } });
  output.write(timelineFile(startTimeline(plan, targets), `Plan for the ${startEventOf(plan)} in ${basename(file)}`));
  return codeOf(plan);
}

/** A cycle, and what never starts, are findings. */
const codeOf = ({ cycles, stuck }: Pick<StartReport | AnyStart, 'cycles' | 'stuck'>): ExitCode =>
  cycles.length + stuck.length > 0 ? exitCodes.findings : exitCodes.fine;
