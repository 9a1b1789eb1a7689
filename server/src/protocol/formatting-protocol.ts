/** What the server tells of formatting. Names and types only, as in `protocol.ts`. */
import type { Method, OfDocument } from './protocol.ts';

/** Tells the client that a text to be formatted was left as it is, in part or as a whole. */
export const notFormattedNotification: Method<OfDocument & NotFormatted, never> = { method: 'aftermath/notFormatted' };

/** The reason: a syntax error in a line, from 0, or a result that could not be proved equivalent. */
export type NotFormatted = { readonly reason: 'syntax'; readonly line: number } | { readonly reason: 'unsure' };
