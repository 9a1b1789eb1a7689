/**
 * The input and output of `aftermath test`: files with their scenarios, and the results.
 */
import type { Scenario } from '../../../../language/src/model/scenario.ts';
import type { ScenarioResult } from '../../../../language/src/simulation/play/scenario-result.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context } from '../input/command.ts';
import { nearOrListed } from '../../questions/files/nearest-names.ts';
import { type OpenedModel, openModel } from '../../questions/files/open-models.ts';
import { fileNames, uriOf } from '../../questions/files/places.ts';

/** A file and its selected scenarios; none if the model has errors. */
export interface Testable {
  readonly opened: OpenedModel;
  readonly scenarios: readonly Scenario[];
}

/** A file with the results of its scenarios, in order. */
export interface Tested {
  readonly opened: OpenedModel;
  readonly results: readonly ScenarioResult[];
  /** The scenarios that did not run to their end, because of a timeout or an interrupt. */
  readonly undecided: readonly Scenario[];
}

/** An unreadable file, and why. */
export interface UnreadableFile {
  readonly file: string;
  readonly message: string;
}

/** Everything that a test run opens. */
export interface ToTest {
  readonly files: readonly Testable[];
  readonly unreadable: readonly UnreadableFile[];
}

/** Opens the named files, each once, and finds the selected scenarios. */
export async function openToTest(context: Context): Promise<ToTest> {
  const title = context.values.get('scenario');
  const { files, unreadable } = await openEach(context);
  return { files: files.map((opened) => ({ opened, scenarios: scenariosOf(opened, title) })), unreadable };
}

/** Opens the named files, each once and separately. */
export async function openEach(
  context: Context,
): Promise<{ readonly files: readonly OpenedModel[]; readonly unreadable: readonly UnreadableFile[] }> {
  const names = new Map(context.operands.map((name) => [uriOf(name, context), name]));
  const nameOf = fileNames(context.operands, context);
  const files: OpenedModel[] = [];
  const unreadable: UnreadableFile[] = [];
  for (const [uri, name] of names) {
    const opened = await openModel(name, context);
    if ('refusal' in opened) unreadable.push({ file: nameOf(uri), message: opened.refusal });
    else files.push(opened.value);
  }
  return { files, unreadable };
}

const scenariosOf = ({ model, errors }: OpenedModel, title: string | undefined): readonly Scenario[] =>
  errors.length > 0 ? [] : model.scenarios.filter((scenario) => title === undefined || scenario.title === title);

/**
 * Returns why there is nothing to test; a file that could not be judged is accepted, because it is reported separately.
 */
export function checkThereIsOne({ files, unreadable }: ToTest, { operands, values }: Context): Answer<undefined> {
  const isUnclear = unreadable.length > 0 || files.some(({ opened }) => opened.errors.length > 0);
  if (isUnclear || files.some(({ scenarios }) => scenarios.length > 0)) return { value: undefined };
  const titles = files.flatMap(({ opened }) => opened.model.scenarios.map((scenario) => scenario.title));
  const title = values.get('scenario');
  if (title !== undefined && titles.length > 0) {
    return { refusal: `There is no scenario "${title}".${nearOrListed(title, titles)}` };
  }
  const subject = operands.length === 1 ? `"${operands.join('')}" has no` : 'None of the files has a';
  return { refusal: `${subject} scenario, so there is nothing to test.` };
}
