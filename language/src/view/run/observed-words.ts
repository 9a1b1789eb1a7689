/**
 * The words for what an observation calls its parts, and for what it says of relations.
 */
import { t } from '../../model/common/translation.ts';

const parts: ReadonlyMap<string, string> = new Map([
  ['time', t`time`],
  ['entities', t`entities`],
  ['relations', t`relations`],
  ['settings', t`settings`],
  ['underway', t`underway`],
  ['under way', t`under way`],
  ['is', t`is`],
  ['lease', t`lease`],
  ['state', t`state`],
  ['variables', t`variables`],
  ['deferred', t`deferred`],
]);

const ofRelations: ReadonlyMap<string, string> = new Map([
  ['made', t`made`],
  ['gone', t`gone`],
]);

/** Returns the name of a part in words; any other name, such as that of an entity, as it is. */
export const partWord = (name: string): string => parts.get(name) ?? name;

/** Returns what an observation says in a part in words: of relations that they are made or gone. */
export const saidOf = (part: string, text: string): string =>
  part === 'relations' ? (ofRelations.get(text) ?? text) : text;
