/**
 * The outline lists the declarations, nested as declared.
 */
import assert from 'node:assert/strict';
import { documentOutline, type OutlineEntry } from '../../../server/src/features/symbols.ts';
import { allSteps } from '../all-steps.ts';
import { openInMemory } from '../in-memory.ts';

const text = `import "std/job"
root object env { object app { action stop(x) { } } }
pd pod[3] : web runs Worker { overhead: 1 }
event Ping
machine Worker for pd {
  param hold: duration
  var seen: int = 0
  let worn = seen > 3
  initial state Idle { state Deep }
  final state Gone
}
policy careful { }
channel wan { }
collector lease { }
scenario "a run" { }
check "all runs" { }
`;

const lines = (entries: readonly OutlineEntry[], indent = ''): readonly string[] =>
  entries.flatMap(({ name, kind, detail, children }) => [
    `${indent}${name} | ${kind} | ${detail}`,
    ...lines(children, `${indent}  `),
  ]);

describe('the outline', () => {
  it('lists every declaration with its kind, in the order of the text', async () => {
    const { document } = await openInMemory(text);
    assert.deepEqual(lines(allSteps(documentOutline(document))), [
      'env | object | root object',
      '  app | object | object',
      '    stop | action | action',
      'pod[3] | pd | pd : web runs Worker',
      'Ping | event | event',
      'Worker | machine | machine for pd',
      '  hold | parameter | duration',
      '  seen | variable | int',
      '  worn | let | let',
      '  Idle | state | initial state',
      '    Deep | state | state',
      '  Gone | state | final state',
      'careful | policy | policy',
      'wan | channel | channel',
      'lease | collector | collector',
      'a run | scenario | scenario',
      'all runs | check | check',
    ]);
  });

  it('selects the name within the whole declaration', async () => {
    const { document } = await openInMemory(text);
    const all = (entries: readonly OutlineEntry[]): readonly OutlineEntry[] =>
      entries.flatMap((each) => [each, ...all(each.children)]);
    for (const { name, span, nameSpan } of all(allSteps(documentOutline(document)))) {
      const selected = document.textDocument.getText({ start: nameSpan.start, end: nameSpan.end });
      assert.ok(name.startsWith(selected.replaceAll('"', '')), `${name}: ${selected}`);
      const { textDocument } = document;
      assert.ok(textDocument.offsetAt(span.start) <= textDocument.offsetAt(nameSpan.start));
      assert.ok(textDocument.offsetAt(span.end) >= textDocument.offsetAt(nameSpan.end));
    }
  });

  it('keeps everything around a fault', async () => {
    const { document } = await openInMemory('pd a { holds ] }\npd b {\nmachine M { state A }');
    assert.deepEqual(
      lines(allSteps(documentOutline(document)))
        .map((line) => line.split(' ')[0])
        .filter((name) => name !== ''),
      ['a', 'b', 'M'],
    );
  });
});
