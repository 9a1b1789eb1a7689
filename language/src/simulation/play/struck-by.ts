/**
 * Finds what a crash, halt or pause of a check may strike.
 */
import { canCrash, type EntityId, type EntityKind } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import type { Fault } from '../../model/scenario.ts';

/**
 * Returns what a fault may strike, alive or not, in declaration order: the PDs and nodes that it names, all PDs if it
 * names none. A pause strikes nodes alone.
 */
export const struckBy = (
  model: Pick<Model, 'entities'>,
  { kind, of }: { readonly kind: Fault['kind']; readonly of: ReadonlySet<EntityId> | undefined },
): EntityId[] =>
  model.entities
    .filter((each) => (of === undefined ? each.kind === usual(kind) : of.has(each.id) && canStrike(kind, each.kind)))
    .map(({ id }) => id);

const usual = (kind: Fault['kind']): EntityKind => (kind === 'pause' ? 'node' : 'pd');

const canStrike = (kind: Fault['kind'], what: EntityKind): boolean =>
  kind === 'pause' ? what === 'node' : canCrash(what);
