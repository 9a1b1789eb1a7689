/** What a formatted text looks like, and what is left as it is. */
import assert from 'node:assert/strict';
import { filesIn } from '../aftermath-texts.ts';
import { formatText } from './formatted.ts';

const cases: readonly (readonly [what: string, before: string, after: string])[] = [
  ['nothing', '', ''],
  ['nothing but blanks', ' \n\t\n', ''],
  ['nothing but a comment', '\n\n  // alone  ', '// alone\n'],
  ['words of one statement', 'absent   root object\na [ 2 ]:Job', 'absent root object a[2] : Job\n'],
  ['members on one line', 'pd a{holds s.r as   rw needs b,c}', 'pd a { holds s.r as rw  needs b, c }\n'],
  ['an empty body', 'pd a {\n\n}', 'pd a {}\n'],
  ['a body over several lines', 'pd a { holds r\n needs b }', 'pd a {\n  holds r\n  needs b\n}\n'],
  ['two declarations on one line', 'pd a pd b', 'pd a\npd b\n'],
  [
    'blank lines',
    '\n\npd a\n\n\n\npd b {\n\n  needs a\n\n\n  holds r\n\n}\n\n\n',
    'pd a\n\npd b {\n  needs a\n\n  holds r\n}\n',
  ],
  [
    'types',
    'event E(a:0 .. - 5,b:map < pd,set<int> >,c:{ x,y })',
    'event E(a: 0..-5, b: map<pd, set<int>>, c: {x, y})\n',
  ],
  [
    'a statement over several lines',
    'machine M {\nlet a=x and\ny\non E when b\nand c\ndo{log "1"\n}\n-> S\ninitial state S }',
    'machine M {\n  let a = x and\n    y\n  on E when b\n    and c\n    do {\n      log "1"\n    } -> S\n  initial state S\n}\n',
  ],
  [
    'conditions below each other',
    'machine M {\n  let a =\nif x then 1\nelse if y then 2\nelse 3\n}',
    'machine M {\n  let a =\n    if x then 1\n    else if y then 2\n    else 3\n}\n',
  ],
  ['lists over several lines', 'event Write(\nby: pd,\nstatus: int\n)', 'event Write(\n  by: pd,\n  status: int\n)\n'],
  [
    'steps',
    'scenario "s"{if a alive{crash a}\nelse{halt a}}',
    'scenario "s" {\n  if a alive { crash a }\n  else { halt a }\n}\n',
  ],
  [
    'signs',
    'scenario "s" { set a.b=- 1+1 / 2*( x -y )  set c=1 ..2+3 }',
    'scenario "s" { set a.b = -1 + 1/2 * (x - y)  set c = 1 .. 2 + 3 }\n',
  ],
  [
    'a text with values, which stays as it is',
    'scenario "s" { log "a${ x+1 }b" }',
    'scenario "s" { log "a${ x+1 }b" }\n',
  ],
  [
    'comments after lines, which keep their column',
    'pd abc   // one\npd b     // two\n pd c // three',
    'pd abc   // one\npd b     // two\npd c // three\n',
  ],
  [
    'a comment after a line that begins with the end of another',
    '/* one\n * two */ pd  a    // three',
    '/* one\n * two */ pd a     // three\n',
  ],
  ['the lines of a comment', 'pd a {\n/* one\n* two */\npd b }', 'pd a {\n  /* one\n   * two */\n  pd b\n}\n'],
  [
    'lines of a comment without stars',
    'pd a {\n/* one\n     two */\npd b }',
    'pd a {\n  /* one\n       two */\n  pd b\n}\n',
  ],
  [
    'a half-typed documentation at the end, and blank lines after it',
    'pd a{}\n/**}\n}event E(x: int) x* Boxes\n * keepalives\n */\n\n\n',
    'pd a {}\n/**}\n}event E(x: int) x* Boxes\n * keepalives\n */\n',
  ],
  ['a comment at the end of a block', 'pd a {\n needs b\n// end\n}', 'pd a {\n  needs b\n  // end\n}\n'],
  ['line ends of Windows', 'pd a {\r\nneeds b\r\n}\r\npd b', 'pd a {\r\n  needs b\r\n}\r\npd b\r\n'],
  ['a byte order mark', '\uFEFF  pd a', '\uFEFFpd a\n'],
  ['tabs', '\tpd a {\n\t\t\tneeds\tb\n\t}', 'pd a {\n  needs b\n}\n'],
  [
    'a block that is too long for its line',
    `pd a { holds ${'x'.repeat(60)}  needs ${'y'.repeat(60)} }`,
    `pd a {\n  holds ${'x'.repeat(60)}\n  needs ${'y'.repeat(60)}\n}\n`,
  ],
  [
    'a statement that is too long for its line, which only its author can break',
    `pd a {\n holds ${'x'.repeat(70)}, ${'y'.repeat(70)} }`,
    `pd a {\n  holds ${'x'.repeat(70)}, ${'y'.repeat(70)}\n}\n`,
  ],
  [
    'a timer on a line of its own below "destroyed"',
    'machine M { initial state S { on E when a destroyed\n after 5s->S } }',
    'machine M {\n  initial state S {\n    on E when a destroyed\n    after 5s -> S\n  }\n}\n',
  ],
];

describe('the formatter lays out', () => {
  for (const [what, before, after] of cases) {
    it(what, () => {
      const formatted = formatText(before);
      assert.equal(formatted.text, after);
      assert.deepEqual([formatted.brokenAt, formatted.isRefused], [undefined, false]);
    });
  }

  it('nothing in the files of the project, which are well laid out', () => {
    for (const { name, text } of [...filesIn('examples'), ...filesIn('std')]) {
      assert.deepEqual(formatText(text).edits, [], name);
    }
  });
});

describe('the formatter leaves alone', () => {
  const broken: typeof cases = [
    [
      'a member that is broken',
      'pd a {\n needs  b\n   holds holds ,\n needs c }\n  pd   b',
      'pd a {\n  needs b\n   holds holds ,\n needs c\n}\npd b\n',
    ],
    ['a declaration that is broken', 'pd   a\n  pd   {{ \npd   b', 'pd a\n  pd   {{ \npd b\n'],
    [
      'a body that is not closed',
      'pd   a\n\npd   b {\n  needs   a\n\npd   c\n',
      'pd a\n\npd   b {\n  needs   a\n\npd c\n',
    ],
    ['what means nothing', 'pd   a\n§§ $\npd   b', 'pd a\n§§ $\npd b\n'],
  ];
  for (const [what, before, after] of broken) {
    it(what, () => {
      const formatted = formatText(before);
      assert.equal(formatted.text, after);
      assert.ok(formatted.brokenAt !== undefined);
    });
  }

  it('the words that a directive is about on its line', () => {
    const text = 'pd a  pd b // aftermath-ignore object/unreferred: both\npd   c';
    assert.equal(formatText(text).text, 'pd a  pd b // aftermath-ignore object/unreferred: both\npd c\n');
  });

  it('everything outside the requested part', () => {
    const text = 'pd   a\npd   b {\nneeds   a }\npd   c\n';
    const start = text.indexOf('pd   b');
    const part = { start, end: text.indexOf('pd   c') };
    assert.equal(formatText(text, part).text, 'pd   a\npd b {\n  needs a\n}\npd   c\n');
  });
});
