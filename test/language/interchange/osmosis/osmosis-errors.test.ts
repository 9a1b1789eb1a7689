/** Files that are no dump: nothing is imported, and one error says why and where. */
import assert from 'node:assert/strict';
import { importOsmosis } from '../../../../language/src/interchange/osmosis/osmosis.ts';
import { findingLines, fixture } from '../fixture.ts';

const expectations: readonly (readonly [file: string, finding: string, message: RegExp])[] = [
  ['empty.csv', 'error import/empty 1', /is empty/],
  ['header-only.csv', 'error import/no-rows 1', /Line 1 is the header .* no row follows/],
  ['cut-off.csv', 'error import/cut-off 3', /cut off in the middle of line 3, after 6 of 7 cells/],
  ['cut-off-in-extra.csv', 'error import/cut-off 3', /cut off in the middle of line 3/],
  ['cut-off-in-header.csv', 'error import/cut-off 1', /cut off in the middle of line 1/],
  ['binary.csv', 'error import/binary 2', /not text: line 2/],
  ['older-header.csv', 'error import/older-format 1', /older CellulOS format .* Export the model state with a version/],
  ['not-a-dump.csv', 'error import/not-a-dump 2', /not an OSmosis model state: .* line 2 is "# Shopping"/],
];

describe('the import of a file that is not a dump', () => {
  for (const [file, finding, message] of expectations) {
    it(`refuses ${file} and names the line`, () => {
      const { value, findings } = importOsmosis(fixture(file), file);
      assert.equal(value, undefined);
      assert.deepEqual(findingLines(findings), [finding]);
      assert.match(findings[0]?.message ?? '', message);
    });
  }

  it('recognizes a cut anywhere in the last row', () => {
    const whole = 'NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA\nPD,PD_1,disk,,,,\n';
    for (const row of [',,NONE,HOLD,PD_1,BLOCK_1_1,', 'RESOURCE_SPACE,BLOCK_SPACE_1,BLOCK,,,,', 'PD,PD_2,app,,,,']) {
      assert.notEqual(importOsmosis(`${whole}${row}`, 'dump.csv').value, undefined);
      for (let length = 1; length < row.length; length += 1) {
        const { findings } = importOsmosis(`${whole}${row.slice(0, length)}`, 'dump.csv');
        assert.deepEqual(findingLines(findings), ['error import/cut-off 3'], row.slice(0, length));
      }
    }
  });

  it('treats a file in UTF-16 as binary', () => {
    const text = Buffer.from('NODE_TYPE,NODE_ID\n', 'utf16le').toString('utf8');
    assert.deepEqual(findingLines(importOsmosis(text, 'dump.csv').findings), ['error import/binary 1']);
  });
});
