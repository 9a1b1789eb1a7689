/** A tree printed as text: it means the same, and is laid out like the examples. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { AstUtils } from 'langium';
import { documentationOf } from '../../../../language/src/dsl/lowering/documentation.ts';
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { printTree } from './print-tree.ts';
import { runs } from '../../../properties.ts';
import { documentedBlocks, filesIn } from '../aftermath-texts.ts';
import { parseDocument, parseTree, plainTree } from '../plain-tree.ts';
import { randomDocument } from '../random-documents.ts';

const everyConstruct = readFileSync(new URL('../../../syntaxes/fixtures/every-construct.aft', import.meta.url), 'utf8');
const texts = [
  ...filesIn('examples'),
  ...filesIn('std'),
  ...documentedBlocks(),
  { name: 'a file with every construct', text: everyConstruct },
];

/** Fails unless the text of a tree gives the same tree, and that the same text. */
function assertRoundTrip(tree: ast.Document): string {
  const text = printTree(tree);
  const again = parseTree(text);
  assert.deepEqual(plainTree(again), plainTree(tree), text);
  assert.equal(printTree(again), text);
  return text;
}

/** The documentation of each declaration and member that has one, in order. */
const documentation = (tree: ast.Document): string[] =>
  [...AstUtils.streamAllContents(tree)].flatMap((node) => {
    const text = hasOwnComment(node.$type) ? documentationOf(node) : undefined;
    return text === undefined ? [] : [`${node.$type}: ${text}`];
  });

/** Nodes that begin where one around them begins have the same comment; they are not looked at. */
const hasOwnComment = (type: string): boolean =>
  ['Entity', 'Event', 'Machine', 'State', 'Parameter', 'Variable', 'Let', 'Policy', 'Scenario', 'Check'].includes(type);

/** The lines of a text without those that set it apart here. */
const lines = (...text: string[]): string => `${text.join('\n')}\n`;

describe('a printed tree', () => {
  it('covers many texts', () => {
    assert.ok(texts.length > 20, String(texts.length));
  });

  for (const { name, text } of texts) {
    it(`says the same as before: ${name}`, () => {
      const tree = parseTree(text);
      const printed = parseTree(assertRoundTrip(tree));
      assert.deepEqual(documentation(printed), documentation(tree));
    });
  }

  it('says the same as before, for any tree', () => {
    fc.assert(
      fc.property(randomDocument, (tree) => void assertRoundTrip(tree)),
      { numRuns: runs(140, 20_000) },
    );
  });

  it('prints what remains of a faulty file', () => {
    const folder = new URL('../../../fixtures/faulty/', import.meta.url);
    // A name that was never written cannot be printed so that it is one.
    const files = readdirSync(folder).filter((file) => file.endsWith('.aft') && file !== 'empty-quoted-name.aft');
    assert.ok(files.length > 60);
    for (const file of files) {
      assertRoundTrip(parseDocument(readFileSync(new URL(file, folder), 'utf8')).parseResult.value);
    }
  });

  it('keeps to the page width if possible', () => {
    for (const { name, text } of texts) {
      const long = printTree(parseTree(text))
        .split('\n')
        .filter((line) => line.length > 100);
      // Comments are as long as they were written, and no line breaks in a text or an enumeration.
      assert.deepEqual(
        long.filter((line) => !/^ *(\/\*\*| \* |\S+ "[^"]*"$|var \w+: \{)/.test(line)),
        [],
        name,
      );
    }
  });

  const laidOut: readonly (readonly [rule: string, before: string, after: string])[] = [
    [
      'puts short bodies on one line, and longer ones on many',
      'pd a{manages x holds y}pd b { manages x, y requests z holds w needs v }',
      lines(
        'pd a { manages x  holds y }',
        '',
        'pd b {',
        '  manages x, y',
        '  requests z',
        '  holds w',
        '  needs v',
        '}',
      ),
    ],
    [
      'puts what has a body in it on many lines',
      'object a { object b { size: 1 } } object c { object d } object e { }',
      lines('object a {', '  object b { size: 1 }', '}', '', 'object c { object d }', 'object e'),
    ],
    [
      'keeps short declarations of one kind together',
      'event A event B(x: int) pd a pd b a owns b b owns a',
      lines('event A', 'event B(x: int)', '', 'pd a', 'pd b', '', 'a owns b', 'b owns a'),
    ],
    [
      'sets values, reactions and states of a machine apart',
      'machine M { param x: int var y: set<pd> = [] on E state A { enter { y := [] } } final state B }',
      lines(
        'machine M {',
        '  param x: int',
        '  var y: set<pd> = []',
        '',
        '  on E',
        '',
        '  state A {',
        '    enter { y := [] }',
        '  }',
        '  final state B',
        '}',
      ),
    ],
    [
      'breaks long lists after commas',
      `pd a { holds ${Array.from({ length: 12 }, (_, n) => `resource${n}`).join(',')} }`,
      lines(
        'pd a {',
        '  holds resource0, resource1, resource2, resource3, resource4, resource5, resource6, resource7,',
        '      resource8, resource9, resource10, resource11',
        '}',
      ),
    ],
    [
      'breaks long conditions before operators',
      `check "c" { never ${Array.from({ length: 5 }, (_, n) => `(server${n} alive and client${n} broken)`).join(' or ')} }`,
      lines(
        'check "c" {',
        '  never (server0 alive and client0 broken) or (server1 alive and client1 broken)',
        '      or (server2 alive and client2 broken) or (server3 alive and client3 broken)',
        '      or (server4 alive and client4 broken)',
        '}',
      ),
    ],
    [
      'keeps documentation, and no other comment',
      '/** The file. */\n\n// No.\n/**\n* Two\n   lines. */\npd a /* No. */ { /** Inside. */ x: 1 }',
      lines('/** The file. */', '', '/**', ' * Two', ' * lines.', ' */', 'pd a {', '  /** Inside. */', '  x: 1', '}'),
    ],
    [
      'quotes only names that need it',
      "pd 'on' { 'on': 1  'order': 2  holds 'log'.'on', 'self' as 'rw' } 'log' owns 'a b' 'pd' owns 'c'",
      lines("pd on { 'on': 1  order: 2  holds log.on, 'self' as rw }", '', "log owns 'a b'", "'pd' owns c"),
    ],
    [
      'quotes names with which the line before could go on',
      "pd a 'runs' owns b 'as' owns c scenario \"\" { collect 'before' := 1 log a 'alive' := 2 }",
      lines(
        'pd a',
        '',
        "'runs' owns b",
        "'as' owns c",
        '',
        'scenario "" {',
        '  collect',
        "  'before' := 1",
        '  log a',
        "  'alive' := 2",
        '}',
      ),
    ],
    [
      'writes texts and numbers with what they need',
      String.raw`scenario "a \"b\" \\ \n \$ \${c" { log "\x ${'${a}'} \"" run 1000000000000000000000  run 0.0000001 }`,
      lines(
        String.raw`scenario "a \"b\" \\ \n $ \${c" {`,
        String.raw`  log "\x ${'${a}'} \""`,
        '  run 1000000000000000000000',
        '  run 0.0000001',
        '}',
      ),
    ],
  ];
  for (const [rule, before, after] of laidOut) {
    it(rule, () => {
      assert.equal(assertRoundTrip(parseTree(before)), after);
    });
  }

  it('is nothing for an empty file', () => {
    assert.equal(assertRoundTrip(parseTree(' // nothing\n')), '');
  });
});
