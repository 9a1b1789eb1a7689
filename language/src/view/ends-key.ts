/**
 * Keys of lines by their ends, cheaper than JSON: a large graph has thousands.
 */

/** Returns a key of two names, and of what else distinguishes the line; different ends never share one. */
export const endsKey = (source: string, target: string, kind = ''): string =>
  `${source.length.toString()} ${kind} ${source}${target}`;
