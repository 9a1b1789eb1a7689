/**
 * The snippets: one for each construct at file level, each with named tab stops, each correct text.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { EmptyFileSystem } from 'langium';
import { before, describe, it } from 'mocha';
import { createAftermathServices } from '../../language/src/dsl/services.ts';

interface Snippet {
  readonly prefix: string;
  readonly description: string;
  readonly body: readonly string[];
}

const constructs = [
  ...[
    'pd',
    'space',
    'object',
    'node',
    'region',
    'policy',
    'channel',
    'collector',
    'event',
    'machine',
    'scenario',
    'check',
  ],
  'import',
];

/** Returns the text that is inserted: first choices and placeholders as they stand, escapes undone. */
function inserted(body: readonly string[]): string {
  const choices = body.join('\n').replace(/\$\{\d+\|([^,|]+)[^|]*\|\}/g, '$1');
  return choices
    .replace(/(?<!\\)\$\{\d+:([^${}]*)\}/g, '$1')
    .replace(/(?<!\\)\$0/g, '')
    .replaceAll('\\$', '$');
}

describe('the snippets', () => {
  let snippets: readonly (readonly [string, Snippet])[];
  before(async () => {
    const file = new URL('../../client/snippets/aftermath.json', import.meta.url);
    // The fields are those that this test reads; a missing one fails in its case.
    snippets = Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, Snippet>);
  });

  it('are there for every construct at file level', () => {
    const prefixes = snippets.map(([, { prefix }]) => prefix);
    assert.deepEqual(
      constructs.filter((construct) => !prefixes.includes(construct)),
      [],
    );
    assert.equal(new Set(prefixes).size, prefixes.length);
  });

  it('name every tab stop but the last one', () => {
    for (const [name, { body, description }] of snippets) {
      const text = body.join('\n');
      assert.match(text, /(?<!\\)\$0/, name);
      assert.ok(description.length > 10, name);
      assert.doesNotMatch(text, /(?<!\\)\$(?:[1-9]|\{\d+\})/, name);
    }
  });

  it('insert text that parses without an error', () => {
    const parser = createAftermathServices(EmptyFileSystem).aftermath.parser.LangiumParser;
    for (const [name, { body }] of snippets) {
      const result = parser.parse(inserted(body));
      const errors = [...result.lexerErrors, ...result.parserErrors].map(({ message }) => message);
      assert.deepEqual(errors, [], `${name}:\n${inserted(body)}`);
    }
  });
});
