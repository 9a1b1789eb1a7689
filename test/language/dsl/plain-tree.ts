/** Parses text for tests, and compares trees by their meaning. */
import assert from 'node:assert/strict';
import { EmptyFileSystem, type LangiumDocument, URI } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { createAftermathServices } from '../../../language/src/dsl/services.ts';

const { shared } = createAftermathServices(EmptyFileSystem);

/** Returns a text with its tree, with or without errors. */
export function parseDocument(text: string): LangiumDocument<ast.Document> {
  return shared.workspace.LangiumDocumentFactory.fromString<ast.Document>(text, URI.parse('memory:/tree.aft'));
}

/** Returns the messages about text that does not follow the grammar. */
export function syntaxMessages(text: string): string[] {
  const { lexerErrors, parserErrors } = parseDocument(text).parseResult;
  return [...lexerErrors, ...parserErrors].map(({ message }) => message);
}

/** Returns the tree of a text, which must have no errors. */
export function parseTree(text: string): ast.Document {
  const { lexerErrors, parserErrors, value } = parseDocument(text).parseResult;
  const messages = [...lexerErrors, ...parserErrors].map(({ message }) => message);
  assert.deepEqual(messages, [], `This text must parse:\n${text}`);
  return value;
}

/**
 * Returns a tree as plain data: the type of each node and its properties; a reference is its text. Omits `undefined`,
 * `false` and empty values, in which the parser and a generator differ.
 */
export function plainTree(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainTree);
  if (typeof value !== 'object' || value === null) return value;
  if ('$refText' in value) return `-> ${String(value.$refText)}`;
  const plain: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(value)) {
    if (name.startsWith('$') && name !== '$type') continue;
    const isNothing =
      property === undefined || property === false || (Array.isArray(property) && property.length === 0);
    if (!isNothing) plain[name] = plainTree(property);
  }
  return plain;
}
