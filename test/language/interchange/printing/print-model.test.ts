/** Models printed as text of the language. */
import assert from 'node:assert/strict';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { fixture, imported } from '../fixture.ts';
import { modelOf } from '../model-of.ts';

const lines = (...text: string[]): string => `${text.join('\n')}\n`;
const text = (value: string) => ({ kind: 'text', parts: [value] }) as const;

describe('the text of a model', () => {
  it('is an imported dump in the language', () => {
    assert.equal(
      printModel(imported(fixture('hex-ids.csv'))),
      lines(
        'root pd ROOT_TASK {',
        '  id: "PD_0"',
        '  manages ADS_SPACE_c',
        '  holds shop',
        '}',
        '',
        'pd ramdisk {',
        '  id: "PD_a"',
        '  manages TOY_BLOCK_SPACE_d',
        '  requests ROOT_TASK as ADS',
        '  holds TOY_BLOCK_SPACE_d.TOY_BLOCK_d_1f',
        '}',
        '',
        'pd shop {',
        '  id: "PD_b"',
        '  requests ramdisk as TOY_BLOCK',
        '  holds ADS_SPACE_c, ADS_SPACE_c.VMR_c_1, TOY_BLOCK_SPACE_d.TOY_BLOCK_d_1f',
        '}',
        '',
        'space MO_SPACE_4 : MO {',
        '  resource MO_4_f : MO { size: 8192  extra: "0x1000_2_12" }',
        '  resource MO_4_10 : MO { size: 6291456  extra: "0x40000000_3_21" }',
        '}',
        '',
        'space ADS_SPACE_c : ADS {',
        '  maps MO_SPACE_4',
        '  resource VMR_c_1 : VMR {',
        '    length: 20480',
        '    use: "ELF_CODE"',
        '    extra: "0x400000_ELF_CODE_5_12"',
        '    maps MO_SPACE_4.MO_4_f',
        '  }',
        '  resource VMR_c_2 : VMR {',
        '    length: 8192',
        '    use: "STACK"',
        '    extra: "500000_STACK_2_12"',
        '    maps MO_SPACE_4.MO_4_10',
        '  }',
        '}',
        '',
        'space TOY_BLOCK_SPACE_d : TOY_BLOCK {',
        '  resource TOY_BLOCK_d_1f : TOY_BLOCK',
        '}',
        '',
        'resource VCPU_5_1 : VCPU { extra: "elevated" }',
      ),
    );
  });

  it('joins several targets of one verb, and breaks long lists', () => {
    const names = Array.from({ length: 30 }, (_, n) => `resource-${String(n)}`);
    const printed = printModel(
      modelOf(
        [['pd', 'p'], ...names.map((name) => ['resource', name] as const)],
        names.map((name, n) => ['p', 'holds', name, { as: n === 1 ? 'rw' : undefined }] as const),
      ),
    );
    const body = printed.slice(0, printed.indexOf('}')).split('\n');
    assert.equal(
      body[1],
      '  holds resource-0, resource-1 as rw, resource-2, resource-3, resource-4, resource-5, resource-6,',
    );
    assert.equal(body[2]?.startsWith('      resource-7, '), true);
    assert.ok(body.every((line) => line.length <= 100));
  });

  it('quotes names that are keywords or no names', () => {
    const model = modelOf(
      [
        ['pd', 'node', { type: 'pd' }],
        ['pd', 'nginx service'],
        ['pd', '4u'],
        ['pd', 'a-b'],
        ['pd', 'größe'],
        ['pd', "'quoted already'"],
      ],
      [
        ['a-b', 'dies with', 'node'],
        ['a-b', 'holds', '4u', { as: 'in' }],
        ['a-b', 'refers', 'größe', { as: 'in' }],
      ],
    );
    assert.equal(
      printModel(model),
      lines(
        "pd 'node' : 'pd'",
        "pd 'nginx service'",
        "pd '4u'",
        '',
        'pd a-b {',
        "  dies with 'node'",
        "  holds '4u' as 'in'",
        '  refers größe as in',
        '}',
        '',
        'pd größe',
        "pd 'quoted already'",
      ),
    );
  });

  it('nests, and writes absent and root where they are said', () => {
    const model = modelOf(
      [
        ['object', 'app', { root: true, absent: true, documentation: 'The application.' }],
        ['object', 'app.net', { absent: true, documentation: 'First.\nEnds with */ here.' }],
        ['object', 'app.net.port', { absent: true }],
        ['object', 'app.vm', { absent: true, type: 'Instance' }],
      ],
      [
        ['app', 'owns', 'app.net', { nested: true }],
        ['app', 'owns', 'app.vm', { as: 'nonblocking' }],
        ['app.vm', 'refers', 'app.net.port', { as: 'runtime' }],
      ],
    );
    assert.equal(
      printModel(model),
      lines(
        '/** The application. */',
        'absent root object app {',
        '  owns app.vm as nonblocking',
        '  /**',
        '   * First.',
        '   * Ends with * / here.',
        '   */',
        '  object net {',
        '    object port',
        '  }',
        '  object vm : Instance { refers app.net.port as runtime }',
        '}',
      ),
    );
  });

  it('writes a relation at file level where its target has another meaning in the body', () => {
    const model = modelOf(
      [
        ['object', 'a'],
        ['object', 'a.b'],
        ['object', 'b'],
        ['object', 'b.a'],
      ],
      [
        ['a', 'refers', 'b'],
        ['a.b', 'refers', 'b.a'],
        ['b', 'refers', 'a.b'],
        ['a', 'refers', 'a.b'],
      ],
    );
    assert.equal(
      printModel(model),
      lines(
        'object a {',
        '  refers a.b',
        '  object b',
        '}',
        '',
        'object b {',
        '  object a',
        '}',
        '',
        'a refers b',
        'a.b refers b.a',
        'b refers a.b',
      ),
    );
  });

  it('writes settings with all that a text can hold', () => {
    const settings = [
      { name: 'note', value: text('say "hi"\\n\n${x}\t$5') },
      { name: 'share', value: { kind: 'number', numerator: 1, denominator: 4 } },
      { name: 'third', value: { kind: 'number', numerator: 1, denominator: 3 } },
      { name: 'wait', value: { kind: 'duration', milliseconds: 1500 } },
      { name: 'pd', value: { kind: 'boolean', value: true } },
      { name: 'peers', value: { kind: 'list', items: [{ kind: 'entity', entity: 1 }, { kind: 'none' }] } },
    ] as const;
    assert.equal(
      printModel(
        modelOf([
          ['object', 'a', { settings }],
          ['object', 'node'],
        ]),
      ),
      lines(
        'object a {',
        String.raw`  note: "say \"hi\"\\n\n\${x}\t$5"`,
        '  share: 0.25',
        '  third: 1/3',
        '  wait: 1500ms',
        "  'pd': true",
        "  peers: ['node', none]",
        '}',
        '',
        "object 'node'",
      ),
    );
  });

  it('writes what a policy says other than the default', () => {
    const policies = [
      {
        ...defaultPolicy,
        name: 'careful',
        pdDepth: 1,
        spaceDepth: 'unlimited',
        deletionDelay: 2500,
        rsiType: 'file',
        minRsi: 0.5,
      } as const,
      { ...defaultPolicy, name: 'default' },
    ];
    assert.equal(
      printModel(modelOf([], [], { policies })),
      lines(
        'policy careful {',
        '  pdDepth: 1',
        '  spaceDepth: unlimited',
        '  deletionDelay: 2500ms',
        '  minRsi: 0.5',
        '  rsiType: file',
        '}',
        '',
        "policy 'default' { }",
      ),
    );
  });

  it('writes a number that is not a short decimal as the quotient that it is', () => {
    for (const [value, text] of [
      [1 / 3, '1/3'],
      [2 / 7, '2/7'],
      [0.1, '0.1'],
      [Math.SQRT1_2, '0.707106781186548'],
    ] as const)
      // oxfmt-ignore
      assert.match(printModel(modelOf([], [], { policies: [{ ...defaultPolicy, minRsi: value }] })), new RegExp(`minRsi: ${text}\n`));
  });

  it('says in its first line what it omits', () => {
    const model = modelOf(
      [
        ['object', 'a'],
        ['object', 'b'],
      ],
      [['a', 'destroyed after', 'b', { notify: 'told' }]],
      {
        channels: [{ name: 'net', settings: [], place: 0 }],
      },
    );
    assert.equal(printModel(model).split('\n')[0], '// Only the structure; omitted: channels, notifications.');
    assert.equal(printModel(modelOf([])), '');
  });

  it('has no limit to the depth of nesting', () => {
    const names = Array.from({ length: 3000 }, (_, depth) => Array.from({ length: depth + 1 }, () => 'o').join('.'));
    const printed = printModel(modelOf(names.map((name) => ['object', name] as const)));
    assert.equal(printed.split('\n').filter((line) => line.includes('object o')).length, 3000);
  });
});
