/**
 * The translatable words of the extension and its pages: the arguments of `l10n.t` in the extension, and the tables
 * that the pages pass to `translated`. They are read from the sources, so that the list is always current.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-6';
import { checkout } from './processes.mjs';

/**
 * Returns all words in alphabetical order.
 * @returns {string[]}
 */
export function allWords() {
  /** @type {Set<string>} */
  const words = new Set();
  for (const file of globSync('client/{src,webview}/**/*.{ts,tsx}', { cwd: checkout })) {
    const source = ts.createSourceFile(file, readFileSync(join(checkout, file), 'utf8'), ts.ScriptTarget.Latest);
    collect(source, words);
  }
  return [...words].sort();
}

/**
 * @param {ts.Node} node
 * @param {Set<string>} words
 */
function collect(node, words) {
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments;
    const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
    const name = ts.isIdentifier(called) ? called.text : '';
    if (name === 't' && first !== undefined && ts.isStringLiteralLike(first)) words.add(first.text);
    if (name === 'translated' && first !== undefined) {
      const table = ts.isSatisfiesExpression(first) ? first.expression : first;
      for (const word of ts.isObjectLiteralExpression(table) ? table.properties : []) {
        if (ts.isPropertyAssignment(word) && ts.isStringLiteralLike(word.initializer)) words.add(word.initializer.text);
      }
    }
  }
  ts.forEachChild(node, (child) => {
    collect(child, words);
  });
}
