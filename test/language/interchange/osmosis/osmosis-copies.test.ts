/** Similar resources of a dump become copies, and every dump survives the round trip through the language. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exportOsmosis } from '../../../../language/src/interchange/osmosis/export-osmosis.ts';
import { importOsmosis } from '../../../../language/src/interchange/osmosis/osmosis.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import { runs } from '../../../properties.ts';
import { fixture, imported, rowSet } from '../fixture.ts';
import { errorsIn, loadPrinted } from '../load-printed.ts';
import { largeDump, seriesDump, type Base } from './series-dumps.ts';

const header = 'NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA';

/** A space with resources whose ids count from `first` on. */
function blocks(first: number, count: number, base: Base): string {
  const ids = Array.from({ length: count }, (_, n) => `BLOCK_1_${(first + n).toString(base)}`);
  return [
    header,
    'PD,PD_1,disk,,,,',
    'RESOURCE_SPACE,BLOCK_SPACE_1,BLOCK,,,,',
    ...ids.map((id) => `RESOURCE,${id},BLOCK,,,,`),
    ',,NONE,HOLD,PD_1,BLOCK_SPACE_1,',
    ...ids.map((id) => `,,NONE,SUBSET,${id},BLOCK_SPACE_1,`),
    ...ids.map((id) => `,,NONE,HOLD,PD_1,${id},`),
    '',
  ].join('\n');
}

/** Both ways to read a dump. */
const ways = ['where possible', 'never'] as const;

/** Reads a dump, prints it, loads the text, and compares model and rows with those that it began with. */
async function comesBack(dump: string, copies: (typeof ways)[number]): Promise<void> {
  const { value } = importOsmosis(dump, 'dump.csv', { copies });
  assert.ok(value);
  assert.deepEqual(rowSet(exportOsmosis(value.model).text), rowSet(dump));
  const text = printModel(value.model);
  const loaded = await loadPrinted(text);
  assert.deepEqual(errorsIn(loaded), [], text);
  assert.deepEqual(loaded.model.entities, value.model.entities, text);
  assert.deepEqual(loaded.model.relations, value.model.relations, text);
  assert.deepEqual(rowSet(exportOsmosis(loaded.model).text), rowSet(dump), text);
}

describe('like resources of a dump', () => {
  it('are copies, held as a range of them', () => {
    assert.equal(
      printModel(imported(blocks(1, 1024, 10))),
      [
        'pd disk {',
        '  id: "PD_1"',
        '  manages BLOCK_SPACE_1',
        '  holds BLOCK_SPACE_1.BLOCK_1[*]',
        '}',
        '',
        'space BLOCK_SPACE_1 : BLOCK {',
        '  resource BLOCK_1[1024] : BLOCK { id: "BLOCK_1_${index + 1}" }',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('are counted on from the first id where that is hexadecimal', () => {
    const text = printModel(imported(blocks(31, 1000, 16)));
    assert.ok(text.includes('  resource BLOCK_1[1000] : BLOCK { firstId: "BLOCK_1_1f" }\n'), text);
  });

  it('stay what they are called if they are few', () => {
    assert.ok(!printModel(imported(blocks(1, 7, 10))).includes('['));
    assert.ok(printModel(imported(blocks(1, 8, 10))).includes('[8]'));
  });

  it('stay single where they say something else than their neighbours', () => {
    const dump = `${blocks(1, 30, 10)},,NONE,MAP,BLOCK_1_12,BLOCK_1_30,\n`;
    const counts = printModel(imported(dump)).match(/resource \S+/g);
    assert.deepEqual(counts, ['resource BLOCK_1[11]', 'resource BLOCK_1_12', 'resource BLOCK_1_from_13[18]']);
  });

  it('map to copies of the same number, or at a constant offset', () => {
    const maps = Array.from({ length: 20 }, (_, n) => `,,NONE,MAP,BLOCK_1_${String(n + 1)},BLOCK_1_${String(n + 31)},`);
    const text = printModel(imported(`${blocks(1, 60, 10)}${maps.join('\n')}\n`));
    assert.ok(text.includes('maps BLOCK_SPACE_1.BLOCK_1_from_21[index + 10]'), text);
  });

  it('say by one EXTRA where memory that lies in one piece begins', () => {
    const rows = Array.from(
      { length: 64 },
      (_, n) => `RESOURCE,MO_4_${n.toString(16)},MO,,,,0x${(0xf000 + n * 8192).toString(16)}_2_12`,
    );
    const dump = [header, ...rows, ''].join('\n');
    assert.equal(
      printModel(imported(dump)),
      'resource MO_4[64] : MO { firstId: "MO_4_0"  size: 8192  firstExtra: "0xf000_2_12" }\n',
    );
  });

  it('are no copies in a dump where "index" is a name', () => {
    assert.ok(!printModel(imported(blocks(1, 99, 10).replace('disk', 'index'))).includes('[99]'));
  });
});

describe('every dump, by way of the language', () => {
  for (const name of ['hex-ids', 'decimal-ids', 'repeated', 'missing', 'managers', 'unfit']) {
    it(`exports the same set of rows: ${name}.csv`, async () => {
      for (const copies of ways) await comesBack(fixture(`${name}.csv`), copies);
    });
  }

  for (const copies of ways) {
    it(`is the same model, and the same set of rows, with copies ${copies}`, async () => {
      await fc.assert(
        fc.asyncProperty(seriesDump, (dump) => comesBack(dump, copies)),
        { numRuns: runs(20, 1200) },
      );
    });
  }

  it('has copies in most of these dumps', () => {
    const dumps = fc.sample(seriesDump, { numRuns: 200 });
    const copied = dumps.filter((dump) => imported(dump).entities.some(({ copy }) => copy !== undefined));
    assert.ok(copied.length > 100, String(copied.length));
  });

  it('survives a round trip: 30,000 rows', async () => {
    const dump = largeDump(30_000);
    const { value } = importOsmosis(dump, 'dump.csv');
    const text = value === undefined ? '' : printModel(value.model);
    const loaded = await loadPrinted(text);
    const exported = exportOsmosis(loaded.model).text;
    assert.deepEqual(rowSet(exported), rowSet(dump));
    assert.ok(text.length < dump.length / 20, `${String(text.length)} characters`);
  });
});
