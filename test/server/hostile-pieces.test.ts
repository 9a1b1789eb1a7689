/**
 * Random combinations of texts that once stopped the server: endless numbers, unfinished pieces, values that double,
 * errors in great numbers. Each is read without an internal error, gives the same result however it was typed, and
 * takes bounded work wherever it runs.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createDocumentTrees, type DocumentTrees } from '../../server/src/workspace/document-trees.ts';
import { compileModel } from '../../language/src/simulation/program/program.ts';
import { scenarioSteps } from '../../language/src/simulation/play/scenario-result.ts';
import { mostWork, workDone } from '../../language/src/simulation/values/work.ts';
import type { Model } from '../../language/src/model/model.ts';
import { runs, tried } from '../properties.ts';

const times = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(18, 40, 49, 55, 120));
const unit = fc.constantFrom('', '', 's', 'd', 'KiB', '%', '.5', 'x');
const longNumber = fc
  .tuple(fc.constantFrom('9', '1', '0', '.3'), fc.constantFrom(1, 15, 17, 309, 400), unit)
  .map(([digit, length, ending]) => `1${digit.repeat(length)}${ending}`);
const unfinished = fc
  .tuple(
    fc.constantFrom(
      'if x ',
      'if x then ',
      '(',
      '[',
      'not ',
      '- ',
      'all a in x: ',
      'x % (',
      'x + ',
      'x.',
      'set<',
      '"${',
      '{ ',
    ),
    times,
  )
  .map(([piece, count]) => piece.repeat(count));
const nested = fc
  .tuple(fc.constantFrom('(', '[', 'not (', '(x + 1) % ('), times)
  .map(([piece, count]) => `${piece.repeat(count)}x${(piece.startsWith('[') ? ']' : ')').repeat(count)}`);
const expression = fc.oneof(
  longNumber,
  unfinished,
  nested,
  fc.constantFrom('x', '0..1000000000000', 'l30', 'pds', '1 in 0..9'),
);

/** Lets, each of which needs the one before twice. */
const doubling = (step: string): string =>
  Array.from({ length: 30 }, (_, n) => `  let l${String(n + 1)} = ${step.replaceAll('l', `l${String(n)}`)}`).join('\n');

const line = fc
  .tuple(
    fc.constantFrom(
      (each: string) => `machine N { let y = ${each}\n initial state A { on E when ${each} -> A } }`,
      (each: string) => `scenario "s" { expect ${each}\n run ${each}\n send E to p }`,
      (each: string) => `scenario "t" { for a in ${each}, b in ${each} { expect a == b }\n send E to p }`,
      (each: string) => `check "c" { fault crash up to ${each}\n never ${each} }`,
      (each: string) => `root object o[${each}] { size: ${each} }\no[*] owns o[*]`,
      (each: string) => `channel c { delay: ${each} loss: ${each} }`,
      (each: string) => `pd q {\n${` holds ${each} as\n`.repeat(30)}}`,
      (each: string) => each,
    ),
    expression,
  )
  .map(([around, each]) => around(each));

const text = fc
  .tuple(fc.constantFrom('l + l', 'if l > 0 then l else 0', '"${l}${l}"', '[l, l]'), fc.array(line, { maxLength: 4 }))
  .map(([step, lines]) => [
    'event E',
    `machine M for pd {\n  var x: 0..7 = 3\n  let l0 = x\n${doubling(step)}\n  initial state A { on E do { log "\${l30}" } -> A }\n}`,
    'pd p runs M',
    ...lines,
  ]);

const uri = 'memory:/main.aft';

const newTrees = (): DocumentTrees =>
  createDocumentTrees({
    onChanged: () => undefined,
    log: (message) => {
      throw new Error(message);
    },
  });

function loadedIn({ find, models }: DocumentTrees, now: string): { readonly model: Model; readonly findings: unknown } {
  const document = find(uri);
  assert.ok(document !== undefined);
  const { model, findings } = models.of(document);
  assert.deepEqual(
    findings.filter(({ code }) => code.startsWith('internal/')),
    [],
    now,
  );
  return { model, findings };
}

describe('a text of hostile pieces', () => {
  it('is read, says the same however it was typed, and takes bounded work to run', () => {
    const typed = newTrees();
    fc.assert(
      fc.property(text, (lines) => {
        typed.replace(uri, lines[0] ?? '');
        for (let count = 1; count <= lines.length; count++) {
          const now = lines.slice(0, count).join('\n');
          typed.replace(uri, now);
          const known = loadedIn(typed, now);
          const afresh = newTrees();
          afresh.replace(uri, now);
          assert.deepEqual(known, loadedIn(afresh, now), now);
        }
        const { model } = loadedIn(typed, lines.join('\n'));
        for (const scenario of model.scenarios) {
          const steps = scenarioSteps(compileModel(model), scenario, 1);
          for (let taken = 0; taken < 1000; taken++) {
            const before = workDone();
            const next = steps.next();
            assert.ok(workDone() - before <= 4 * mostWork, lines.join('\n'));
            if (next.done === true) break;
          }
          tried('scenarios', 1);
        }
      }),
      { numRuns: runs(2, 4000) },
    );
  });
});
