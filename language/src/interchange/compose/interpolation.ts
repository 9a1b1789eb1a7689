/**
 * Replaces variables in the values of a Compose file, as its specification says, and reads `.env` files.
 */

/** The values of variables, and those that were asked for and are not set. */
export interface ComposeVariables {
  readonly values: ReadonlyMap<string, string>;
  readonly unset: Set<string>;
  /** Those without which Compose refuses the project: `${NAME:?why}`. */
  readonly required?: Set<string>;
}

const deepest = 20;

/** Returns a text with `$NAME` and `${NAME:-default}` replaced; `$$` is a dollar sign. */
export function interpolate(text: string, variables: ComposeVariables, depth = 0): string {
  if (!text.includes('$') || depth > deepest) return text;
  let result = '';
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('$', at);
    if (next < 0) return result + text.slice(at);
    result += text.slice(at, next);
    const rest = text.slice(next + 1, next + 300);
    const [plain] = /^[A-Za-z_]\w*/.exec(rest) ?? [];
    const end = rest.startsWith('{') ? closing(text, next + 1) : -1;
    if (rest.startsWith('$')) [result, at] = [`${result}$`, next + 2];
    else if (plain !== undefined) [result, at] = [result + valueOf(plain, variables), next + 1 + plain.length];
    else if (end > 0) [result, at] = [result + braced(text.slice(next + 2, end), variables, depth), end + 1];
    else [result, at] = [`${result}$`, next + 1];
  }
  return result;
}

/** Returns the offset of the brace that closes the one at an offset; -1 if there is none. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

function braced(inner: string, variables: ComposeVariables, depth: number): string {
  const [, name, sign, other = ''] = /^([A-Za-z_]\w*)(?:(:?[-+?])([^]*))?$/.exec(inner) ?? [];
  if (name === undefined) return `\${${inner}}`;
  const value = variables.values.get(name);
  const isThere = value !== undefined && !(sign?.startsWith(':') === true && value === '');
  if (sign?.endsWith('+') === true) return isThere ? interpolate(other, variables, depth + 1) : '';
  if (isThere) return value;
  if (sign?.endsWith('-') === true) return interpolate(other, variables, depth + 1);
  if (sign?.endsWith('?') !== true) return valueOf(name, variables);
  (variables.required ?? variables.unset).add(name);
  return '';
}

function valueOf(name: string, { values, unset }: ComposeVariables): string {
  const value = values.get(name);
  if (value === undefined) unset.add(name);
  return value ?? '';
}

/** Reads the lines `NAME=value` of `.env` files; later ones count. Double quotes allow variables, single ones do not. */
export function readEnvironment(texts: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of texts.flatMap((text) => text.split(/\r?\n/))) {
    const [, name, written = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) continue;
    const [, single] = /^'([^']*)'/.exec(written) ?? [];
    const [, double] = /^"((?:[^"\\]|\\.)*)"/.exec(written) ?? [];
    const plain = double ?? written.replace(/(?:^|\s+)#.*$/, '');
    values.set(name, single ?? interpolate(plain, { values, unset: new Set() }));
  }
  return values;
}
