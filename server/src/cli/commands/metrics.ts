/**
 * `aftermath metrics`: measures how isolated two PDs, or all pairs of PDs, are from each other.
 */
import { startOf } from '../../../../language/src/analysis/deletion/at-start.ts';
import { pairRows } from '../../../../language/src/analysis/metrics/pair-table.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { writeJson } from '../text/json.ts';
import { findCompared } from '../../questions/measurable.ts';
import { comparisonJson, measureTwo, pairJson } from '../../questions/metrics-report.ts';
import { writeComparison, writePairs } from '../text/metrics-text.ts';
import { openAsked, supposedJson, suppositionOptions } from '../run/supposition.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { reportErrors } from '../text/report-errors.ts';

/** The command `metrics`. */
export const metricsCommand: Command = {
  name: 'metrics',
  summary: 'measure how isolated PDs are from each other',
  usage: 'FILE [A B]',
  operands: { least: 1, most: 3 },
  options: { ...suppositionOptions },
  details: [
    [
      'Compares the PDs or nodes A and B: resource similarity (RSI) for each type, fault radius (FR),',
      'trusted computing base (TCB), impact boundary (IB), shared resources, memory cost.',
      'Without A and B: RSI and FR of all pairs of PDs, as a table.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [file = '', ...names] = context.operands;
  if (names.length === 1) {
    return refuse(context, 'Name two PDs to compare them, or none to compare all pairs.');
  }
  const opened = await openAsked(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'metrics', opened.value);
  return names.length === 0 ? reportPairs(context, opened.value) : reportTwo(context, opened.value, names);
}

function reportPairs(context: Context, opened: OpenedModel): ExitCode {
  const pairs = [...pairRows(startOf(opened.model).model)].flat();
  if (context.flags.has('json')) {
    writeJson(context.output, 'metrics', {
      file: opened.file,
      ...supposedJson(context),
      pairs: pairs.map((pair) => pairJson(opened.model, pair)),
    });
  } else writePairs(context.output, opened, pairs);
  return exitCodes.fine;
}

function reportTwo(context: Context, opened: OpenedModel, [first = '', second = '']: readonly string[]): ExitCode {
  const found = findCompared(opened.model, first, second);
  if ('refusal' in found) return refuse(context, found.refusal);
  const comparison = measureTwo(opened.model, ...found.value);
  if (context.flags.has('json')) {
    writeJson(context.output, 'metrics', {
      file: opened.file,
      ...supposedJson(context),
      comparison: comparisonJson(opened.model, comparison),
    });
  } else writeComparison(context.output, opened, comparison);
  return exitCodes.fine;
}
