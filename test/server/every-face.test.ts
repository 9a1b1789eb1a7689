/**
 * Every word of needs, ends, protection, hosts, classes, views, machines and data, in every face: one model has them
 * all, and each face says what it should of them.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { printModel } from '../../language/src/interchange/printing/print-model.ts';
import { printTree } from '../language/dsl/printing/print-tree.ts';
import { hoverAt } from '../../server/src/features/hover.ts';
import { formatText } from '../language/dsl/formatting/formatted.ts';
import { modelOfText } from '../language/dsl/load-text.ts';
import { parseTree, plainTree } from '../language/dsl/plain-tree.ts';
import { structure } from '../language/dsl/said-models.ts';
import { aftermath } from './cli/command-line.ts';
import { openInMemory } from './in-memory.ts';

const text = readFileSync(new URL('../fixtures/every-word.aft', import.meta.url), 'utf8');
const reference = readFileSync(new URL('../../language/docs/reference/language.md', import.meta.url), 'utf8');

/** Returns the output of a command about the model on the standard input, which must end with a code. */
async function said(code: number, ...args: readonly string[]): Promise<string> {
  const outcome = await aftermath(args, { input: text });
  assert.equal(outcome.code, code, outcome.output + outcome.notes);
  return outcome.output + outcome.notes;
}

/** Asserts that a text has all of these, in any order. */
function assertHas(found: string, pieces: readonly string[]): void {
  for (const piece of pieces) assert.ok(found.includes(piece), `${piece}\n${found}`);
}

describe('a model with every word', () => {
  it('has no findings, and all its scenarios and checks pass', async () => {
    assert.equal(await said(0, 'check', '-'), '1 file: no findings\n');
    assertHas(await said(0, 'test', '-'), ['4 passed, 0 failed']);
    assertHas(await said(0, 'verify', '-'), ['2 passed, 0 failed']);
  });

  it('is formatted the same from any layout', () => {
    assert.equal(formatText(text).text, text);
    assert.equal(formatText(text.replace(/^ +/gm, '')).text, text);
  });

  it('is printed as a tree and as a model that say the same', async () => {
    assert.deepEqual(plainTree(parseTree(printTree(parseTree(text)))), plainTree(parseTree(text)));
    const model = await modelOfText(text);
    // The parameters of machines and classes are data or settings of entities, and not printed as such.
    const bare = {
      ...model,
      entities: model.entities.map((each) => (each.machine === undefined ? each : { ...each, settings: [] })),
    };
    const printed = printModel(bare);
    assert.deepEqual(structure(await modelOfText(printed)), structure(bare), printed);
    assertHas(printed, [
      '2 of ',
      'as soft',
      'as start',
      'protected',
      'as eviction',
      'stops with',
      'waits for',
      'doomed',
    ]);
  });

  const hovers: readonly (readonly [place: string, says: readonly string[]])[] = [
    ['pd lb', ['needs 2 of 3; minimal cut sets: 3 (3 pairs)']],
    ['pd site', ['as soft', 'data · `team: "shop"`']],
    ['pd db', ['protected']],
    ['pd helper', ['stops with']],
    ['object claim', ['waits for']],
    ['object budget', ['protects', 'as eviction']],
    ['object old', ['doomed']],
    ['node zone', ['zone']],
    ['class Web', ['extends `Server`', 'instances 3']],
    ['history Again', ['history']],
    ['state Health', ['Health']],
  ];
  it('is explained where the pointer is', async () => {
    const { workspace, document } = await openInMemory(text);
    for (const [place, says] of hovers) {
      const at = text.indexOf(place) + place.length - 1;
      assertHas(hoverAt(workspace, document, at)?.markdown ?? `nothing at ${place}`, says);
    }
  });

  it('is answered by crash, why, points and the matrices', async () => {
    assertHas(await said(0, 'crash', '-', 'api[0]', '--crash', 'api[1]'), [
      '2 of 3 are needed by "lb"; "api[0]" and "api[1]" are gone',
      '1 of 2 is needed by "site" as soft',
    ]);
    assertHas(await said(0, 'crash', '-', 'zone'), ['"zone.left" is on "zone"', '"zone.left.db" is on "zone.left"']);
    assertHas(await said(0, 'why', '-', 'lb', '--crash', 'api[0]', '--crash', 'api[1]'), ['2 of 3 are needed']);
    assertHas(await said(0, 'points', '-'), ['lb needs 2 of api[0], api[1], api[2]', 'api[0] and api[1]']);
    assertHas(await said(0, 'matrix', '-'), ['PD or node', 'zone.left ']);
    assertHas(await said(0, 'matrix', '-', '--event', 'destroy'), ['refused']);
    assertHas(await said(0, 'metrics', '-', 'zone.left', 'zone.right'), ['Isolation of zone.left and zone.right']);
  });

  it('is planned: an end, a drain, a start and a recovery', async () => {
    assertHas(await said(1, 'plan', '-', '--drain', 'zone'), [
      '"zone.left.db" is protected.',
      '"zone.right.logs" has "protection: named"',
      'helper',
    ]);
    assertHas(await said(0, 'plan', '-', '--delete', 'shelf.claim'), ['finalizers cleanup; waits for shelf.pod']);
    assertHas(await said(0, 'plan', '-', '--start'), ['api[0] (2 of 3)', '"lb" needs "zone.right.logs"', '(1 of 2)']);
    assertHas(await said(0, 'plan', '-', '--crash', 'zone', '--recover'), ['restart zone, with zone.left']);
  });

  it('is simulated step by step', async () => {
    assertHas(await said(0, 'simulate', '-', '--scenario', 'messages'), ['Running.{Work.Busy, Health.Ill}', 'Late']);
  });

  it('is drawn, whole and as a view', async () => {
    for (const format of ['dot', 'mermaid', 'svg'])
      assertHas(await said(0, 'export', format, '-'), ['2 of 3', 'protects', 'stops with', 'waits for']);
    const view = await said(0, 'export', 'mermaid', '-', '--view', 'data path');
    assertHas(view, ['flowchart TD', 'site', '2 of']);
    assert.ok(!view.includes('stops with') && !view.includes('"agent"'), view);
  });

  it('is exported as fault trees, as JSON, and to SPIN with what is not covered by its name', async () => {
    assertHas(await said(0, 'export', 'openpsa', '-'), ['lb needs 2 of api[0], api[1], api[2]', '<atleast min="2">']);
    assertHas(await said(0, 'export', 'json', '-'), ['"protected": true', '"doomed": true', '"team"']);
    assertHas(await said(1, 'export', 'promela', '-', '--check', 'two at once'), ['parallel']);
  });

  it('is in the reference, word by word', () => {
    const code = [...reference.matchAll(/```aftermath[^]*?```|`[^`\n]+`/g)].map(([each]) => each).join('\n');
    const words = text.replace(/"[^"]*"|\/\*[^]*?\*\//g, '').matchAll(/[a-z]+/g);
    const own = new Set(['zone', 'left', 'right']);
    const keywords = new Set(
      'needs of as soft start stops dies with waits for protected protection protects eviction evict doomed class extends param is view include around exclude collapse relations direction parallel history deep persistent raise cancel done internal after together pause received notify none data probability mttf mttr clockRate'.split(
        ' ',
      ),
    );
    const used = new Set([...words].map(([word]) => word).filter((word) => keywords.has(word) && !own.has(word)));
    for (const word of used) assert.match(code, new RegExp(`\\b${word}\\b`), word);
    assert.ok(used.size >= 38, String(used.size));
  });
});
