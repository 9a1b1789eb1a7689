/** Loaders share only a parser: each links what it has read itself, whatever another one reads meanwhile. */
import assert from 'node:assert/strict';
import { createLoader } from '../../../language/src/dsl/load.ts';
import { entityLines, relationLines } from './load-text.ts';

const main = 'import "shared"\npd app { requests disk  holds disk.* }\n';
const one = { 'main.aft': main, 'shared.aft': 'space disk : block { resource first }\n' };
const other = {
  'main.aft': `${main}pd late { requests nowhere }\n`,
  'shared.aft': 'space disk : file { resource second  resource third }\n',
};

/** Loads the same URI from other files; a file is there only when the other loader has asked for one, too. */
function loaded(files: Readonly<Record<string, string>>) {
  const loader = createLoader(async (uri) => {
    await new Promise((resolve) => setImmediate(resolve));
    return files[uri.slice(uri.lastIndexOf('/') + 1)];
  });
  return loader.load('memory:/main.aft');
}

describe('loaders that read at the same time', () => {
  it('link what each of them has read', async () => {
    const [first, second] = await Promise.all([loaded(one), loaded(other)]);
    assert.deepEqual(entityLines(first.model), ['space disk : block', 'resource disk.first : block', 'pd app']);
    assert.deepEqual(first.errors, []);
    assert.ok(relationLines(first.model).includes('app holds disk.first'));
    assert.deepEqual(entityLines(second.model), [
      'space disk : file',
      'resource disk.second : file',
      'resource disk.third : file',
      'pd app',
      'pd late',
    ]);
    assert.ok(relationLines(second.model).includes('app holds disk.third'));
    assert.deepEqual(
      second.errors.map(({ message }) => message.includes('"nowhere"')),
      [true],
    );
  });

  it('give the same result as one alone, even after a text full of errors', async () => {
    const alone = await loaded(one);
    const broken = await loaded({ 'main.aft': 'pd { "unclosed\nmachine ${ }} <<<<<<< a\n' });
    assert.ok(broken.errors.length > 0);
    assert.deepEqual(await loaded(one), alone);
  });
});

describe('imports', () => {
  it('are followed to the end of a chain that is longer than the stack', async () => {
    const last = 12_000;
    const { load } = createLoader((uri) => {
      const at = Number(/f(\d+)\.aft$/.exec(uri)?.[1]);
      return Promise.resolve(at < last ? `import "f${String(at + 1)}"` : 'pd last');
    });
    const { files, findings, model } = await load('file:///f0.aft');
    assert.deepEqual([files.length, files[0], files.at(-1)], [last + 1, 'file:///f12000.aft', 'file:///f0.aft']);
    assert.deepEqual([findings, entityLines(model)], [[], ['pd last']]);
  }).timeout(60_000);

  it('that lead back to the file are reported as the shortest cycle, in order', async () => {
    const { findings } = await loaded({
      'main.aft': 'import "a"\nimport "b"',
      'a.aft': 'import "b"',
      'b.aft': 'import "c"',
      'c.aft': 'import "main"',
    });
    assert.deepEqual(
      findings.map(({ code, message, related, span }) => [
        code,
        message.split('. ')[0],
        span.start.line,
        related.length,
      ]),
      [['cycle/import', 'This import is part of a cycle: "b" → "c" → "main"', 1, 3]],
    );
  });

  it('that declare the same are reported where the file uses it, once', async () => {
    const both = `event Go  policy p { }  machine A for pd { event Tick  initial state I { on Tick } }`;
    const { findings } = await loaded({
      'main.aft': `import "a"\nimport "b"\npolicy p { }
pd x
pd y
scenario "s" { send Go to x  send Go to y  collect under p  send Tick to x  send Tick to z }`,
      'a.aft': `${both}  pd z runs A`,
      'b.aft': both,
    });
    assert.deepEqual(
      findings.map(({ code, message, span, related }) => [code, message.split('. ')[0], span.start, related.length]),
      [
        ['name/two-imports', 'Both "a" and "b" declare "Go"', { line: 5, character: 20 }, 2],
        ['name/two-imports', 'Both "a" and "b" declare "Tick"', { line: 5, character: 65 }, 2],
      ],
    );
  });
});
