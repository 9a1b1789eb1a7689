/**
 * The language configuration: double-click selection, indentation, continued comments, folding.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'mocha';

interface OnEnterRule {
  readonly beforeText: string;
  readonly afterText?: string;
  readonly previousLineText?: string;
  readonly action: { readonly indent: string; readonly appendText?: string; readonly removeText?: number };
}

interface Configuration {
  readonly comments: { readonly lineComment: string; readonly blockComment: readonly string[] };
  readonly autoClosingPairs: readonly { readonly open: string; readonly notIn?: readonly string[] }[];
  readonly wordPattern: { readonly pattern: string; readonly flags: string };
  readonly indentationRules: Readonly<Record<string, string>>;
  readonly onEnterRules: readonly OnEnterRule[];
  readonly folding: { readonly offSide: boolean; readonly markers: { readonly start: string; readonly end: string } };
}

describe('the language configuration', () => {
  let configuration: Configuration;
  before(async () => {
    const file = new URL('../../syntaxes/language-configuration.json', import.meta.url);
    // The fields are those that this test reads; a missing one fails in its case.
    configuration = JSON.parse(await readFile(file, 'utf8')) as Configuration;
  });

  /** Returns the word that a double click on the place marked by `|` selects. */
  function wordAt(marked: string): string | undefined {
    const at = marked.indexOf('|');
    const text = marked.replace('|', '');
    const pattern = new RegExp(configuration.wordPattern.pattern, `g${configuration.wordPattern.flags}`);
    return [...text.matchAll(pattern)].find((match) => match.index <= at && at < match.index + match[0].length)?.[0];
  }

  it('selects one segment of a qualified name', () => {
    assert.equal(wordAt('crash p under spa|ce-direct'), 'space-direct');
    assert.equal(wordAt('holds files.fi|le1, x'), 'file1');
    assert.equal(wordAt('holds fi|les.file1'), 'files');
    assert.equal(wordAt('job.p|od[3].x'), 'pod');
    assert.equal(wordAt('space grö|ße_2 : file'), 'größe_2');
    assert.equal(wordAt('on Begin do { } -|> Idle'), undefined);
    assert.equal(wordAt('always->|Idle'), 'Idle');
  });

  it('selects a quoted name as a whole, and no piece of prose between apostrophes', () => {
    assert.equal(wordAt("pd 'my ngi|nx.service' {"), "'my nginx.service'");
    assert.equal(wordAt("// the model's o|wn and the user's"), 'own');
  });

  it('selects a number with its unit, but not a range', () => {
    assert.equal(wordAt('run 1.|5ms'), '1.5ms');
    assert.equal(wordAt('pod[|0..2]'), '0');
  });

  it('never matches the empty text', () => {
    assert.equal(new RegExp(configuration.wordPattern.pattern, configuration.wordPattern.flags).test(''), false);
  });

  it('indents after a line that leaves a bracket open, and only there', () => {
    const increase = new RegExp(configuration.indentationRules.increaseIndentPattern ?? '(?!)');
    const opening = [
      ...[
        'pd a {',
        '  region r runs R {  // comment with "quotes" and {',
        'pd a { holds x',
        "pd 'it { is' {",
        'workers: [',
        '} else {',
      ],
      ...[
        'on A(by, n) when x do {',
        'event Saved(',
        'pd a { object b { }',
        'enter { log "}"',
        'a { b: f(x), [y]',
        'x { /* } */',
      ],
    ];
    const closed = [
      ...[
        'pd a { }',
        '// pd a {',
        ' * pd a {',
        '/** pd a {',
        'log "{"',
        "pd '{'",
        'pd a { b { } }',
        '}',
        'crash p // {',
        'x := (a + b)',
      ],
      ...['holds x', '', 'import "a{b"'],
    ];
    assert.deepEqual(
      opening.filter((line) => !increase.test(line)),
      [],
    );
    assert.deepEqual(
      closed.filter((line) => increase.test(line)),
      [],
    );
  });

  it('terminates with the indentation of any long line', () => {
    const increase = new RegExp(configuration.indentationRules.increaseIndentPattern ?? '(?!)');
    for (const piece of ['{', '(', '"', "'", '/', '{ } ', '( ) ', 'a'])
      assert.equal(increase.test(piece.repeat(2001)), increase.test(piece.repeat(21)), piece);
  });

  it('takes the indentation back at a closing bracket', () => {
    const decrease = new RegExp(configuration.indentationRules.decreaseIndentPattern ?? '(?!)');
    assert.deepEqual(
      ['}', '  } -> Idle', ')', '\t]', '} else {'].filter((line) => !decrease.test(line)),
      [],
    );
    assert.deepEqual(
      ['pd a { }', '{', 'x', '"}"'].filter((line) => decrease.test(line)),
      [],
    );
  });

  /** Returns what Enter does at `|`, by the first rule that fits. */
  function enterAt(marked: string, previous = ''): OnEnterRule['action'] | undefined {
    const [ahead = '', behind = ''] = marked.split('|');
    const fits = (pattern: string | undefined, text: string) => pattern === undefined || new RegExp(pattern).test(text);
    const rule = configuration.onEnterRules.find(
      ({ beforeText, afterText, previousLineText }) =>
        fits(beforeText, ahead) && fits(afterText, behind) && fits(previousLineText, previous),
    );
    return rule?.action;
  }

  it('continues a documentation comment and ends it after its end', () => {
    assert.deepEqual(enterAt('/** | */'), { indent: 'indentOutdent', appendText: ' * ' });
    assert.deepEqual(enterAt('  /** Text.|'), { indent: 'none', appendText: ' * ' });
    assert.deepEqual(enterAt(' * Text.|', '/**'), { indent: 'none', appendText: '* ' });
    assert.deepEqual(enterAt('   */|', ' * x'), { indent: 'none', removeText: 1 });
    assert.equal(enterAt('/** Text. */|'), undefined);
  });

  it('continues a line comment only if Enter splits it', () => {
    assert.deepEqual(enterAt('  // one |two'), { indent: 'none', appendText: '// ' });
    assert.deepEqual(enterAt('run 5s // one |two'), { indent: 'none', appendText: '// ' });
    assert.equal(enterAt('  // one|'), undefined);
    assert.equal(enterAt('import "http://x" |pd a'), undefined);
    assert.equal(enterAt("pd 'a//b c' |{"), undefined);
  });

  it('folds by region comments, never by a region that is commented out', () => {
    const { start, end } = configuration.folding.markers;
    assert.ok(new RegExp(start).test('  // #region servers'));
    assert.ok(new RegExp(end).test('//#endregion'));
    assert.ok(!new RegExp(start).test('// region orders {'));
    assert.equal(configuration.folding.offSide, false);
  });

  it('closes quotes on its own neither in texts nor in comments', () => {
    const quotes = configuration.autoClosingPairs.filter(({ open }) => open === '"' || open === "'");
    assert.equal(quotes.length, 2);
    for (const { notIn } of quotes) assert.deepEqual(notIn, ['string', 'comment']);
    assert.deepEqual(configuration.comments, { lineComment: '//', blockComment: ['/*', '*/'] });
  });
});
