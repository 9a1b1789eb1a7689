/**
 * `aftermath crash`: reports the consequences of the crash of PDs and nodes in one event, and why.
 */
import { crash as cleanUp } from '../../../../language/src/analysis/crash/cleanup.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { comparedWithCode } from '../../questions/as-implemented.ts';
import { writeComparedWithCode } from '../text/as-implemented-text.ts';
import { policyJson } from '../../questions/plans/crash-policy.ts';
import { policyFrom, policyOptions, policyUsage } from '../input/policy-options.ts';
import { reportCrash } from '../../questions/plans/crash-report.ts';
import { type CrashSubject, writeCrashText } from '../text/crash-text.ts';
import { findCrashed } from '../../questions/plans/find-crashable.ts';
import type { Entity } from '../../../../language/src/model/entity.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import { writeJson } from '../text/json.ts';
import { openAsked, supposedJson, suppositionOptions } from '../run/supposition.ts';
import { reportErrors } from '../text/report-errors.ts';

/** The command `crash`. */
export const crashCommand: Command = {
  name: 'crash',
  summary: 'show what happens when a PD or a node crashes, and why',
  usage: `FILE PD... ${policyUsage}`,
  operands: { least: 1 },
  options: {
    crash: { value: 'PD', several: true, summary: 'another PD or node that crashes at the same time' },
    ...policyOptions,
    ...suppositionOptions,
    brief: { summary: 'omit the reasons' },
    'as-implemented': { summary: 'compare with what the code of CellulOS does, under the predefined policies' },
  },
  details: [
    [
      'PD is the qualified name of a PD or a node, its unique ending, or copies: "pod[0]",',
      '"pod[*]". Several of them crash in one event. N is a whole number from 0, or',
      '"unlimited". Predefined policies are space-direct, space-recursive, pd-direct and',
      'pd-recursive. Without options the policy "default" applies: that of the model, or else',
      'one with both depths 0.',
    ],
    [
      'With --as-implemented each policy has two lines: what the documented rules destroy, and',
      'what the public code of CellulOS would destroy, which sweeps tables instead.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [file = '', ...operands] = context.operands;
  const crashed = [...operands, ...(context.lists.get('crash') ?? [])];
  if (crashed.length === 0) return refuse(context, `Name what crashes; write "aftermath crash ${crashCommand.usage}".`);
  const opened = await openAsked(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'crash', opened.value);
  const found = findCrashed(opened.value.model, crashed);
  if ('refusal' in found) return refuse(context, found.refusal);
  const chosen = policyFrom(opened.value.model, context);
  if ('refusal' in chosen) return refuse(context, chosen.refusal);

  const { model } = opened.value;
  const ids = idsOf(found.value);
  const compared = context.flags.has('as-implemented')
    ? comparedWithCode(model, ids, isPolicyGiven(context) ? [chosen.value.policy] : undefined)
    : undefined;
  const subject = { file: opened.value.file, names: found.value.map((each) => each.name), chosen: chosen.value };
  if (compared !== undefined && !context.flags.has('json')) {
    writeComparedWithCode(context.output, subject, compared);
    return exitCodes.fine;
  }
  const report = reportCrash(opened.value, cleanUp(model, ids, chosen.value.policy), {
    isBrief: context.flags.has('brief'),
  });
  const asImplemented = compared === undefined ? {} : { asImplemented: compared };
  if (context.flags.has('json'))
    writeJson(context.output, 'crash', { ...subjectJson(subject), ...supposedJson(context), ...report, ...asImplemented }); // oxfmt-ignore
  else writeCrashText(context.output, subject, report);
  return exitCodes.fine;
}

const isPolicyGiven = ({ values }: Context): boolean => Object.keys(policyOptions).some((option) => values.has(option));

const idsOf = (crashed: readonly Entity[]): EntityId[] => crashed.map(({ id }) => id);

const subjectJson = ({ file, names, chosen }: CrashSubject): object => ({
  file,
  name: names[0],
  ...(names.length > 1 ? { names } : {}),
  policy: policyJson(chosen),
});
