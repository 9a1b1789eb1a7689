/** Parsing piece by piece, and using again what has not changed: the tree is the one of the whole text. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EmptyFileSystem, LangiumParser, URI, type LangiumDocument, type ParseResult } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { documentationOf } from '../../../language/src/dsl/lowering/documentation.ts';
import { printTree } from './printing/print-tree.ts';
import { createAftermathServices, lexerOf, reuseTree } from '../../../language/src/dsl/services.ts';
import { runs } from '../../properties.ts';
import { documentedBlocks, filesIn, type NamedText } from './aftermath-texts.ts';
import { randomDocument } from './random-documents.ts';
import { applyEdit, edit } from './random-edits.ts';
import { writtenTree } from './written-tree.ts';

const { shared, aftermath } = createAftermathServices(EmptyFileSystem);
const texts: readonly NamedText[] = [...filesIn('examples'), ...filesIn('std'), ...documentedBlocks()];

const parse = (text: string): LangiumDocument<ast.Document> =>
  shared.workspace.LangiumDocumentFactory.fromString<ast.Document>(text, URI.parse('memory:/tree.aft'));

function written({ parseResult: { value, lexerErrors, parserErrors } }: LangiumDocument<ast.Document>): unknown {
  const faults = parserErrors.map(({ message, token, resyncedTokens }) => ({
    message,
    at: token.startOffset,
    leftOut: resyncedTokens.map(({ image, startOffset }) => ({ image, startOffset })),
  }));
  return { tree: writtenTree(value), lexerErrors, faults };
}

/** Parses a text in one go, as Langium does. */
const parseWhole = (text: string): ParseResult =>
  LangiumParser.prototype.parse.call<LangiumParser, [string], ParseResult>(aftermath.parser.LangiumParser, text);

/** The trees are far too large for a difference of all of it. */
function assertSame(one: unknown, other: unknown, text: string): void {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  if (a === b) return;
  let at = 0;
  while (a[at] === b[at]) at++;
  const near = (json: string) => json.slice(Math.max(0, at - 150), at + 100);
  assert.fail(`These differ:\n${near(a)}\n${near(b)}\nfor the text\n${text}`);
}

function assertAsWhole(text: string): void {
  const whole = parseWhole(text);
  assert.deepEqual(whole.parserErrors, []);
  const { value, parserErrors } = parse(text).parseResult;
  assert.deepEqual(parserErrors, []);
  assertSame(writtenTree(value), writtenTree(whole.value), text);
}

describe('a text parsed piece by piece has the tree of the whole', () => {
  for (const { name, text } of texts)
    it(name, () => {
      assertAsWhole(text);
    });

  it('for random files', () => {
    fc.assert(
      fc.property(randomDocument, (tree) => {
        assertAsWhole(printTree(tree));
      }),
      { numRuns: runs(20, 1000) },
    );
  });

  for (const text of [
    'a\nholds\nb\n',
    'absent\nroot\npd\np\n{\nholds\nq\n}\nspace s',
    `x holds\n${Array.from({ length: 300 }, (_, index) => `t${String(index)}`).join(',\n')}\npd p`,
    'a[a["${absent}"]] holds absent\n',
    'a[1 + root\n+ pd\n+ "${space} ${node}"] holds a[pd\n]\npd p',
    'a holds a["${all absent in absent: absent}" + absent]',
    'event absent event absent(absent: int, pd: pd)',
    'pd a pd b\npd c { } space d',
    '// only a comment',
    '/** One. */\npd a // behind\n/** Two. */ pd b\n/* end */',
    '',
  ])
    it(`for ${JSON.stringify(text.slice(0, 60))}`, () => {
      assertAsWhole(text);
    });
});

/** What is put instead of a word; `\0` is the word. */
const instead = [
  ...['\0x', 'x\0', '\0', '\0', '7', ' \0', '\0\n', '\n\0', '\0 // note\n', '/* note */ \0', '/** Said. */\n\0'],
  ...['is', 'after', 'destroyed', '', '\0 \0', 'pd \0', '\0\npd new\n', '{', '}', '\r\0', '\0\r'],
];

/** Returns a text with something else instead of one of its words. */
function withWord(text: string, at: number, put: string): string {
  const all = [...text.matchAll(/\w+/g)];
  const { 0: word, index } = all[at % Math.max(1, all.length)] ?? { 0: '', index: 0 };
  return text.slice(0, index) + put.replaceAll('\0', word) + text.slice(index + word.length);
}

describe('a text parsed again after a change', () => {
  for (const { name, text } of texts.filter(({ text: { length } }) => length > 500)) {
    it(`has the tree and the faults of a new one: ${name}`, () => {
      fc.assert(
        fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
          let now = text;
          let document = parse(now);
          for (const each of edits) {
            now = applyEdit(now, each);
            reuseTree(aftermath, document);
            document = parse(now);
            assertSame(written(document), written(parse(now)), now);
          }
        }),
        { numRuns: runs(1, text.length > 5000 ? 30 : 80) },
      );
    });
  }

  it('has the tree of a new one where only a word is different, and then few texts are cut as a whole', () => {
    const lexer = lexerOf(aftermath);
    const [usual, cut] = [lexer.tokenizeFileInSteps.bind(lexer), { files: 0 }];
    lexer.tokenizeFileInSteps = (text) => {
      cut.files++;
      return usual(text);
    };
    let changes = 0;
    let whole = 0;
    try {
      const long = texts.filter(({ text: { length } }) => length > 500 && length < 6000).map(({ text }) => text);
      const words = fc.array(fc.record({ at: fc.nat(), put: fc.constantFrom(...instead) }), {
        minLength: 1,
        maxLength: 6,
      });
      fc.assert(
        fc.property(fc.constantFrom(...long), fc.boolean(), words, (text, hasCarriageReturns, edits) => {
          let now = hasCarriageReturns ? text.replaceAll('\n', '\r\n') : text;
          let document = parse(now);
          for (const { at, put } of edits) {
            now = withWord(now, at, put);
            reuseTree(aftermath, document);
            cut.files = 0;
            document = parse(now);
            changes++;
            whole += cut.files;
            assertSame(written(document), written(parse(now)), now);
          }
        }),
        { numRuns: runs(25, 600) },
      );
    } finally {
      // What it hid is the method of its class.
      Reflect.deleteProperty(lexer, 'tokenizeFileInSteps');
    }
    assert.ok(whole < changes * 0.8, `${String(whole)} of ${String(changes)} texts were cut as a whole`);
  });

  for (const [before, now] of [
    ['pd a\npd b\npd c\n', 'pd a\npd bpd c\n'],
    ['pd a\rpd b\rpd c\r', 'pd a\r\npd b\rpd c\r'],
    ['pd a\npd b\npd c\n', 'pd a\npd b\n/** Said. */\npd c\n'],
    ['pd a\npd b\n', 'pd a\npd b\n// note\n'],
    ['pd a\nb holds c\npd d\n', 'pd a\n(b) holds c\npd d\n'],
    ['pd a\nb holds c\npd d\n', 'pd a\n[b] holds c\npd d\n'],
    ['pd a\nb holds c\npd d\n', 'pd a\nb holds is\npd d\n'],
    ['pd a\nb holds c\nafter holds d\n', 'pd a\nb destroyed\nafter holds d\n'],
    // A declaration of its own elsewhere, and here the role of what is held.
    ['a holds b\nx holds c\npd d\n', 'a holds b\nas holds c\npd d\n'],
  ] as const)
    it(`has the tree of a new one: ${JSON.stringify(now)}`, () => {
      const known = parse(before);
      reuseTree(aftermath, known);
      const [again, alone] = [parse(now), parse(now)];
      assertSame(written(again), written(alone), now);
      const said = ({ parseResult }: typeof again) => parseResult.value.declarations.map(documentationOf);
      assert.deepEqual(said(again), said(alone));
    });

  it('keeps the declarations that have not changed', () => {
    const before = parse('pd a { holds s.r }\nspace s { resource r }\n/** Last. */\npd b { manages s }\n');
    const [a, s, b] = before.parseResult.value.declarations;
    reuseTree(aftermath, before);
    const after = parse(
      '// new\n\npd a { holds s.r }\nspace s { resource r resource q }\n/** Last. */\npd b { manages s }\n',
    );
    const now = after.parseResult.value.declarations;
    assert.equal(now[2], b);
    assert.notEqual(now[1], s);
    assert.notEqual(now[0], a, 'a comment before a declaration is part of it');
    assert.equal(b?.$cstNode?.range.start.line, 5);
  });

  it('gives away its parts only once', () => {
    const text = 'pd a\npd b\n';
    const first = parse(text);
    const fresh = parse(text);
    reuseTree(aftermath, first);
    const second = parse(text);
    reuseTree(aftermath, first);
    const third = parse(text);
    assert.deepEqual(written(second), written(fresh));
    assert.deepEqual(written(third), written(fresh));
  });
});
