/**
 * `aftermath crash`: reports the consequences of the crash of a PD or node, and why.
 */
import { crash as cleanUp } from '../../../../language/src/analysis/crash/cleanup.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { policyJson } from '../../questions/crash-policy.ts';
import { policyFrom, policyOptions, policyUsage } from '../input/policy-options.ts';
import { reportCrash } from '../../questions/crash-report.ts';
import { type CrashSubject, writeCrashText } from '../text/crash-text.ts';
import { findCrashable } from '../../questions/find-crashable.ts';
import { writeJson } from '../text/json.ts';
import { openModel } from '../../questions/open-models.ts';
import { reportErrors } from '../text/report-errors.ts';

/** The command `crash`. */
export const crash: Command = {
  name: 'crash',
  summary: 'show what follows when a PD or a node crashes, and why',
  usage: `FILE PD ${policyUsage}`,
  operands: { least: 2, most: 2 },
  options: policyOptions,
  details: [
    [
      'PD is the qualified name of a PD or a node, its unique ending, or a copy such as',
      '"pod[0]". N is a whole number from 0, or "unlimited". Predefined policies are',
      'space-direct, space-recursive, pd-direct and pd-recursive. Without options the',
      'policy "default" applies: that of the model, else both depths are 0.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [file = '', name = ''] = context.operands;
  const opened = await openModel(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'crash', opened.value);
  const found = findCrashable(opened.value.model, name);
  if ('refusal' in found) return refuse(context, found.refusal);
  const chosen = policyFrom(opened.value.model, context);
  if ('refusal' in chosen) return refuse(context, chosen.refusal);

  const report = reportCrash(opened.value, cleanUp(opened.value.model, found.value.id, chosen.value.policy));
  const subject = { file: opened.value.file, name: found.value.name, chosen: chosen.value };
  if (context.flags.has('json')) writeJson(context.output, 'crash', { ...subjectJson(subject), ...report });
  else writeCrashText(context.output, subject, report);
  return exitCodes.fine;
}

const subjectJson = ({ file, name, chosen }: CrashSubject): object => ({
  file,
  name,
  policy: policyJson(chosen),
});
