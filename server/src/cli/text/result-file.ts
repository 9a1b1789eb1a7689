/**
 * The common part of commands that produce a text: they print it or write it to the file after `-o`.
 */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context, Option } from '../input/command.ts';
import { writeText } from './write-text.ts';

/** The options `-o` and `--force`. */
export const resultOptions = {
  out: { short: 'o', value: 'OUT', isWritten: true, summary: 'write to the file OUT instead of standard output' },
  force: { summary: 'replace OUT if it exists' },
} as const satisfies Readonly<Record<string, Option>>;

/** The same options in a usage line. */
export const resultUsage = '[-o OUT [--force]]';

/** Returns the file for the result, or nothing for the standard output. */
export function resultFile({ values }: Pick<Context, 'values'>): string | undefined {
  const out = values.get('out');
  return out === '-' ? undefined : out;
}

/** Writes the result made from one or more sources to its file, if one is given. */
export async function deliver(
  context: Context,
  source: string | readonly string[],
  text: string | Uint8Array,
): Promise<Answer<undefined>> {
  const out = resultFile(context);
  if (out === undefined) return { value: undefined };
  return writeText(out, text, { folder: context.folder, force: context.flags.has('force'), sources: [source].flat() });
}
