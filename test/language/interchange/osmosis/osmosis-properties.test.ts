/** Properties of every dump: no input breaks the import, no edge is lost, and the same rows come back. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exportFormats } from '../../../../language/src/interchange/export-formats.ts';
import { exportOsmosis } from '../../../../language/src/interchange/osmosis/export-osmosis.ts';
import { importOsmosis } from '../../../../language/src/interchange/osmosis/osmosis.ts';
import type { Entity } from '../../../../language/src/model/entity.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import { anyText } from '../../../any-text.ts';
import { runs } from '../../../properties.ts';
import { fixture, imported, rowSet } from '../fixture.ts';

const header = 'NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA';

const pd = fc.constantFrom('PD_0', 'PD_1', 'PD_a', 'PD_4.0', 'RT');
const space = fc.constantFrom('MO_SPACE_1', 'FILE_SPACE_2', 'TOY_DB_SPACE_c');
const resource = fc.constantFrom('MO_1_1', 'FILE_2_1', 'FILE_2_1f', 'odd id', 'constructor');
const anyId = fc.oneof({ weight: 4, arbitrary: pd }, space, resource);
const type = fc.constantFrom('MO', 'FILE', 'TOY_DB', '', 'a type', 'NONE');
const word = fc.constantFrom('NONE', 'NONE', 'NONE', '', 'RWX', 'R W', 'R_W', '"R,W"');
const extra = fc.constantFrom('', '', '0x0_16_12', '   3996000_1_12', 'elevated', '"a,b"', 'x_1_99');
const pdName = fc.constantFrom('app', 'app', 'ROOT_TASK', 'node', 'nginx.service', '', "it's", 'PD_1');

const row = fc.oneof(
  fc.tuple(pd, pdName, extra).map(([id, name, more]) => `PD,${id},${name},,,,${more}`),
  fc.tuple(space, type).map(([id, data]) => `RESOURCE_SPACE,${id},${data},,,,`),
  fc.tuple(resource, type, extra).map(([id, data, more]) => `RESOURCE,${id},${data},,,,${more}`),
  fc.tuple(word, pd, fc.oneof(space, resource, pd)).map(([data, from, to]) => `,,${data},HOLD,${from},${to},`),
  fc.tuple(word, resource, space).map(([data, from, to]) => `,,${data},SUBSET,${from},${to},`),
  fc.tuple(type, pd, pd).map(([data, from, to]) => `,,${data},REQUEST,${from},${to},`),
  fc.tuple(resource, resource).map(([from, to]) => `,,NONE,MAP,${from},${to},`),
  fc.tuple(space, space).map(([from, to]) => `,,,MAP,${from},${to},`),
  fc
    .tuple(word, fc.constantFrom('HOLD', 'MAP', 'SUBSET', 'REQUEST'), anyId, anyId, extra)
    .map(([data, edge, from, to, more]) => `,,${data},${edge},${from},${to},${more}`),
);
const dump = fc.array(row, { minLength: 1, maxLength: 40 }).map((rows) => [header, ...rows, ''].join('\n'));

/** A row with `␤` where a quoted cell may have a line end. */
const parted = fc
  .tuple(
    fc.constantFrom('PD_0', 'PD_1', '"PD␤2"'),
    fc.constantFrom('"two␤lines"', '"a␤␤b ""c"", d␤"', '"␤"', 'plain', '"open', 'it"s'),
    fc.constantFrom('', 'x', '"e␤f"', '"g""␤,h"', '"open'),
  )
  .map(([id, name, more]) => `PD,${id},${name},,,,${more}`);

describe('every dump', () => {
  it('is the same with a blank in place of a line end in a quoted cell', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(parted, row), { minLength: 1, maxLength: 12 }),
        fc.constantFrom('\n', '\r\n'),
        (rows, end) => {
          const text = [header, ...rows, ''].join(end);
          const [written, plain] = [end, ' '].map(
            (each) => importOsmosis(text.replaceAll('␤', each), 'dump.csv').value,
          );
          assert.deepEqual(written?.model.entities, plain?.model.entities);
          assert.deepEqual(written?.model.relations, plain?.model.relations);
        },
      ),
      { numRuns: runs(200, 20_000) },
    );
  });

  it('exports the same set of rows', () => {
    fc.assert(
      fc.property(dump, (text) => {
        assert.deepEqual(rowSet(exportOsmosis(imported(text)).text), rowSet(text));
      }),
      { numRuns: runs(400, 20_000) },
    );
  });

  for (const name of ['hex-ids', 'decimal-ids', 'repeated', 'missing', 'managers', 'unfit']) {
    it(`exports the same set of rows: ${name}.csv`, () => {
      const { text, leftOut } = exportOsmosis(imported(fixture(`${name}.csv`)));
      assert.deepEqual(rowSet(text), rowSet(fixture(`${name}.csv`)));
      assert.deepEqual(leftOut, []);
    });
  }

  it('has no edge that is neither said by the model nor kept as a row', () => {
    fc.assert(
      fc.property(dump, (text) => {
        const model = imported(text);
        const said = saidBy(model);
        for (const line of rowSet(text).filter((row) => row.startsWith(',,') && !row.includes('"'))) {
          const [, , data = '', edge = '', from = '', to = ''] = line.split(',').map((cell) => cell.trim());
          const type = edge === 'REQUEST' ? ` ${data}` : '';
          assert.ok(said.has(`${edge} ${from} ${to}${type}`) || said.has(line), line);
        }
      }),
      { numRuns: runs(200, 10_000) },
    );
  });

  it('gives entities of unlike names, and each space one manager at most', () => {
    fc.assert(
      fc.property(dump, (text) => {
        const { entities, relations } = imported(text);
        const managed = relations.filter(({ kind }) => kind === 'manages').map(({ target }) => target);
        assert.equal(new Set(managed).size, managed.length);
        assert.equal(new Set(entities.map((entity) => entity.name.split('.').at(-1))).size, entities.length);
      }),
      { numRuns: runs(100, 5000) },
    );
  });
});

/** All edges that a model says, in words of the dump, and the rows that it keeps. */
function saidBy({ entities, relations }: Model): Set<string> {
  const said = new Set<string>();
  const setting = (entity: Entity | undefined, name: string) =>
    entity?.settings.find((each) => each.name === name)?.value;
  const words = (value: Expression | undefined) =>
    value?.kind === 'text' ? value.parts.filter((part) => typeof part === 'string').join('') : undefined;
  const idOf = (id: number) => words(setting(entities[id], 'id')) ?? entities[id]?.name.split('.').at(-1) ?? '';
  const edges = { manages: 'HOLD', holds: 'HOLD', maps: 'MAP', requests: 'REQUEST' } as Record<string, string>;
  for (const { kind, source, target, as } of relations) {
    const edge = `${edges[kind] ?? ''} ${idOf(source)} ${idOf(target)}`;
    said.add(kind === 'requests' ? `${edge} ${as ?? ''}` : edge);
  }
  for (const entity of entities) {
    if (entity.parent !== undefined) said.add(`SUBSET ${idOf(entity.id)} ${idOf(entity.parent)}`);
    const rows = setting(entity, 'rows');
    for (const item of rows?.kind === 'list' ? rows.items : []) said.add(words(item) ?? '');
  }
  return said;
}

describe('every input', () => {
  /** Imports a text, and if it is a dump runs all that can be done with it. */
  function survives(text: string): void {
    const { value, findings } = importOsmosis(text, 'dump.csv');
    assert.equal(
      value === undefined,
      findings.some(({ severity }) => severity === 'error'),
    );
    const lineCount = text.split(text.includes('\n') ? '\n' : '\r').length;
    for (const { span } of findings)
      assert.ok(span.start.line < lineCount && span.start.character <= span.end.character);
    if (value === undefined) return;
    printModel(value.model);
    for (const { run } of exportFormats) run(value.model);
  }

  it('gives a model or an error, and never throws: arbitrary text', () => {
    fc.assert(fc.property(anyText({ maxLength: 300 }), survives), { numRuns: runs(200, 10_000) });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from(',\n\r"PD_RESOURCE0\0 ')) }), (text) => {
        survives(`${header}\n${text}`);
      }),
      { numRuns: runs(200, 10_000) },
    );
  });

  it('gives a model or an error, and never throws: dumps with a part removed, repeated or replaced', () => {
    const mutation = fc.tuple(
      fc.nat(),
      fc.nat(20),
      fc.oneof(fc.constant(''), fc.string({ maxLength: 8 }), fc.constantFrom('\r', '"', ',', '\0', header)),
    );
    fc.assert(
      fc.property(dump, fc.array(mutation, { minLength: 1, maxLength: 4 }), (text, mutations) => {
        let mutated = text;
        for (const [at, length, put] of mutations) {
          const start = at % (mutated.length + 1);
          mutated = mutated.slice(0, start) + put + mutated.slice(start + length);
        }
        survives(mutated);
      }),
      { numRuns: runs(200, 10_000) },
    );
  });

  it('terminates with long runs of one character', () => {
    for (const character of [',', '"', '\r', '\n', ' ', '_', '-', '",']) {
      survives(
        `${header}\nRESOURCE,MO_1_1,MO,,,,${character.repeat(200_000)}\nPD,${character.repeat(200_000)},a,,,,\n`,
      );
    }
  });
});
