/**
 * The options that name the event of a plan; exactly one must be given.
 */
import { deletionModes } from '../../../../language/src/model/policy.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { didYouMean } from '../../questions/files/nearest-names.ts';
import { timedCollections, eventKinds, type PlanEvent } from '../../questions/plans/plan-event.ts';
import type { Arguments, Option } from './command.ts';

/** The options, one for each kind of event. */
export const eventOptions = {
  crash: { value: 'PD', several: true, summary: 'a PD or a node crashes' },
  destroy: { value: 'NAME', several: true, summary: 'an orderly end now, with everything destroyed with it' },
  evict: { value: 'NAME', several: true, summary: 'an orderly end that a disruption budget may refuse' },
  drain: { value: 'NODE', summary: 'everything on a node is evicted' },
  remove: { value: 'NAME', several: true, summary: 'an object is cut off, and what no root reaches is collected' },
  delete: { value: 'NAME', several: true, summary: 'an object is deleted, with or without its dependents' },
  deletion: { value: 'MODE', summary: `how it is deleted: ${deletionModes.join(', ')}` },
  collect: { words: timedCollections, summary: 'a collection, on demand or around a deployment' },
  since: { value: 'OLD', summary: 'what the model OLD has and FILE lacks is destroyed' },
} as const satisfies Readonly<Record<string, Option>>;

/** Returns the event that the options name. */
export function readEvent({ values, lists, flags }: Pick<Arguments, 'values' | 'lists' | 'flags'>): Answer<PlanEvent> {
  const given = eventKinds.filter((kind) => values.has(kind) || flags.has(kind));
  const [kind, other] = given;
  if (kind === undefined) {
    const events = eventKinds.map((each) => `--${each}`).join(', ');
    return { refusal: `Name an event: one of ${events}; or plan a start by --start.` };
  }
  if (other !== undefined) return { refusal: `A plan is for one event; give either --${kind} or --${other}.` };
  const mode = values.get('deletion');
  const deletion = deletionModes.find((each) => each === mode);
  if (mode !== undefined && kind !== 'delete') return { refusal: '--deletion applies only to --delete; give both.' };
  if (mode !== undefined && deletion === undefined) {
    return {
      refusal: `There is no deletion mode "${mode}".${didYouMean(mode, deletionModes)} The modes are ${deletionModes.join(', ')}.`,
    };
  }
  if (kind !== 'crash' && (values.has('pd-depth') || values.has('space-depth'))) {
    return { refusal: `Depths limit a crash; they do not apply to --${kind}.` };
  }
  // "--collect" may come without a word.
  const [of = values.get(kind) ?? '', ...also] = lists.get(kind) ?? [];
  return { value: { kind, of, also, deletion } };
}
