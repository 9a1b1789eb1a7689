/**
 * Finds what a value of HCL refers to: `aws_vpc.main.id` is the reference `aws_vpc`, `main`, `id`. Indices are left
 * out, as Terraform orders whole resources.
 */
import type { HclToken } from './hcl-tokens.ts';

/** The names of a reference, from the left. */
export type Reference = readonly string[];

/** The names that refer to no resource. */
const own = new Set(['each', 'count', 'self', 'path', 'terraform', 'true', 'false', 'null', 'if', 'for', 'in', 'else']);

/** Returns the references of a value, in order, repeated ones too. */
export function referencesOfValue(tokens: readonly HclToken[]): Reference[] {
  const found: Reference[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.inner !== undefined) found.push(...referencesOfValue(token.inner));
    if (token.kind !== 'name' || own.has(token.text)) continue;
    const before = tokens[at - 1];
    if (before?.text === '.' && before.kind === 'mark') continue;
    const after = tokens[at + 1];
    if (after?.kind === 'mark' && ['(', '::', '=', ':'].includes(after.text)) continue;
    const names = [token.text];
    let next = at + 1;
    for (;;) {
      const mark = tokens[next];
      if (mark?.kind !== 'mark') break;
      const name = tokens[next + 1];
      if (
        mark.text === '.' &&
        name !== undefined &&
        (name.kind === 'name' || name.kind === 'number' || name.text === '*')
      ) {
        if (name.kind === 'name') names.push(name.text);
        next += 2;
      } else if (mark.text === '[') next = closing(tokens, next) + 1;
      else break;
    }
    if (names.length > 1) found.push(names);
  }
  return found;
}

/** Returns the index of the bracket that closes the one at an index; that of the last token if there is none. */
function closing(tokens: readonly HclToken[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at]?.kind !== 'mark') continue;
    if (tokens[at]?.text === '[') depth++;
    else if (tokens[at]?.text === ']' && --depth === 0) return at;
  }
  return tokens.length - 1;
}

/** Returns the reference that a text such as `module.net["a"].id` states. */
export function referenceOf(text: string): Reference {
  return withoutIndices(text).split('.');
}

/** Returns an address without its indices: `module.net["a.b"].x.y[0]` is `module.net.x.y`. Linear. */
export function withoutIndices(address: string): string {
  let [result, isQuoted, depth] = ['', false, 0];
  for (let at = 0; at < address.length; at++) {
    const next = address.charAt(at);
    if (isQuoted) {
      if (next === '\\') at++;
      else if (next === '"') isQuoted = false;
    } else if (next === '"' && depth > 0) isQuoted = true;
    else if (next === '[') depth++;
    else if (next === ']') depth = Math.max(0, depth - 1);
    else if (depth === 0) result += next;
  }
  return result;
}
