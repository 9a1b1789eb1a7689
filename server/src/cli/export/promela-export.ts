/**
 * `aftermath export promela`: writes a check with its model for SPIN, or lists what is not covered, line by line.
 */
import { exportPromela } from '../../../../language/src/simulation/promela/export-promela.ts';
import { uncoveredFindings } from '../../../../language/src/simulation/promela/uncovered-findings.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { RunError } from '../../../../language/src/simulation/values/run-error.ts';
import { variantsOf } from '../../../../language/src/simulation/play/scenario.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { type Context, type ExitCode, exitCodes, type Option, refuse } from '../input/command.ts';
import { readCount } from '../input/count-option.ts';
import { mergeFindings } from '../../questions/files/file-findings.ts';
import { writeJson } from '../text/json.ts';
import { nearOrListed } from '../../questions/files/nearest-names.ts';
import { openModel, type OpenedModel } from '../../questions/files/open-models.ts';
import { reportErrors } from '../text/report-errors.ts';
import { deliver, resultFile } from '../text/result-file.ts';

/** The format, as the help lists it. */
export const promelaFormat = { name: 'promela', title: 'Promela, for SPIN: a check with its model' } as const;

/** The option `--check`. */
export const checkOption: Option = {
  value: 'TITLE',
  summary: 'this check: promela, if there are several; svg, png, mermaid, json: its states',
};

/** Writes a check in Promela; writes nothing if it uses constructs that are not covered. */
export async function runPromelaExport(context: Context, name: string): Promise<ExitCode> {
  const opened = await openModel(name, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'export', opened.value);
  const check = checkIn(context.values, opened.value);
  if ('refusal' in check) return refuse(context, check.refusal);
  const { model, sources, nameOf, file } = opened.value;
  const program = compileModel(model);
  const combination = combinationOf(context, program, check.value);
  if ('refusal' in combination) return refuse(context, combination.refusal);
  const exported = exportPromela(program, check.value, combination.value);
  if ('uncovered' in exported) {
    return reportErrors(context, 'export', {
      errors: mergeFindings([], uncoveredFindings(exported.uncovered, sources)),
      nameOf,
    });
  }
  const { text, names, claims, statesBefore } = exported.value;
  const delivered = await deliver(context, name, text);
  if ('refusal' in delivered) return refuse(context, delivered.refusal);
  const out = resultFile(context);
  if (!context.flags.has('json')) {
    if (out === undefined) context.output.write(text);
    return exitCodes.fine;
  }
  const where = out === undefined ? { text } : { out };
  const properties = claims.map(({ name: claim, property: { kind } }) => ({ name: claim, kind }));
  writeJson(context.output, 'export', {
    ...{ format: promelaFormat.name, file, check: check.value.title, ...where },
    ...{ exportedNames: names, properties, statesBefore, leftOut: [] },
  });
  return exitCodes.fine;
}

/**
 * Returns the chosen combination of the plain steps, from 0; the export itself reports steps that end with an error.
 */
function combinationOf(context: Context, program: Program, check: Check): Answer<number | undefined> {
  if (!context.values.has('variant')) return { value: undefined };
  let count = 1;
  try {
    count = variantsOf(program, check.steps).length;
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
  }
  const number = readCount(context, 'variant', { least: 1, most: count });
  return 'refusal' in number ? number : { value: (number.value ?? 1) - 1 };
}

/** Returns the named check, or the only one. */
export function checkIn(
  values: Context['values'],
  { model, file }: Pick<OpenedModel, 'model' | 'file'>,
): Answer<Check> {
  const { checks } = model;
  const title = values.get('check');
  const [first, ...others] = title === undefined ? checks : checks.filter((check) => check.title === title);
  const titles = checks.map((check) => check.title);
  if (first === undefined) {
    if (title === undefined || titles.length === 0) return { refusal: `${file} has no check to export.` };
    return { refusal: `There is no check "${title}" in ${file}.${nearOrListed(title, titles)}` };
  }
  if (title === undefined && others.length > 0) {
    const all = titles.map((each) => `"${each}"`).join(', ');
    return { refusal: `${file} has several checks; choose one with --check: ${all}.` };
  }
  return { value: first };
}
