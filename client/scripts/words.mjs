/**
 * The translatable words of the extension, its pages and its server: the arguments of `l10n.t` in the extension, the
 * tables that the pages pass to `translated`, and the templates that the language and the server tag with `t`. They are
 * read from the sources, so that the list is always current.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-6';
import { checkout } from './processes.mjs';

/**
 * Returns all words in alphabetical order, or those of some folders, by their pattern.
 * @param {string} [folders]
 * @returns {string[]}
 */
export function allWords(folders = '{client/{src,webview},language/src,server/src}') {
  /** @type {Set<string>} */
  const words = new Set();
  for (const file of globSync(`${folders}/**/*.{ts,tsx}`, { cwd: checkout })) {
    const text = readFileSync(join(checkout, file), 'utf8');
    if (!hasWords.test(text)) continue;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
    collect(source, words);
  }
  return [...words].sort();
}

/** Other files need no parsing. */
const hasWords = /\bt[`(]|\btranslated\(/;

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
  if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 't') words.add(keyOf(node));
  ts.forEachChild(node, (child) => {
    collect(child, words);
  });
}

/**
 * Returns the English text of a template, with `{0}` for its first value.
 * @param {ts.TaggedTemplateExpression} node
 */
function keyOf({ template }) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return template.templateSpans.reduce((key, { literal }, at) => `${key}{${at}}${literal.text}`, template.head.text);
}
