/**
 * Text of a model inside Markdown, shown literally: no links, no markup, no HTML.
 */

/** Returns a text as inline code, whatever it contains. */
export function code(text: string): string {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ').trim();
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line === '' ? ' ' : line}${pad}${fence}`;
}

/** Escapes a line so that none of its signs means anything in Markdown or HTML. */
export function escaped(line: string): string {
  return line
    .trim()
    .replace(/[\\`*_[\]<>#~|&@!$]/g, '\\$&')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\b(www)\.(?=\S)/gi, '$1\\.')
    .replace(/\b(mailto|xmpp):/gi, '$1\\:')
    .replace(/^([-+=])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** The most lines shown of a documentation comment. */
const mostLines = 6;
const longestLine = 300;

/** Returns the first lines of a documentation comment, each on its own line. */
export function documentationLines(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const shown = lines.slice(0, mostLines).map((line) => escaped(cut(line)));
  return lines.length > mostLines ? [...shown, '…'] : shown;
}

function cut(line: string): string {
  if (line.length <= longestLine) return line;
  // Removes half a surrogate pair too.
  return `${line.slice(0, longestLine).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Joins lines so that each stays a line, without paragraph spacing between them. */
export const joinLines = (lines: readonly string[]): string => lines.join('  \n');
