/**
 * Reads the file of a trace, or refuses with the reason.
 */
import { readTrace, type Trace } from '../../../../language/src/simulation/play/recording/trace.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context } from '../input/command.ts';
import { readText } from '../../questions/files/read-text.ts';

/** Returns the trace in a file. */
export async function openTrace(name: string, context: Context): Promise<Answer<Trace>> {
  const text = await readText(name, context);
  // The refusal of binary input talks about models.
  if ('refusal' in text) return { refusal: text.refusal.replace('so it is not a model', 'so it is not a trace') };
  const read = readTrace(text.value);
  return 'refusal' in read ? { refusal: `"${name}": ${read.refusal}` } : { value: read.trace };
}
