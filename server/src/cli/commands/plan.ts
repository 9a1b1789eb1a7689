/**
 * `aftermath plan`: reports what an event ends, in which order, who is notified, and what happens to the rest.
 */
import { basename } from 'node:path';
import { describeDifference, diffPlans, eventWords } from '../../../../language/src/analysis/plan/plan-differences.ts';
import { pairsJson, planJson } from '../../../../language/src/analysis/plan/plan-json.ts';
import { timelineFile } from '../../../../language/src/drawing/timeline/timeline-file.tsx';
import { eventOf } from '../../../../language/src/view/report/plan-event.ts';
import { planTimeline } from '../../../../language/src/view/report/plan.ts';
import { collectTargets } from '../../../../language/src/view/report/targets.ts';
import { paint } from '../text/colours.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import type { PolicyChoice } from '../../questions/plans/crash-policy.ts';
import { policyOptions, readPolicy } from '../input/policy-options.ts';
import { writeJson } from '../text/json.ts';
import { type MadePlan, makePlan } from '../../questions/plans/make-plan.ts';
import { openAsked, supposedJson, suppositionOptions } from '../run/supposition.ts';
import { type OpenedModel, openModel } from '../../questions/files/open-models.ts';
import { type PlanEvent, timedCollections } from '../../questions/plans/plan-event.ts';
import { eventOptions, readEvent } from '../input/event-options.ts';
import { planPolicyJson, planPolicyText } from '../../questions/plans/plan-policy.ts';
import { reportPlan } from '../../questions/plans/plan-report.ts';
import { runStart } from '../run/run-start.ts';
import { writePlanText } from '../text/plan-text.ts';
import { inOneLine, standardInput } from '../../questions/files/places.ts';
import { reportErrors } from '../text/report-errors.ts';

/** The command `plan`. */
export const planCommand: Command = {
  name: 'plan',
  summary: 'show what an event destroys and in which order, for review',
  usage: 'FILE EVENT [POLICY] [--diff OTHER] [--brief | --svg]',
  operands: { least: 1, most: 2 },
  options: {
    ...eventOptions,
    start: { summary: 'a start of everything, or of a NAME after FILE' },
    recover: { summary: 'after --crash: what is restarted, and in which order' },
    ...policyOptions,
    ...suppositionOptions,
    diff: { value: 'OTHER', summary: 'only the differences from the plan of the model OTHER' },
    brief: { summary: 'omit the reasons' },
    svg: { summary: 'a timeline instead, as an SVG picture' },
  },
  details: [
    [
      'EVENT is --crash PD, --destroy NAME, --evict NAME, --drain NODE, --remove NAME,',
      '--delete NAME [--deletion MODE], --collect [before|after] or --since OLD; all but',
      '--drain, --collect and --since may be given several times, as one event. Names are',
      'qualified names, their unique endings, or copies: "pod[0]", "pod[*]". POLICY is',
      '--policy NAME or, for a crash, --pd-depth N --space-depth N.',
    ],
    [
      '--start [NAME] instead plans a start, and --recover with --crash what follows the crash:',
      'what comes to life in which order, what it waits for, and why.',
    ],
    ['OLD is the model of the last deployment: what it has and FILE lacks is destroyed.'],
    ['With --diff the plans of FILE and OTHER are compared by their consequences.'],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  if (context.flags.has('start') || context.flags.has('recover')) return runStart(context);
  const [file = '', surplus] = context.operands;
  const event = readEvent(context);
  if (surplus !== undefined) {
    const hint =
      'refusal' in event
        ? `an event is an option with a name, such as --crash ${surplus}`
        : context.flags.has('collect')
          ? `--collect takes ${timedCollections.join(' or ')}`
          : 'a name follows only --start';
    return refuse(context, `"${surplus}" is one argument too many; ${hint}.`);
  }
  if ('refusal' in event) return refuse(context, event.refusal);
  const other = context.values.get('diff');
  const isPicture = context.flags.has('svg');
  if (isPicture && (context.flags.has('json') || other !== undefined)) {
    return refuse(context, '--svg draws one plan; give neither --json nor --diff with it.');
  }
  const since = context.values.get('since');
  const files = [file, ...(since === undefined ? [] : [since]), ...(other === undefined ? [] : [other])];
  if (files.filter((name) => name === standardInput).length > 1) {
    return refuse(context, 'Only one of the models can come from the standard input.');
  }
  const opened: OpenedModel[] = [];
  for (const [index, name] of files.entries()) {
    const model = await (index === 0 ? openAsked(name, context) : openModel(name, context));
    if ('refusal' in model) return refuse(context, model.refusal);
    if (model.value.errors.length > 0) return reportErrors(context, 'plan', model.value);
    opened.push(model.value);
  }
  const [subject] = opened;
  if (subject === undefined) throw new Error('Every file was opened or refused.');
  const older = since === undefined ? undefined : opened[1];
  const choice = readPolicy(context);
  if ('refusal' in choice) return refuse(context, choice.refusal);
  const made = makePlan(subject, event.value, older, choice.value);
  if ('refusal' in made) return refuse(context, made.refusal);
  const compared = other === undefined ? undefined : opened.at(-1);
  if (compared === undefined) return showPlan(context, made.value);
  const before = planOfOther(compared, event.value, older, choice.value);
  return 'refusal' in before ? refuse(context, before.refusal) : showDifference(context, before.value, made.value);
}

function planOfOther(
  other: OpenedModel,
  event: PlanEvent,
  older: OpenedModel | undefined,
  choice: PolicyChoice,
): Answer<MadePlan> {
  const made = makePlan(other, event, older, choice);
  return 'refusal' in made ? { refusal: `In "${other.file}": ${made.refusal}` } : made;
}

function showPlan(context: Context, made: MadePlan): ExitCode {
  if (context.flags.has('svg')) return drawPlan(context, made);
  const report = reportPlan(made, { isBrief: context.flags.has('brief') });
  if (context.flags.has('json')) {
    const { request, doomed, layers, ...rest } = report;
    const files = { file: made.opened.file, since: made.older?.file, ...supposedJson(context) };
    const plan = { request, policy: planPolicyJson(made), doomed, layers, ...pairsJson(made.plan), ...rest };
    writeJson(context.output, 'plan', { ...files, ...plan });
  } else writePlanText(context.output, made, report);
  return isFaulty(made) ? exitCodes.findings : exitCodes.fine;
}

/** Draws the same timeline as the report in VS Code. */
function drawPlan({ output }: Context, plan: MadePlan): ExitCode {
  const { plan: made, opened } = plan;
  const targets = collectTargets({ model: made.model, sources: { entities: [], relations: [] } });
  output.write(
    timelineFile(planTimeline([made], targets), `Plan for the ${eventOf(made)} in ${basename(opened.file)}`),
  );
  return isFaulty(plan) ? exitCodes.findings : exitCodes.fine;
}

/** Returns true for a plan that is refused, or whose orders contradict each other under `conflict: error`. */
const isFaulty = ({ plan: { order, vetoes } }: MadePlan): boolean =>
  vetoes.length > 0 || order.dropped.some(({ severity }) => severity === 'error');

/** Compares only the consequences: two models have no locations in common. */
function showDifference(context: Context, before: MadePlan, now: MadePlan): ExitCode {
  const [old, fresh] = [before, now].map(({ plan: each }) => planJson(each, { reasons: 'none' }));
  if (old === undefined || fresh === undefined) throw new Error('Two plans give two results.');
  const differences = diffPlans(old, fresh);
  const { output } = context;
  if (context.flags.has('json')) {
    writeJson(output, 'plan', {
      file: now.opened.file,
      since: now.older?.file,
      ...supposedJson(context),
      other: before.opened.file,
      request: fresh.request,
      policy: planPolicyJson(now),
      summary: describeDifference(old, fresh),
      differences,
    });
    return exitCodes.fine;
  }
  const title = `Plan for the ${eventWords(fresh.request)} under ${planPolicyText(now)}`;
  output.write(`${paint(output, 'heading', inOneLine(title))}\n`);
  output.write(`in ${now.opened.file}, compared with ${before.opened.file}\n\n`);
  for (const clause of differences) output.write(`  ${inOneLine(clause)}\n`);
  if (differences.length === 0) output.write('The consequences are the same.\n');
  return exitCodes.fine;
}
