/**
 * The answer to a question that may not have one.
 */

/** A value, or one sentence that says why there is none. */
export type Answer<T> = { readonly value: T } | { readonly refusal: string };
