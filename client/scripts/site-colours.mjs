/** Colours models on the pages of the site, with the grammar that editors use. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { escaped } from './site-html.mjs';
import { checkout } from './processes.mjs';

const load = createRequire(import.meta.url);
/** @type {typeof import('vscode-oniguruma')} */
const { createOnigScanner, createOnigString, loadWASM } = load('vscode-oniguruma');
/** @type {typeof import('vscode-textmate')} */
const { INITIAL, Registry, parseRawGrammar } = load('vscode-textmate');

const scopeName = 'source.aftermath';

/**
 * The classes of scopes; the first that fits counts.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const classes = [
  [/^comment/, 'comment'],
  [/^string|^punctuation\.definition\.string/, 'text'],
  [/^constant\.numeric/, 'number'],
  [
    /^keyword\.(?:control|other)|^keyword\.operator\.wordlike|^storage|^constant|^support|^variable\.language/,
    'keyword',
  ],
  [/^entity\.name\.type\.(?:class|machine)/, 'type'],
  [/^entity\.name\.type\.state/, 'state'],
  [/^entity\.name\.type\.(?:policy|label)/, 'policy'],
  [/^entity\.name\.function/, 'event'],
  [/^entity\.name/, 'entity'],
];

/**
 * Returns a function that writes a model as HTML, with a class on each part that has a colour.
 * @returns {Promise<(text: string) => string>}
 */
export async function modelColours() {
  const [wasm, text] = await Promise.all([
    readFile(load.resolve('vscode-oniguruma/release/onig.wasm')),
    readFile(join(checkout, 'syntaxes/aftermath.tmLanguage.json'), 'utf8'),
  ]);
  await loadWASM(wasm);
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: (scope) => Promise.resolve(scope === scopeName ? parseRawGrammar(text, 'aftermath.json') : null),
  });
  const grammar = await registry.loadGrammar(scopeName);
  if (grammar === null) throw new Error('There is no grammar of models.');
  return (model) => {
    let state = INITIAL;
    const lines = model.split(/\r?\n/).map((line) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      return tokens
        .map(({ startIndex, endIndex, scopes }) => coloured(line.slice(startIndex, endIndex), scopes))
        .join('');
    });
    return lines.join('\n');
  };
}

/**
 * @param {string} text
 * @param {readonly string[]} scopes
 */
function coloured(text, scopes) {
  for (const scope of [...scopes].reverse()) {
    const found = classes.find(([pattern]) => pattern.test(scope))?.[1];
    if (found !== undefined) return `<span class="code-${found}">${escaped(text)}</span>`;
  }
  return escaped(text);
}
