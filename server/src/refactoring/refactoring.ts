/**
 * A change of a text that leaves its meaning as it is, or why it cannot be made.
 */
import type { Refusal } from '../../../language/src/model/answer.ts';
import type { Change } from '../workspace/change.ts';

/** - `move`: to another file. `rewrite`: another way to say the same. */
export type Refactoring = { readonly kind: 'move' | 'rewrite'; readonly title: string } & (
  { readonly change: Change } | Refusal
);
