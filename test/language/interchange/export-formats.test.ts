/** Models in the formats of other programs. */
import assert from 'node:assert/strict';
import { exportDot } from '../../../language/src/interchange/export/export-dot.ts';
import { exportFormats } from '../../../language/src/interchange/export-formats.ts';
import { exportJson } from '../../../language/src/interchange/export/export-json.ts';
import { exportMermaid } from '../../../language/src/interchange/export/export-mermaid.ts';
import { exportOsmosis } from '../../../language/src/interchange/osmosis/export-osmosis.ts';
import { importFormats } from '../../../language/src/interchange/import-formats.ts';
import { relationKinds } from '../../../language/src/model/relation.ts';
import { modelOf } from './model-of.ts';
import { loadText } from '../dsl/load-text.ts';

const small = modelOf(
  [
    ['pd', 'disk-server', { documentation: 'Serves blocks.' }],
    ['space', 'disk', { type: 'block' }],
    [
      'resource',
      'disk.block1',
      { settings: [{ name: 'size', value: { kind: 'number', numerator: 512, denominator: 1 } }] },
    ],
    ['pd', 'app', { root: true }],
    ['object', 'a "b" \\ #<c>', { absent: true }],
  ],
  [
    ['disk-server', 'manages', 'disk'],
    ['disk-server', 'holds', 'disk.block1'],
    ['app', 'requests', 'disk'],
    ['app', 'holds', 'disk.block1', { as: 'rw' }],
    ['app', 'refers', 'a "b" \\ #<c>'],
  ],
);

const quorum = { quorum: { least: 2, key: 0 } };
const gated = modelOf(
  [
    ['pd', 'front', { protected: true }],
    ['pd', 'a'],
    ['pd', 'b'],
    ['pd', 'c'],
  ],
  [
    ['front', 'needs', 'a', quorum],
    ['front', 'needs', 'b', quorum],
    ['front', 'needs', 'c', quorum],
    ['a', 'needs', 'b'],
  ],
);

describe('A need with a number, and a protected entity', () => {
  it('is a gate in DOT, once for all targets, and is marked', () => {
    const { text } = exportDot(gated);
    assert.match(text, /e4 \[label="2 of 3", shape=diamond\]/u);
    assert.match(text, /e0 -> e4 \[label="needs"/u);
    for (const target of [1, 2, 3]) assert.match(text, new RegExp(`e4 -> e${target.toString()} \\[label=""`, 'u'));
    assert.equal(text.match(/ -> /gu)?.length, 5);
    assert.match(text, /label="front \(protected\)"/u);
  });

  it('is a gate in Mermaid, and the lines after it have no label', () => {
    const { text } = exportMermaid(gated);
    assert.match(text, /e4\{"2 of 3"\}/u);
    assert.match(text, /e0 ==>\|"needs"\| e4\n/u);
    assert.equal(text.match(/e4 ==> e[123]\n/gu)?.length, 3);
    assert.match(text, /"front \(protected\)"/u);
  });
});

describe('export to JSON', () => {
  it('has the number of a need, and what is protected', () => {
    const { relations, entities } = JSON.parse(exportJson(gated).text) as Record<string, readonly object[]>;
    assert.deepEqual(relations?.[0], { kind: 'needs', source: 'front', target: 'a', quorum: { least: 2, key: 0 } });
    assert.deepEqual(relations[3], { kind: 'needs', source: 'a', target: 'b' });
    assert.deepEqual(entities?.[0], { kind: 'pd', name: 'front', protected: true });
  });

  it('names its format and version, and leaves nothing of the structure out', () => {
    const { text, leftOut } = exportJson(small);
    const json = JSON.parse(text) as Record<string, readonly unknown[]>;
    assert.deepEqual([json.format, json.version], ['aftermath-model', 1]);
    assert.deepEqual(json.entities?.slice(0, 4), [
      { kind: 'pd', name: 'disk-server', documentation: 'Serves blocks.' },
      { kind: 'space', name: 'disk', type: 'block' },
      { kind: 'resource', name: 'disk.block1', parent: 'disk', settings: [{ name: 'size', value: 512 }] },
      { kind: 'pd', name: 'app', root: true },
    ]);
    assert.deepEqual(json.relations?.[3], { kind: 'holds', source: 'app', target: 'disk.block1', as: 'rw' });
    assert.deepEqual(leftOut, []);
  });

  it('writes values that JSON does not have as records', () => {
    const settings = [
      { name: 'wait', value: { kind: 'duration', milliseconds: 20 } },
      { name: 'peer', value: { kind: 'entity', entity: 0 } },
      { name: 'mode', value: { kind: 'symbol', name: 'periodic' } },
      { name: 'third', value: { kind: 'number', numerator: 1, denominator: 3 } },
      { name: 'all', value: { kind: 'list', items: [{ kind: 'none' }, { kind: 'boolean', value: false }] } },
    ] as const;
    const json = JSON.parse(exportJson(modelOf([['object', 'a', { settings }]])).text) as {
      entities: [{ settings: { value: unknown }[] }];
    };
    assert.deepEqual(
      json.entities[0].settings.map(({ value }) => value),
      [{ milliseconds: 20 }, { entity: 'a' }, { symbol: 'periodic' }, { expression: '1/3' }, [null, false]],
    );
  });
});

describe('export to Graphviz', () => {
  it('draws containers as clusters, kinds by shape, relations by style, and escapes labels', () => {
    assert.deepEqual(exportDot(small).text.split('\n').slice(4), [
      '  e0 [label="disk-server", shape=box, style="rounded"];',
      '  subgraph cluster_1 { label="disk";',
      '    e1 [label="disk\\n: block", shape=cylinder];',
      '    e2 [label="block1", shape=note];',
      '  }',
      '  e3 [label="app", shape=box, style="rounded", peripheries=2];',
      '  e4 [label="a \\"b\\" \\\\ #<c>", shape=ellipse, style="dashed"];',
      '  e0 -> e1 [label="manages", style=bold, arrowhead=normal];',
      '  e0 -> e2 [label="holds", style=solid, arrowhead=vee];',
      '  e3 -> e1 [label="requests", style=dashed, arrowhead=vee];',
      '  e3 -> e2 [label="holds as rw", style=solid, arrowhead=vee];',
      '  e3 -> e4 [label="refers", style=dashed, arrowhead=empty];',
      '}',
      '',
    ]);
  });

  it('writes names as the language does, and an ampersand that begins no sign', () => {
    const quoted = modelOf([
      ['space', "'a b'"],
      ['resource', "'a b'.'c d'"],
      ['pd', "'x&lt;y'"],
    ]);
    assert.deepEqual(exportDot(quoted).text.match(/(?<=label=)"[^"]*"/g), [
      `"'a b'"`,
      `"'a b'"`,
      `"'c d'"`,
      `"'x&amp;lt;y'"`,
    ]);
    assert.match(exportMermaid(quoted).text, /subgraph g0\["'a b'"\][^]*e1\["'c d'"\]/u);
  });

  it('gives each kind of relation its own line', () => {
    const model = modelOf(
      [
        ['object', 'a'],
        ['object', 'b'],
      ],
      relationKinds.map((kind) => ['a', kind, 'b'] as const),
    );
    const styles = exportDot(model).text.match(/style=[^\]]+/g) ?? [];
    assert.equal(styles.length, relationKinds.length);
    assert.equal(new Set(styles).size, relationKinds.length);
  });
});

describe('export to Mermaid', () => {
  it('draws containers as subgraphs, kinds by shape, relations by arrow, and escapes labels', () => {
    assert.deepEqual(exportMermaid(small).text.split('\n'), [
      'flowchart LR',
      '  e0(["disk-server"])',
      '  subgraph g1["disk"]',
      '    e1[("disk : block")]',
      '    e2["block1"]',
      '  end',
      '  e3(["app"])',
      '  e4("a #34;b#34; #92; #35;#60;c#62;")',
      '  e0 ==>|"manages"| e1',
      '  e0 -->|"holds"| e2',
      '  e3 -.->|"requests"| e1',
      '  e3 -->|"holds as rw"| e2',
      '  e3 -.->|"refers"| e4',
      '',
    ]);
  });
});

describe('export to an OSmosis dump', () => {
  it('makes ids, asks the manager for a space, and says what is omitted', () => {
    const { text, leftOut } = exportOsmosis(small);
    assert.deepEqual(text.split('\n'), [
      'NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA',
      'PD,PD_1,disk-server,,,,',
      'RESOURCE_SPACE,block_SPACE_1,block,,,,',
      'RESOURCE,block_1_1,block,,,,',
      'PD,PD_2,app,,,,',
      ',,NONE,SUBSET,block_1_1,block_SPACE_1,',
      ',,NONE,HOLD,PD_1,block_SPACE_1,',
      ',,NONE,HOLD,PD_1,block_1_1,',
      ',,block,REQUEST,PD_2,PD_1,',
      ',,rw,HOLD,PD_2,block_1_1,',
      '',
    ]);
    assert.match(leftOut[0] ?? '', /^"a "b" .* is omitted with all relations/);
    assert.deepEqual(leftOut.slice(1), [
      'Of what entities say, this is omitted, because rows have no place for it: documentation, "size", "root".',
    ]);
  });

  it('has names without the quotes that the language needs', () => {
    const quoted = modelOf(
      [
        ['pd', "'nginx.service'"],
        ['space', "'s 1'", { type: "'my file'" }],
        ['resource', "'s 1'.'a b'", { type: "'my file'" }],
      ],
      [
        ["'nginx.service'", 'manages', "'s 1'"],
        ["'nginx.service'", 'holds', "'s 1'.'a b'", { as: "'x y'" }],
      ],
    );
    const { text } = exportOsmosis(quoted);
    assert.ok(!text.includes("'"), text);
    assert.match(text, /^PD,PD_1,nginx\.service,/mu);
    assert.match(text, /^,,x y,HOLD,PD_1,my file_1_1,$/mu);
  });

  it('names all else that a model says', async () => {
    const { model } = await loadText(`policy p { pdDepth: 2 }
event E
machine M for pd { initial state A { on E } }
root pd a { probability: 1/3  data { team: "x" } }
pd ROOT_TASK { pd b runs M }
protected pd c
/** A space. */
space s { resource r { size: 8 } }
channel net { delay: 1s }
scenario "y" { crash a }
`);
    assert.deepEqual(exportOsmosis(model).leftOut, [
      'Of what entities say, this is omitted, because rows have no place for it: "root", "data", "probability", nesting, "runs", "protected", documentation, "size".',
      '1 policy, 1 machine, 1 event, 1 channel and 1 scenario are omitted, because the format only has entities and relations.',
    ]);
    assert.deepEqual(exportJson(model).leftOut, [
      'Machines, scenarios, checks and views are exported by name only.',
      'Events, channels and collectors are omitted.',
    ]);
  });

  it('counts the relations that the format does not have', () => {
    const model = modelOf(
      [
        ['pd', 'p'],
        ['pd', 'q'],
        ['space', 's'],
      ],
      [
        ['p', 'needs', 'q'],
        ['q', 'needs', 'p'],
        ['p', 'requests', 's'],
      ],
    );
    assert.deepEqual(exportOsmosis(model).leftOut, [
      '2 of the relations "needs" are omitted, because the format has no such edge.',
      '1 of the relations "requests" is omitted, because nobody manages the space.',
    ]);
  });
});

describe('the tables of formats', () => {
  it('name each format once', () => {
    assert.deepEqual(
      exportFormats.map(({ name }) => name),
      ['json', 'dot', 'mermaid', 'osmosis', 'openpsa'],
    );
    assert.deepEqual(
      importFormats.map(({ name }) => name),
      ['osmosis', 'terraform', 'murano', 'kubernetes', 'compose', 'systemd', 'microkit', 'scxml'],
    );
  });
});
