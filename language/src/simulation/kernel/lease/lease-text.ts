/** Texts for keepalive collection. */
import { entityName } from '../../../model/model.ts';
import { durationText } from '../../values/values.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Effect, Program, State } from '../run.ts';
import { type LeaseWork, type NodeOrOutside, outside } from './leases.ts';
import { t } from '../../../model/common/translation.ts';

/** Describes a due entry: `keepalive for x.q from y`. */
export function leaseWorkText(program: Program, entity: EntityId, work: LeaseWork): string {
  const nameOf = (id: NodeOrOutside): string => placeName(program, id);
  switch (work.kind) {
    case 'tick':
      return t`tick of ${nameOf(entity)}`;
    case 'sweep':
      return t`sweep of ${nameOf(entity)}`;
    case 'keepalive':
      return t`keepalive for ${nameOf(entity)} from ${nameOf(work.keepalive.from)}`;
    case 'indexed':
      return t`index of ${nameOf(entity)}`;
    case 'acknowledged':
      return t`acknowledgement to ${nameOf(entity)}`;
    case 'arrival':
      return t`arrival of ${nameOf(entity)} at ${nameOf(work.to)}`;
  }
}

type LeaseEffect = Extract<Effect, { readonly kind: 'keepalive' | 'leased' | 'freed' }>;

/** Describes an effect of keepalive collection, in one clause. */
export function leaseEffectText(program: Program, effect: LeaseEffect): string {
  const name = placeName(program, effect.entity);
  if (effect.kind === 'leased') return t`${name} has a lease until ${durationText(effect.until)}`;
  if (effect.kind === 'freed') {
    const wrongly = effect.cause === undefined ? '' : t` although a root reaches it: ${effect.cause}`;
    return t`${name} is freed because its lease has expired${wrongly}`;
  }
  const { from, to } = effect.keepalive;
  switch (effect.what) {
    case 'sent':
      return from === to
        ? t`${placeName(program, from)} keeps ${name} alive`
        : t`${placeName(program, from)} sends a keepalive for ${name} to ${placeName(program, to)}`;
    case 'lost':
      return t`the keepalive for ${name} is lost`;
    case 'processed':
      return t`the keepalive for ${name} is forwarded along its references`;
    case 'dropped':
      return t`${placeName(program, to)} drops the keepalive for ${name}: it has already passed here`;
    case 'stray':
      return t`the keepalive for ${name} finds nothing at ${placeName(program, to)}`;
    case 'fell back':
      return t`the keepalive for ${name} is forwarded along all references of ${placeName(program, to)}: no index is ready`;
  }
}

/** Says until when a box has a lease; undefined for an entity that needs none. */
export function leaseText({ leases }: State, entity: EntityId): string | undefined {
  const box = leases?.boxes.get(entity);
  return box?.isEntered === true ? t`until ${durationText(box.until)}` : undefined;
}

const placeName = ({ model }: Program, place: NodeOrOutside): string =>
  place === outside ? t`the outside` : entityName(model, place);
