/** The import of an OSmosis dump: entities, relations, settings, names, and managers. */
import assert from 'node:assert/strict';
import { importOsmosis } from '../../../../language/src/interchange/osmosis/osmosis.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { entityLines, findingLines, fixture, imported, relationLines } from '../fixture.ts';

const header = 'NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA';
const findingsOf = (text: string) => importOsmosis(text, 'dump.csv').findings;

function settingsOf(model: Model, name: string): Record<string, unknown> {
  const plain = (value: Expression): unknown => {
    if (value.kind === 'list') return value.items.map(plain);
    if (value.kind === 'text') return value.parts.filter((part) => typeof part === 'string').join('');
    return value.kind === 'number' ? value.numerator : value.kind === 'boolean' ? value.value : value.kind;
  };
  const entity = model.entities.find((each) => each.name === name);
  assert.ok(entity, `there is no entity "${name}"`);
  return Object.fromEntries(entity.settings.map((setting) => [setting.name, plain(setting.value)]));
}

describe('the import of an OSmosis dump', () => {
  it('nests resources in their space, and keeps one without a space at the top', () => {
    assert.deepEqual(entityLines(imported(fixture('hex-ids.csv'))), [
      'pd ROOT_TASK',
      'pd ramdisk',
      'pd shop',
      'space MO_SPACE_4 : MO',
      'resource MO_SPACE_4.MO_4_f : MO',
      'resource MO_SPACE_4.MO_4_10 : MO',
      'space ADS_SPACE_c : ADS',
      'resource ADS_SPACE_c.VMR_c_1 : VMR',
      'resource ADS_SPACE_c.VMR_c_2 : VMR',
      'space TOY_BLOCK_SPACE_d : TOY_BLOCK',
      'resource TOY_BLOCK_SPACE_d.TOY_BLOCK_d_1f : TOY_BLOCK',
      'resource VCPU_5_1 : VCPU',
    ]);
    assert.deepEqual(findingLines(findingsOf(fixture('hex-ids.csv'))), ['warning import/no-space 12']);
  });

  it('says every edge as a relation', () => {
    assert.deepEqual(relationLines(imported(fixture('hex-ids.csv'))), [
      'ROOT_TASK manages ADS_SPACE_c',
      'ROOT_TASK holds shop',
      'ramdisk manages TOY_BLOCK_SPACE_d',
      'ramdisk requests ROOT_TASK as ADS',
      'ramdisk holds TOY_BLOCK_SPACE_d.TOY_BLOCK_d_1f',
      'shop requests ramdisk as TOY_BLOCK',
      'shop holds ADS_SPACE_c',
      'shop holds ADS_SPACE_c.VMR_c_1',
      'shop holds TOY_BLOCK_SPACE_d.TOY_BLOCK_d_1f',
      'ADS_SPACE_c maps MO_SPACE_4',
      'ADS_SPACE_c.VMR_c_1 maps MO_SPACE_4.MO_4_f',
      'ADS_SPACE_c.VMR_c_2 maps MO_SPACE_4.MO_4_10',
    ]);
  });

  it('does not take hexadecimal and decimal ids for each other', () => {
    const rows = [
      'RESOURCE,MO_1_10,MO,,,,',
      'RESOURCE,MO_1_a,MO,,,,',
      'RESOURCE,MO_1_16,MO,,,,',
      ',,,MAP,MO_1_a,MO_1_10,',
    ];
    const model = imported([header, ...rows].join('\n'));
    assert.deepEqual(entityLines(model), ['resource MO_1_10 : MO', 'resource MO_1_a : MO', 'resource MO_1_16 : MO']);
    assert.deepEqual(relationLines(model), ['MO_1_a maps MO_1_10']);
  });

  it('reads the size of a memory object, with and without 0x and leading blanks', () => {
    const hex = imported(fixture('hex-ids.csv'));
    assert.deepEqual(settingsOf(hex, 'MO_SPACE_4.MO_4_f'), { size: 8192, extra: '0x1000_2_12' });
    assert.deepEqual(settingsOf(hex, 'MO_SPACE_4.MO_4_10'), { size: 3 * 2 ** 21, extra: '0x40000000_3_21' });
    const decimal = imported(fixture('decimal-ids.csv'));
    assert.deepEqual(settingsOf(decimal, 'MO_SPACE_1.MO_1_10'), { size: 4096, extra: '     4a2000_1_12' });
  });

  it('reads the EXTRA of a virtual memory region from the right', () => {
    const hex = imported(fixture('hex-ids.csv'));
    const code = { length: 20480, use: 'ELF_CODE', extra: '0x400000_ELF_CODE_5_12' };
    assert.deepEqual(settingsOf(hex, 'ADS_SPACE_c.VMR_c_1'), code);
    assert.deepEqual(settingsOf(hex, 'ADS_SPACE_c.VMR_c_2'), {
      length: 8192,
      use: 'STACK',
      extra: '500000_STACK_2_12',
    });
    const decimal = imported(fixture('decimal-ids.csv'));
    const stack = { length: 135168, use: 'STACK', extra: 'STACK_33_12' };
    assert.deepEqual(settingsOf(decimal, 'VMR_SPACE_2.VMR_2_19'), stack);
    assert.deepEqual(settingsOf(hex, 'VCPU_5_1'), { extra: 'elevated' });
  });

  it('says so when an EXTRA cannot be read, and keeps it', () => {
    const text = `${header}\nRESOURCE,MO_1_1,MO,,,,somewhere\n,,,MAP,MO_1_1,MO_1_1,\n`;
    assert.deepEqual(settingsOf(imported(text), 'MO_1_1'), { extra: 'somewhere', blankData: true });
    assert.deepEqual(findingLines(findingsOf(text)), [
      'warning import/no-space 2',
      'information import/unreadable-extra 2',
    ]);
  });

  it('takes rights from the DATA of a HOLD', () => {
    assert.deepEqual(relationLines(imported(fixture('decimal-ids.csv'))), [
      'Kernel holds MO_SPACE_1.MO_1_10 as RWX',
      'shell_2 requests Kernel as VMR',
      'shell_2 holds VMR_SPACE_2.VMR_2_19 as RP',
      'editor holds VMR_SPACE_2.VMR_2_19 as RWS',
      'VMR_SPACE_2.VMR_2_19 maps MO_SPACE_1.MO_1_10',
    ]);
  });

  it('distinguishes PDs of one name by their ids, and keeps an id that the name does not show', () => {
    const model = imported(fixture('decimal-ids.csv'));
    assert.deepEqual(entityLines(model).slice(0, 4), ['pd Kernel', 'pd shell_2', 'pd shell_3', 'pd editor']);
    assert.deepEqual(settingsOf(model, 'shell_3'), { id: 'PD_3', rows: ['PD,PD_3,shell,,,,'] });
    assert.deepEqual(settingsOf(model, 'editor'), { id: 'PD_4.0' });
  });

  it('makes a name of whatever a PD is called', () => {
    const rows = [
      'PD,PD_1,nginx.service (1),,,,',
      'PD,PD_2,,,,,',
      'PD,PD_3,node,,,,',
      "PD,PD_4,a,b'c,,,,",
      'PD,PD_4.0,,,,,',
    ];
    const names = imported([header, ...rows].join('\n')).entities.map(({ name }) => name);
    assert.deepEqual(names, ['nginx_service_1_', 'PD_2', 'node', 'a_b_c', 'PD_4_0']);
  });

  it('never gives two entities the same name', () => {
    const rows = [
      'PD,PD_1,MO_1_1,,,,',
      'PD,PD_2,app,,,,',
      'PD,PD_3,app,,,,',
      'PD,PD_4,app_2,,,,',
      'RESOURCE,MO_1_1,MO,,,,',
    ];
    const names = imported([header, ...rows].join('\n')).entities.map(({ name }) => name);
    assert.deepEqual(names, ['MO_1_1_1', 'app_2_2', 'app_3', 'app_2', 'MO_1_1']);
  });

  it('makes the holder that others request from the manager, else the only one, else the first', () => {
    const { findings } = importOsmosis(fixture('managers.csv'), 'dump.csv');
    assert.deepEqual(relationLines(imported(fixture('managers.csv'))), [
      'first manages ADS_SPACE_5',
      'first holds FILE_SPACE_1',
      'first holds KEY_SPACE_3',
      'first holds ADS_SPACE_5 as RW',
      'second manages FILE_SPACE_1',
      'second manages KEY_SPACE_3',
      'second requests second as KEY',
      'client manages BLOCK_SPACE_2',
      'client requests second as FILE',
    ]);
    assert.deepEqual(findingLines(findings), ['warning import/ambiguous-manager 14']);
    assert.match(findings[0]?.message ?? '', /"KEY_SPACE_3".*"PD_2", was made its manager/);
    assert.deepEqual(
      findings[0]?.related.map(({ span }) => span.start.line),
      [14],
    );
  });

  it('counts repeated rows once, and says so', () => {
    const { findings } = importOsmosis(fixture('repeated.csv'), 'dump.csv');
    const lines = ['disk manages BLOCK_SPACE_1', 'files requests disk as BLOCK'];
    assert.deepEqual(relationLines(imported(fixture('repeated.csv'))), lines);
    assert.deepEqual(findingLines(findings), [
      'information import/repeated-row 4',
      'warning import/conflicting-rows 6',
    ]);
    assert.match(findings[0]?.message ?? '', /^4 rows repeat an earlier one/);
  });

  it('makes entities for ids that only edges mention', () => {
    const model = imported(fixture('missing.csv'));
    assert.deepEqual(entityLines(model), [
      'pd disk',
      'space BLOCK_SPACE_1 : BLOCK',
      'resource BLOCK_1_1 : BLOCK',
      'space BLOCK_SPACE_9 : BLOCK',
      'resource BLOCK_SPACE_9.BLOCK_1_2 : BLOCK',
      'pd PD_7',
      'resource SECTOR_3_1 : SECTOR',
    ]);
    assert.deepEqual(relationLines(model), [
      'disk manages BLOCK_SPACE_1',
      'disk holds BLOCK_1_1',
      'BLOCK_1_1 maps SECTOR_3_1',
      'PD_7 requests disk as BLOCK',
      'PD_7 holds BLOCK_SPACE_9.BLOCK_1_2',
    ]);
    const { findings } = importOsmosis(fixture('missing.csv'), 'dump.csv');
    assert.deepEqual(findingLines(findings), ['warning import/no-space 4', 'warning import/missing-row 8']);
    assert.match(findings[1]?.message ?? '', /"BLOCK_SPACE_9", "PD_7", "SECTOR_3_1"/);
  });

  it('reads a table in the middle of a log, and names the lines it omits', () => {
    const model = imported(fixture('noise.csv'));
    assert.deepEqual(entityLines(model), [
      'pd server',
      'space BLOCK_SPACE_1 : BLOCK',
      'resource BLOCK_SPACE_1.BLOCK_1_1 : BLOCK',
    ]);
    const { findings } = importOsmosis(fixture('noise.csv'), 'dump.csv');
    assert.deepEqual(findingLines(findings), ['warning import/other-lines 1', 'warning import/broken-row 10']);
    assert.match(findings[0]?.message ?? '', /^4 lines are not part of the table.*line 1: "Booting all/);
    assert.match(
      findings[1]?.message ?? '',
      /^1 row cannot be read.*line 10: "RESOURCE,BLOCK_1_2,BL\[ramdisk\] flush"/,
    );
  });

  it('warns about a second table in the same file', () => {
    const text = `${header}\nPD,PD_1,a,,,,\n${header}\nPD,PD_2,b,,,,\n`;
    assert.deepEqual(findingLines(findingsOf(text)), ['warning import/second-table 3']);
    assert.deepEqual(entityLines(imported(text)), ['pd a', 'pd b']);
  });

  it('keeps the rows of edges that the language does not have', () => {
    const { findings } = importOsmosis(fixture('unfit.csv'), 'dump.csv');
    const model = imported(fixture('unfit.csv'));
    assert.deepEqual(relationLines(model), ['app holds BLOCK_SPACE_1.BLOCK_1_1 as _perms_RWX_pd_PD_1_']);
    assert.deepEqual(findingLines(findings), ['warning import/unfit-edge 8']);
    assert.match(findings[0]?.message ?? '', /^4 edges join/);
    assert.deepEqual(settingsOf(model, 'BLOCK_SPACE_1.BLOCK_1_1'), {
      rows: [
        ',,NONE,SUBSET,BLOCK_1_1,FILE_SPACE_2,',
        ',,NONE,HOLD,BLOCK_1_1,BLOCK_SPACE_1,',
        ',,NONE,MAP,BLOCK_1_1,FILE_SPACE_2,',
      ],
    });
  });

  it('points each entity and relation at its cell in the dump', () => {
    const { value } = importOsmosis(`${header}\r\nPD,PD_1,a,,,,\r\n,,NONE,HOLD,PD_1, PD_1,\r\n`, 'dump.csv');
    assert.ok(value);
    assert.deepEqual(value.sources.entities, [
      { uri: 'dump.csv', start: { line: 1, character: 3 }, end: { line: 1, character: 7 } },
    ]);
    assert.deepEqual(value.sources.relations, [
      { uri: 'dump.csv', start: { line: 2, character: 18 }, end: { line: 2, character: 22 } },
    ]);
  });

  it('reads 100,000 rows', () => {
    const rows = [header, 'PD,PD_1,server,,,,', 'RESOURCE_SPACE,BLOCK_SPACE_1,BLOCK,,,,'];
    for (let n = 0; n < 33_333; n += 1) {
      const id = `BLOCK_1_${n.toString(16)}`;
      rows.push(`RESOURCE,${id},BLOCK,,,,`, `,,NONE,SUBSET,${id},BLOCK_SPACE_1,`, `,,NONE,HOLD,PD_1,${id},`);
    }
    assert.equal(imported(rows.join('\n')).relations.length, 33_333);
  });
});
