/**
 * The answer to a question that may have none.
 */

/** The reason why there is no answer, as a sentence for the user. */
export interface Refusal {
  readonly refusal: string;
}

/** The requested value, or the reason why there is none. */
export type Answer<T> = { readonly value: T } | Refusal;
