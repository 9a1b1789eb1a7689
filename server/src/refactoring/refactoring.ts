/**
 * A change of a text that keeps its meaning, or a refusal.
 */
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { FileChange } from '../workspace/change.ts';

/** `move`: to another file. `rewrite`: another form with the same meaning. `extract`, `inline`: to a class, or from it. */
export type Refactoring = { readonly kind: 'move' | 'rewrite' | 'extract' | 'inline'; readonly title: string } & (
  | { readonly change: FileChange }
  | Refusal
);
