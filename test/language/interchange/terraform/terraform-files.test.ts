/** Files of Terraform: HCL, the JSON of states and plans, and what is refused. */
import assert from 'node:assert/strict';
import {
  importTerraform,
  isTerraformPath,
  recognizeTerraform,
  terraformAlsoReads,
} from '../../../../language/src/interchange/terraform/terraform.ts';
import { hclTokens } from '../../../../language/src/interchange/terraform/hcl-tokens.ts';
import { referencesOfValue, withoutIndices } from '../../../../language/src/interchange/terraform/references.ts';
import { hclValue } from '../../../../language/src/interchange/terraform/values.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import { findingLines } from '../fixture.ts';
import { errorsIn, loadPrinted } from '../load-printed.ts';
import { filesOf, imported, orders, sentences } from './projects.ts';

const tokensOf = (text: string) => {
  const read = hclTokens(text);
  assert.ok('tokens' in read);
  return read.tokens;
};

/** A plan that replaces, moves, creates, deletes and imports, with a configuration of modules and a provider. */
const plan = {
  format_version: '1.2',
  terraform_version: '1.11.4',
  resource_changes: [
    change('x.a', ['delete', 'create']),
    change('x.b["k.1"]', ['create', 'delete']),
    { ...change('x.new', ['no-op']), previous_address: 'x.old' },
    change('module.m.y.c', ['create']),
    change('x.gone', ['forget']),
    { ...change('x.a', ['delete']), deposed: 'abcd1234' },
  ],
  prior_state: {
    values: {
      root_module: {
        resources: [
          resource('x.a', ['data.d.all']),
          resource('x.b["k.1"]', ['x.old']),
          resource('x.old', []),
          resource('x.gone', []),
          { ...resource('data.d.all', []), mode: 'data' },
        ],
        child_modules: [],
      },
    },
  },
  configuration: {
    provider_config: { y: { name: 'y', expressions: { host: { references: ['x.new.host', 'x.new'] } } } },
    root_module: {
      resources: [
        configured('x', 'new', {}),
        configured('x', 'b', {}),
        configured('x', 'a', { tags: [{ v: { references: ['module.m.out', 'module.m'] } }] }),
      ],
      module_calls: {
        m: {
          expressions: { seed: { references: ['x.b["k.1"].id', 'x.b["k.1"]', 'x.b'] } },
          module: {
            resources: [{ ...configured('y', 'c', { s: { references: ['var.seed'] } }), provider_config_key: 'y' }],
            outputs: { out: { expression: { references: ['y.c.id', 'y.c'] } } },
          },
        },
      },
    },
  },
};

function resource(address: string, depends_on: readonly string[]) {
  return { address, mode: 'managed', type: 'x', depends_on };
}

function change(address: string, actions: readonly string[]) {
  const module_address = address.startsWith('module.m') ? 'module.m' : undefined;
  return { address, module_address, mode: 'managed', type: 'x', change: { actions } };
}

function configured(type: string, name: string, expressions: object) {
  return { address: `${type}.${name}`, mode: 'managed', type, name, expressions };
}

describe('the files of Terraform', () => {
  it('are cut into references, whatever surrounds them', () => {
    for (const [text, wanted] of [
      ['a.b.c', ['a.b.c']],
      ['f(a.b[0].c, { k = d.e, "x" : g.h })', ['a.b.c', 'd.e', 'g.h']],
      ['"x${a.b}y$${c.d}${"${e.f}"}%{ if g.h }z%{ endif }"', ['a.b', 'e.f', 'g.h']],
      ['a.b[c.d].e # f.g\n// h.i\n/* j.k */', ['a.b.e', 'c.d']],
      ['a.b[*].id ? each.value : self.x', ['a.b.id']],
      ['<<EOT\n${a.b}\n"c.d\nEOT\n', ['a.b']],
      ['provider::x::y(a.b)', ['a.b']],
      ['"a.b"', []],
    ] as const)
      assert.deepEqual(
        referencesOfValue(tokensOf(text)).map((names) => names.join('.')),
        wanted,
        text,
      );
    assert.equal(withoutIndices('module.a["x.y]"].b.c[0]'), 'module.a.b.c');
  });

  it('count their instances as far as that is known', () => {
    const known = ([, name]: readonly string[]) => (name === 'n' ? 3 : undefined);
    for (const [text, wanted] of [
      ['var.n', 3],
      ['var.n > 2 ? 1 : 0', 1],
      ['length(["a", "b"])', 2],
      ['true', true],
      ['!(1 == 1)', false],
      ['var.other', undefined],
      ['var.n + 1', undefined],
      ['["a", "${var.n}"]', undefined],
      ['[', undefined],
    ] as const)
      assert.deepEqual(hclValue(tokensOf(text), known), wanted, text);
    const model = imported({
      'a.tf': 'resource "x" "a" { for_each = { b = 1, "c d" = f() } }\nresource "x" "n" { count = 0 }\n',
    });
    assert.deepEqual(
      model.entities.map(({ name }) => name),
      ['project', `'x.a["b"]'`, `'x.a["c d"]'`],
    );
    assert.deepEqual(sentences({ 'a.tf': 'resource "x" "a" { count = f() }' }), [
      'Only Terraform knows "count" or "for_each" of 1 block: "x.a". It counts as one instance; the JSON of "terraform show -json" has all.',
    ]);
    const { findings } = importTerraform(
      filesOf({
        'a.tf': 'locals { n = f() }\nmodule "m" {\n  source = "./m"\n}',
        'm/b.tf': '\nresource "x" "b" {\n  count = f()\n}\nresource "x" "c" { count = f() }',
      }),
    );
    const [several] = findings.filter(({ code }) => code === 'import/left-out');
    assert.match(several?.message ?? '', /of 2 blocks: "module\.m\.x\.b", "module\.m\.x\.c"\. Each counts/);
    assert.deepEqual(
      [several?.span, ...(several?.related ?? []).map(({ span }) => span)].map((at) => [at?.uri, at?.start.line]),
      [
        ['test:/m/b.tf', 1],
        ['test:/m/b.tf', 4],
      ],
    );
  });

  it('of a plan say what it does, and who depends on whom', () => {
    const model = imported({ 'plan.json': JSON.stringify(plan) });
    assert.deepEqual(
      model.entities.map(({ name, data }) =>
        `${name} ${data.map((each) => `${each.name}=${each.value.kind === 'text' ? each.value.parts.map((part) => (typeof part === 'string' ? part : '?')).join('') : each.value.kind}`).join(' ')}`.trim(),
      ),
      [
        'project',
        "'x.a' plan=replace destroy_step=1 create_step=3",
        `'x.b["k.1"]' plan=replace destroy_step=3 create_step=1 create_before_destroy=boolean`,
        "'x.gone' plan=forget",
        "'data.d.all'",
        "'x.new' moved_from=x.old create_before_destroy=forced by x.b",
        "'module.m.y.c' plan=create create_step=2",
        "'x.a (deposed abcd1234)' plan=delete destroy_step=4",
      ],
    );
    assert.deepEqual(
      orders(model).filter((line) => !line.includes('deposed')),
      [
        'x.b["k.1"] destroyed after module.m.y.c',
        'data.d.all destroyed after x.a',
        'x.new destroyed after x.b["k.1"]',
        'x.new destroyed after module.m.y.c',
        'module.m.y.c destroyed after x.a',
      ],
    );
    const forgotten = model.entities.findIndex(({ name }) => name === "'x.gone'");
    assert.ok(!model.relations.some(({ source }) => source === forgotten));
  });

  it('of a state are read as "show -json" and as the backend write them', () => {
    const state = {
      version: 4,
      terraform_version: '1.11.4',
      lineage: 'l',
      resources: [
        {
          mode: 'managed',
          type: 'x',
          name: 'a',
          instances: [{ create_before_destroy: true, dependencies: ['module.m.x.b'] }],
        },
        {
          module: 'module.m',
          mode: 'managed',
          type: 'x',
          name: 'b',
          instances: [{ index_key: 0 }, { index_key: 'k', status: 'tainted' }],
        },
      ],
    };
    assert.deepEqual(orders(imported({ 'terraform.tfstate': JSON.stringify(state, null, 2) })), [
      'module.m.x.b[0] destroyed after x.a',
      'module.m.x.b["k"] destroyed after x.a',
    ]);
    const old = {
      format_version: '0.1',
      values: {
        root_module: {
          child_modules: [
            { address: 'module.m', resources: [{ address: 'x.a', index: 1, mode: 'managed', type: 'x' }] },
          ],
        },
      },
    };
    assert.equal(imported({ 's.json': JSON.stringify(old) }).entities[1]?.name, "'module.m.x.a[1]'");
  });

  it('keep all earlier addresses of what was moved more than once', async () => {
    const moves = ['x.old', 'x.older[0]'].map((from) => `moved {\n  from = ${from}\n  to = x.a\n}\n`).join('');
    const text = printModel(imported({ 'a.tf': `resource "x" "a" {}\n${moves}` }));
    assert.match(text, /moved_from: \["x.old", "x.older"\]/);
    assert.deepEqual(errorsIn(await loadPrinted(text)), []);
  });

  it('may name what they depend on in quotes, as old files do', () => {
    const text =
      'resource "x" "a" {\n  depends_on = ["x.b", "module.m"]\n}\nresource "x" "b" {}\nmodule "m" { source = "./m" }\n';
    const files = { 'a.tf': text, 'm/a.tf': 'resource "x" "c" { name = "x.b" }' };
    assert.deepEqual(orders(imported(files)), ['x.b destroyed after x.a', 'module.m.x.c destroyed after x.a']);
  });

  it('name a missing module once, however many call it', () => {
    const calls = ['a', 'b', 'c', 'd'].map((name) => `module "${name}" { source = "./gone" }\n`).join('');
    const said = sentences({ 'a.tf': `${calls}resource "x" "a" {}\n` }).join('\n');
    assert.match(said, /^4 modules are not among the files and left out: "\.\/gone"\. /);
  });

  it('are warned of cycles, missing modules and repeated addresses in one sentence each', () => {
    const text =
      'resource "x" "a" { v = x.b.id }\nresource "x" "b" { v = x.a.id }\nmodule "m" { source = "hashicorp/net/aws" }\n';
    assert.deepEqual(sentences({ 'a.tf': text }), [
      '1 module is not among the files and left out: "hashicorp/net/aws". Import the JSON of "terraform show -json" if its resources matter.',
      'The resources depend on each other in a cycle: "x.a" -> "x.b" -> "x.a". Terraform refuses it; remove one of these references.',
    ]);
    const twice = {
      format_version: '1.0',
      terraform_version: '1',
      values: { root_module: { resources: [resource('x.a', []), resource('x.a', [])] } },
    };
    assert.deepEqual(sentences({ 's.json': JSON.stringify(twice) }), [
      '1 address is repeated in the file: "x.a". The first of each counts.',
    ]);
  });

  it('are found in folders, and those of local modules beside them', () => {
    const files = filesOf({ 'env/main.tf': 'module "m" { source = "../net" }\nresource "x" "a" {}' });
    assert.deepEqual(terraformAlsoReads(files).slice(0, 3), [
      ...['env/../net/*.tf', 'env/../net/*.tofu', 'env/../net/main.tf'],
    ]);
    const here = filesOf({ './main.tf': 'module "m" { source = "../net" }', './../net/a.tf': 'resource "x" "b" {}' });
    assert.equal(importTerraform(here).value?.model.entities.length, 2);
    const outside = { ...files[0], name: 'env/../net/hub.tf', uri: 'test:/net/hub.tf', text: 'resource "x" "b" {}' };
    assert.deepEqual(importTerraform([...files, outside]).value?.model.entities.map(({ name }) => name.replaceAll("'", '')).sort(), ['module.m.x.b', 'project', 'x.a']); // oxfmt-ignore
    assert.deepEqual(['a.tf', 'm/b.tf', '.terraform/m/c.tf', 'a.tfvars'].filter(isTerraformPath), ['a.tf', 'm/b.tf']);
    assert.match(recognizeTerraform(files) ?? '', /"env\/main\.tf" has blocks of Terraform/);
    assert.match(recognizeTerraform(filesOf({ 'p.json': JSON.stringify(plan) })) ?? '', /is the JSON of a Terraform/);
    assert.equal(recognizeTerraform(filesOf({ 'k.json': '{"apiVersion":"v1","version":1,"values":[]}' })), undefined);
  });

  it('are refused in one sentence where they are none', () => {
    for (const [text, lines] of [
      ['', ['error import/empty 1']],
      ['services: {}', ['error import/wrong-format 1']],
      ['resource "x" "a" {\n  b = [1,\n', ['error import/broken-text 2']],
      ['resource "x" "a" {\n  b = "1\n}', ['error import/broken-text 2']],
      [`resource "x" "a" {\n  b = ${'['.repeat(5000)}`, ['error import/broken-text 2']],
      [`resource "x" "a" {}\n${'a {\n'.repeat(5000)}`, ['error import/broken-text 102']],
      [`resource "x" "a" {\n  b = ${'"${'.repeat(5000)}`, ['error import/broken-text 2']],
      ['variable "x" {}', ['error import/wrong-format 1']],
      ['{"format_version": "1.0", "values": {', ['error import/broken-yaml 1']],
      ['{"format_version": "9.0", "values": {}}', ['error import/wrong-format 1']],
      ['{"version": 3, "lineage": "x"}', ['error import/wrong-format 1']],
      ['{"a": 1}', ['error import/wrong-format 1']],
      [`{"format_version": "1.0", "values": ${'['.repeat(5000)}`, ['error import/too-deep 1']],
      [`{${' '.repeat(25_000_000)}}`, ['error import/too-large 1']],
    ] as const) {
      const { value, findings } = importTerraform(filesOf({ 'a.tf': text }));
      assert.equal(value, undefined, text.slice(0, 40));
      assert.deepEqual(findingLines(findings).slice(0, 1), lines, text.slice(0, 40));
    }
  });

  it('are named for what they are where they have no resources to read', () => {
    assert.deepEqual(
      sentences({ 'terraform.tfstate': '{"version": 3, "serial": 0, "lineage": "x", "backend": {"type": "s3"}}' }),
      [
        'The file only says that the backend "s3" keeps the state. Let "terraform show -json" print the state, and import that.',
      ],
    );
    assert.deepEqual(sentences({ 'terraform.tfstate': '{"meta": {}, "encrypted_data": "eA=="}' }), [
      'The state is encrypted by OpenTofu. Let "tofu show -json" print it, and import that.',
    ]);
    assert.match(sentences({ 'state.json': '{"format_version": "1.0",\n]' })[0] ?? '', /^Line 2 is broken JSON: /);
  });
});
