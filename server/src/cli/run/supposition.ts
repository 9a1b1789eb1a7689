/**
 * The options that change the model for one question only.
 */
import { isNothing, type Supposition, suppositionText } from '../../../../language/src/model/supposition.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { openSupposed } from '../../questions/files/open-supposed.ts';
import { inOneLine } from '../../questions/files/places.ts';
import { paint } from '../text/colours.ts';
import type { Arguments, Context, Option } from '../input/command.ts';

/** The options, each of which may be given several times. */
export const suppositionOptions = {
  with: { value: 'STATEMENT', several: true, summary: 'suppose that the model says this, too: "a holds c"' },
  without: { value: 'WHAT', several: true, summary: 'suppose that a relation "a owns b" or an entity is not there' },
} as const satisfies Readonly<Record<string, Option>>;

const suppositionOf = ({ lists }: Pick<Arguments, 'lists'>): Supposition => ({
  with: lists.get('with') ?? [],
  without: lists.get('without') ?? [],
});

/** Opens the model of a file under what the options suppose, which a report for readers begins with. */
export async function openAsked(file: string, context: Context): Promise<Answer<OpenedModel>> {
  const supposition = suppositionOf(context);
  const opened = await openSupposed(file, supposition, context);
  const { output, flags, values } = context;
  const isReport = !flags.has('json') && !flags.has('svg') && !values.has('shard');
  if ('value' in opened && isReport && !isNothing(supposition) && opened.value.errors.length === 0)
    output.write(`${paint(output, 'heading', `Supposed: ${inOneLine(suppositionText(supposition))}`)}\n\n`);
  return opened;
}

/** Returns the field `supposed`; none if nothing is supposed. */
export function supposedJson(context: Pick<Arguments, 'lists'>): object {
  const supposition = suppositionOf(context);
  return isNothing(supposition) ? {} : { supposed: supposition };
}
