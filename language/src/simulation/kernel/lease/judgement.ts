/** The shape of a broken property of keepalive collection, with its message and its cause. */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { leasePropertyNames } from '../../../model/scenario.ts';
import type { Run } from '../run.ts';
import { t } from '../../../model/common/translation.ts';

/** The properties judged of a state or a finished run. */
export type LeaseProperty = (typeof leasePropertyNames)[number];

/** A property that does not hold, of a box or a place. */
export interface BrokenProperty {
  readonly property: LeaseProperty;
  readonly entity: EntityId | undefined;
  /** One full sentence. */
  readonly message: string;
  /** The cause, where one is known: a clause. */
  readonly cause: string | undefined;
}

/** Returns the quoted name of an entity. */
export const quotedEntity = ({ program }: Pick<Run, 'program'>, entity: EntityId): string =>
  `"${program.model.entities[entity]?.name ?? t`the outside`}"`;
