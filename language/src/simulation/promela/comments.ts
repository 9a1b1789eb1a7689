/** Names of the model in the comments of the exported text: plain letters alone. */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Writing } from './terms/writing.ts';
import { entityName } from '../../model/model.ts';

/** Returns a text of the model without anything that could end a comment or begin a directive. */
export const plain = (text: string): string => text.replace(/[^A-Za-z0-9 _.,:;()[\]<>=+"-]/gu, '?');

/** Returns the name of an entity for a comment. */
export const commentName = ({ program }: Writing, entity: EntityId | undefined): string =>
  entity === undefined ? 'outside' : plain(entityName(program.model, entity));
