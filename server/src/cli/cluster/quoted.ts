/**
 * Texts that stay texts in a shell script and in YAML, whatever they contain.
 */

/** Returns a word of a POSIX shell that means exactly this text. */
export const shellWord = (text: string): string =>
  /^[A-Za-z0-9_./:=,-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a double-quoted scalar of YAML that means exactly this text. */
export const yamlText = (text: string): string => `"${text.replaceAll(/[^ !#-[\]-~]/gu, yamlEscape)}"`;

function yamlEscape(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (letter === '"' || letter === '\\') return `\\${letter}`;
  return code < 0x1_00_00 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}
