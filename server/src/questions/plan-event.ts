/**
 * What a plan is asked for: exactly one event, named by an option. Knows nothing of a model until the
 * event is looked up in one.
 */
import type { PlanRequest } from '../../../language/src/analysis/plan/plan.ts';
import type { Model } from '../../../language/src/model/model.ts';
import type { Policy } from '../../../language/src/model/policy.ts';
import type { Answer } from './answer.ts';
import type { Arguments, Option } from './options.ts';
import { findCrashable } from './find-crashable.ts';
import type { Wanted } from './find-entity.ts';
import { findEntity } from './find-entity.ts';
import { didYouMean } from './nearest-names.ts';

const modes: readonly Policy['deletion'][] = ['background', 'foreground', 'orphan'];
const moments = ['before', 'after'] as const;

export const eventOptions = {
  crash: { value: 'PD', summary: 'a PD or a node crashes' },
  destroy: { value: 'NAME', summary: 'an orderly end now, with all that goes along' },
  remove: { value: 'NAME', summary: 'an object is cut off, and what no root reaches is collected' },
  delete: { value: 'NAME', summary: 'an object is deleted, with or without its dependents' },
  deletion: { value: 'MODE', summary: `how it is deleted: ${modes.join(', ')}` },
  collect: { words: moments, summary: 'a collection, on demand or around a deployment' },
  since: { value: 'OLD', summary: 'what the model OLD has and FILE lacks ends' },
} as const satisfies Readonly<Record<string, Option>>;

const kinds = ['crash', 'destroy', 'remove', 'delete', 'collect', 'since'] as const;

/** The event, with what stands behind its option. */
export interface PlanEvent {
  readonly kind: (typeof kinds)[number];
  /** A name, a moment or a file; empty for a collection on demand. */
  readonly of: string;
  readonly deletion: Policy['deletion'] | undefined;
}

/** Returns the event that the options name. */
export function readEvent({ values, flags }: Pick<Arguments, 'values' | 'flags'>): Answer<PlanEvent> {
  const given = kinds.filter((kind) => values.has(kind) || flags.has(kind));
  const [kind, other] = given;
  if (kind === undefined) {
    return { refusal: `Say what happens: one of ${kinds.map((each) => `--${each}`).join(', ')}.` };
  }
  if (other !== undefined) return { refusal: `A plan is for one event; give either --${kind} or --${other}.` };
  const mode = values.get('deletion');
  const deletion = modes.find((each) => each === mode);
  if (mode !== undefined && kind !== 'delete') return { refusal: '--deletion says how --delete deletes; give both.' };
  if (mode !== undefined && deletion === undefined) {
    return { refusal: `There is no deletion "${mode}".${didYouMean(mode, modes)} The modes are ${modes.join(', ')}.` };
  }
  if (kind !== 'crash' && (values.has('pd-depth') || values.has('space-depth'))) {
    return { refusal: `Depths say how far a crash reaches; they mean nothing with --${kind}.` };
  }
  return { value: { kind, of: values.get(kind) ?? '', deletion } };
}

/** Returns the request that the event is in a model; `older` is the model after `--since`. */
export function requestIn(model: Model, event: PlanEvent, older: Model | undefined): Answer<PlanRequest> {
  const { kind, of, deletion } = event;
  if (kind === 'since') return { value: { kind, older: older ?? model } };
  if (kind === 'collect') return { value: { kind, moment: moments.find((each) => each === of) ?? 'demand' } };
  const found = kind === 'crash' ? findCrashable(model, of) : findEntity(model, of, wanted[kind]);
  if ('refusal' in found) return found;
  const { id } = found.value;
  if (kind === 'crash') return { value: { kind, target: id } };
  if (kind === 'delete')
    return { value: { kind, targets: [id], ...(deletion === undefined ? {} : { mode: deletion }) } };
  return { value: { kind, targets: [id] } };
}

const wanted: Readonly<Record<'destroy' | 'remove' | 'delete', Wanted>> = {
  destroy: {
    fits: () => true,
    noun: 'entity',
    only: 'it cannot be destroyed',
    without: 'nothing in it can be destroyed',
    which: 'which copy is destroyed',
    ifAbsent: 'it cannot be destroyed',
  },
  remove: {
    fits: ({ kind }) => kind === 'object',
    noun: 'object',
    only: 'only an object can be removed',
    without: 'nothing in it can be removed',
    which: 'which copy is removed',
    ifAbsent: 'it cannot be removed',
  },
  delete: {
    fits: ({ kind }) => kind === 'object',
    noun: 'object',
    only: 'only an object can be deleted',
    without: 'nothing in it can be deleted',
    which: 'which copy is deleted',
    ifAbsent: 'it cannot be deleted',
  },
};
