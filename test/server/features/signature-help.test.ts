/**
 * Signature help shows the parameters being typed: of events, functions and machines, and nowhere else.
 */
import assert from 'node:assert/strict';
import { signatureAt } from '../../../server/src/features/signature-help.ts';
import { everyName, namePlaces, openEveryName } from '../every-name.ts';
import { openInMemory } from '../in-memory.ts';
import { marked } from '../marked-text.ts';

const model = `/** A try. */
event Try(by: pd, number: int)
event Bare
machine M for pd {
  event Own(at: duration)
  /** How long. */
  param hold: duration = 5s
  param others: set<pd>
  initial state S
}
pd a runs M { others: [a] }
`;

/** The label with the active parameter in brackets. */
async function shown(source: string): Promise<string | undefined> {
  const { text, offset } = marked(`${model}${source}`);
  const { workspace, document } = await openInMemory(text);
  const signature = signatureAt(workspace, document, offset);
  if (signature === undefined) return undefined;
  const { label, parameters, active } = signature;
  const { start = label.length, end = label.length } = parameters[active] ?? {};
  return `${label.slice(0, start)}[${label.slice(start, end)}]${label.slice(end)}`;
}

describe('signature help', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['scenario "x" { send Try(¦) to a }', 'Try([by: pd], number: int)'],
    ['scenario "x" { send Try(¦', 'Try([by: pd], number: int)'],
    ['scenario "x" { send Try(a, ¦', 'Try(by: pd, [number: int])'],
    ['scenario "x" { send Try(a, (1 + 2) * ¦3) to a }', 'Try(by: pd, [number: int])'],
    ['scenario "x" { send Try(a, 1, ¦', 'Try(by: pd, number: int)[]'],
    ['machine N { initial state S { on Try(b, ¦', 'Try(by: pd, [number: int])'],
    ['scenario "x" { expect a received Try(¦a, 2) }', 'Try([by: pd], number: int)'],
    ['scenario "x" { send Own(¦) to a }', 'Own([at: duration])'],
    ['scenario "x" { expect rsi(a, ¦', 'rsi(p: pd, [q: pd], type: type label)'],
    ['scenario "x" { expect tcb(a) == [a, a] and rsi(a, a, ¦', 'rsi(p: pd, q: pd, [type: type label])'],
    ['scenario "x" { expect cost([a, ¦a]) > 1 }', 'cost([pds: set of pd])'],
    ['machine N { initial state S { on freed(¦', 'freed([resource: resource], by: pd)'],
    ['pd b runs M { hold: ¦ }', 'M([hold: duration = 5s], others: set<pd>)'],
    ['pd b runs M { hold: 2s¦  others: [a] }', 'M([hold: duration = 5s], others: set<pd>)'],
    ['pd b runs M {\n  others: [a, ¦', 'M(hold: duration = 5s, [others: set<pd>])'],
  ];
  for (const [source, wanted] of cases) {
    it(`at ${source.replace('\n', ' ')}`, async () => {
      assert.equal(await shown(source), wanted);
    });
  }

  for (const source of [
    'scenario "x" { send Bare(¦',
    'scenario "x" { send Nothing(¦',
    'scenario "x" { send Try(a, 1) ¦',
    'scenario "x" { send Try(a, 1)¦ to a }',
    'scenario "x" { send Try(a /* (¦ */, 1) to a }',
    'scenario "x" { send Try(\n  expect ¦',
    'scenario "x" { expect (a ¦alive) }',
    'root object o { action go(¦',
    'pd b runs M { hold: 2s ¦ }',
    'pd b runs M { overhead: ¦ }',
    'pd b : ¦',
    'pd b runs Nothing { hold: ¦ }',
    'scenario "x" { send Try(a, pd c { ¦',
  ]) {
    it(`says nothing at ${source.replace('\n', ' ')}`, async () => {
      assert.equal(await shown(source), undefined);
    });
  }

  it('documents the event, the machine and its parameters', async () => {
    const { text, offset } = marked(`${model}pd b runs M { hold: ¦ }`);
    const { workspace, document } = await openInMemory(text);
    assert.equal(signatureAt(workspace, document, offset)?.parameters[0]?.documentation, 'How long.');
  });

  it('is given at names within parentheses only', async () => {
    const { workspace, document } = await openEveryName();
    const given = namePlaces
      .filter(({ start }) => signatureAt(workspace, document, start + 1) !== undefined)
      .map(({ start }) => everyName.slice(0, start).split('\n').at(-1));
    assert.deepEqual(given, ['  initial state Idle { on Ping(', '  expect rsi(', '  expect rsi(server, app, ']);
  });
});
