/** The option `--junit`: results as JUnit XML besides the text, in a file, or in its place. */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context } from '../input/command.ts';
import { writeText } from '../text/write-text.ts';

/** The option, the same for all commands that have it. */
export const junitOption = {
  value: 'OUT',
  isWritten: true,
  summary: 'write the results to the file OUT too, as JUnit XML for CI systems',
} as const;

/** Writes the XML where the option says, if it is given: to a file, or with `-` to the output. */
export async function writeJunit(
  { flags, folder, operands, output, values }: Context,
  xml: () => string,
): Promise<Answer<undefined>> {
  const out = values.get('junit');
  if (out === undefined) return { value: undefined };
  if (out !== '-') return writeText(out, xml(), { folder, force: flags.has('force'), sources: operands });
  output.write(xml());
  return { value: undefined };
}
