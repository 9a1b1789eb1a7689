/**
 * The words of a state or a history before its name, as they are written.
 */
import type * as ast from '../generated/ast.ts';

/** Returns the words of a state before its name. */
export const stateWords = ({ initial, final, parallel }: ast.State): string =>
  `${initial ? 'initial ' : ''}${final ? 'final ' : ''}${parallel ? 'parallel ' : ''}state`;

/** Returns the words of a history before its name. */
export const historyWords = ({ persistent, deep }: ast.History): string =>
  `${persistent ? 'persistent ' : ''}${deep ? 'deep ' : ''}history`;
