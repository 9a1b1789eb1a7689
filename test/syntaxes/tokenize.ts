/**
 * Colours a text with the TextMate grammar like VS Code without the server. Independent of the meaning of the tokens.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as oniguruma from 'vscode-oniguruma';
import type * as textmate from 'vscode-textmate';
import type { IGrammar, StateStack } from 'vscode-textmate';

/** A coloured part of a line; `scopes` go from outer to inner, without the scope of the file. */
export interface Token {
  readonly text: string;
  readonly scopes: readonly string[];
}

/** A line and its tokens; `state` is the initial state of the next line. */
export interface Line {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly state: StateStack;
}

// However this file is loaded, these two are CommonJS modules.
const load = createRequire(import.meta.url);
const { createOnigScanner, createOnigString, loadWASM } = load('vscode-oniguruma') as typeof oniguruma;
const { INITIAL, Registry, parseRawGrammar } = load('vscode-textmate') as typeof textmate;

const grammarFile = new URL('../../syntaxes/aftermath.tmLanguage.json', import.meta.url);
const scopeName = 'source.aftermath';

/** Loads the grammar of the language; the regular expressions run in Oniguruma, as in VS Code. */
export async function loadGrammar(): Promise<IGrammar> {
  const wasm = await readFile(load.resolve('vscode-oniguruma/release/onig.wasm'));
  await loadWASM(wasm);
  const text = await readFile(grammarFile, 'utf8');
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: (scope) => Promise.resolve(scope === scopeName ? parseRawGrammar(text, 'aftermath.json') : null),
  });
  const grammar = await registry.loadGrammar(scopeName);
  if (grammar === null) throw new Error(`There is no grammar for "${scopeName}".`);
  return grammar;
}

/** Colours a whole text. `from` is the initial state, if it is not the start of a file. */
export function tokenizeText(grammar: IGrammar, text: string, from: StateStack = INITIAL): Line[] {
  let state = from;
  return text.split(/\r?\n/).map((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    const tokens = result.tokens.map((token) => ({
      text: line.slice(token.startIndex, token.endIndex),
      scopes: token.scopes.filter((scope) => scope !== scopeName),
    }));
    return { text: line, tokens: tokens.filter((token) => token.text !== ''), state };
  });
}

/** Returns the scopes of the first token of a one-line text that is, or contains, these words. */
export function scopesOf(grammar: IGrammar, text: string, words: string, occurrence = 0): readonly string[] {
  const tokens = tokenizeText(grammar, text).flatMap((line) => line.tokens);
  const exact = tokens.filter((token) => token.text.trim() === words);
  const found = (exact.length > 0 ? exact : tokens.filter((token) => token.text.includes(words)))[occurrence];
  if (found === undefined) throw new Error(`No token of ${JSON.stringify(text)} contains ${JSON.stringify(words)}.`);
  return found.scopes;
}
