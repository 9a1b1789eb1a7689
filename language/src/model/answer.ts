/**
 * The answer to a question that may have none.
 */

/** Why there is no answer, as a sentence for whoever asked. */
export interface Refusal {
  readonly refusal: string;
}

/** What was asked for, or why there is none. */
export type Answer<T> = { readonly value: T } | Refusal;
