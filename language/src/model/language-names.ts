/**
 * Names of the language: whether a text needs quotes to be a name, and how a foreign name is converted. Independent of
 * the grammar; it quotes more than the grammar asks for, never less.
 */

const plainName = /^[\p{L}_][\p{L}\d_]*(?:-[\p{L}\d_]+)*$/u;
/** Letters that a name may have only in quotes. */
const unusualLetter = /[^\u0000-\u1FFF\u2C00-\uD7FF\uF900-\uFDFF]/u;

const keywords = new Set(
  `absent action after alive all always and any as at background before blocked bound broken by cancel channel check class clock collect
  collector contains count crash crashed create dangling default defer degraded delete demand destroy destroyed dies do
  doomed duplicate duration else enter entity event eventually evict expect extends fails false fault feeds final for foreground halt
  holds horizon if import in initial int internal is bool leads leave let link log lose machine manages map maps may member members
  move needs never node none not notified notify now number object of on only or order orphan orphaned owned owns param pause
  pd persistent policy protected protects raise received refers refused region remove reorder report requests require resource restart restarted root run
  runs scenario self send set space stale state stops text then to together true under unlimited unlink up var waits when with within`.split(
    /\s+/,
  ),
);

/** Returns true if a text is a name without quotes wherever a name is expected. */
export const isPlainName = (text: string): boolean => isWord(text) && !keywords.has(text);

/** Returns true if a text has the form of a name, keywords included: enough where only a word can follow. */
export const isWord = (text: string): boolean => plainName.test(text) && !unusualLetter.test(text);

/** A name as a text has it that needs quotes. */
const quotedName = /^'[^'\r\n]+'$/u;

/**
 * Writes a name, in single quotes if it needs them and has none. Characters that even quotes cannot hold become `_`.
 */
export function writeName(name: string): string {
  if (isPlainName(name) || quotedName.test(name)) return name;
  return `'${name === '' ? '_' : name.replace(/['\r\n]/g, '_')}'`;
}

/** Returns the name of an event in its own text, of that in a model, such as `Go` of `near:Go` or of `Door.Go`. */
export const declaredName = (event: string): string => event.replace(/^[^']*[:.]/u, '');

/** Converts a foreign text to a name without dots, blanks or signs; different texts may give the same name. */
export function cleanName(text: string): string {
  const cleaned = text
    .replace(/[^\p{L}\d_-]+/gu, '_')
    .replace(/^-/, '_')
    .replace(/-(?![\p{L}\d_])/gu, '_');
  return /^[\p{L}_]/u.test(cleaned) ? cleaned : `_${cleaned}`;
}
