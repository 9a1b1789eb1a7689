/** Of a merge conflict the first side is read, one finding says so, and no finding is about a mixture. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergeConflictsIn, withoutLeftOut } from '../../../../language/src/dsl/syntax/lexing/merge-conflicts.ts';
import { formatText } from '../formatting/formatted.ts';
import { loadText } from '../load-text.ts';

const text = `space disk : block { resource a }
pd server { manages disk }
<<<<<<< HEAD
pd app { requests disk  holds disk.a as rw }
||||||| base
pd app { nonsense }
=======
pd app { requests disk  holds disk.a as ro  needs other }
pd other
>>>>>>> feature
pd last { needs other }
scenario "x" { crash server  expect app destroyed }
`;

/** The slow way: line by line, with what has been seen as a word. */
function readLines(given: string): string {
  const lines = given.split('\n');
  const kept = [...lines];
  let seen = '';
  let [first, side] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const mark = /^(<{7}|\|{7}|={7}|>{7})( .*)?$/.exec(line)?.[1]?.[0];
    if (mark === '<') [seen, first, side] = ['<', index, -1];
    else if ((mark === '|' || mark === '=') && seen !== '') {
      seen += mark;
      if (side < 0) side = index;
    } else if (mark === '>') {
      if (seen.includes('=')) {
        for (const left of [first, ...Array.from({ length: index - side + 1 }, (_, each) => side + each)])
          kept[left] = (lines[left] ?? '').replace(/./g, ' ');
        seen = '';
      }
    }
  }
  return kept.join('\n');
}

describe('a merge conflict', () => {
  it('is one finding, and its first side is read', async () => {
    const { model, findings } = await loadText(text);
    assert.deepEqual(
      findings.map(({ code, span }) => `${code} ${String(span.start.line)}`),
      ['syntax/token 2'],
    );
    assert.deepEqual(
      model.entities.map(({ name }) => name),
      ['disk', 'disk.a', 'server', 'app', 'last'],
    );
    const { source } = model.relations.find(({ kind }) => kind === 'holds') ?? assert.fail('Nothing is held.');
    assert.equal(model.entities[source]?.name, 'app');
  });

  it('stays as it is when its file is formatted', () => {
    const formatted = formatText(text.replace('pd last {', 'pd   last   {'));
    assert.equal(formatted.text, text);
  });

  it('has a beginning, a middle and an end', () => {
    for (const missing of ['<<<<<<< HEAD\n', '=======\n', '>>>>>>> feature\n'])
      assert.deepEqual(mergeConflictsIn(text.replace(missing, '')), [], missing);
    assert.equal(mergeConflictsIn(text.replaceAll('\n', '\r\n')).length, 1);
    assert.equal(mergeConflictsIn(text + text).length, 2);
  });

  it('is found as line by line, whatever its lines are', () => {
    const line = fc.constantFrom('<<<<<<< a', '|||||||', '=======', '>>>>>>> b', 'pd x', '<<<<<<<<', '======= ', '');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const given = lines.join('\n');
        assert.equal(withoutLeftOut(given, mergeConflictsIn(given)), readLines(given));
      }),
    );
  });
});
