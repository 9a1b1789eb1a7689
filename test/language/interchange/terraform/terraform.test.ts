/** Projects of Terraform: what a destroy takes along, in which order, and what refuses it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import { createLoader } from '../../../../language/src/dsl/load.ts';
import { withImportedOrigins } from '../../../../language/src/interchange/import/origins.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import { importTerraform } from '../../../../language/src/interchange/terraform/terraform.ts';
import { required } from '../../../../language/src/model/common/lookup.ts';
import { originText } from '../../../../language/src/model/origin.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { relationLines } from '../fixture.ts';
import { stopIn } from '../stops.ts';
import { filesOf, imported, orders, randomProjects, type RandomProject, shop } from './projects.ts';

describe('a Terraform project', () => {
  it('has an entity for each instance, with its settings', () => {
    const model = imported(shop);
    assert.deepEqual(
      model.entities.map(({ name, type, protected: kept, data }) =>
        [name, type, kept === true ? 'protected' : '', ...data.map((each) => each.name)].join(' ').trim(),
      ),
      [
        'project project',
        "'aws_vpc.main' aws_vpc  imported create_before_destroy",
        "'aws_web.web[0]' aws_web  moved_from destroy_provisioner create_before_destroy",
        "'aws_web.web[1]' aws_web  moved_from destroy_provisioner create_before_destroy",
        "'aws_db.main' aws_db protected create_before_destroy",
        "'aws_cluster.main' aws_cluster",
        "'kube_pod.app' kube_pod",
        "'data.aws_ami.linux' data  create_before_destroy",
        `'module.net["a"].aws_subnet.a' aws_subnet  create_before_destroy`,
        `'module.net["b"].aws_subnet.a' aws_subnet  create_before_destroy`,
        `'module.net["a"].aws_route.a' aws_route  create_before_destroy`,
        `'module.net["b"].aws_route.a' aws_route  create_before_destroy`,
      ],
    );
  });

  it('orders by references, also through locals, texts, modules, data sources and providers', () => {
    const found = orders(imported(shop));
    for (const wanted of [
      'aws_vpc.main destroyed after data.aws_ami.linux',
      'data.aws_ami.linux destroyed after aws_web.web[1]',
      'aws_vpc.main destroyed after module.net["b"].aws_subnet.a',
      'module.net["a"].aws_subnet.a destroyed after aws_web.web[0]',
      'module.net["b"].aws_route.a destroyed after aws_db.main',
      'aws_db.main destroyed after aws_web.web[0]',
      'aws_cluster.main destroyed after kube_pod.app',
      'module.net["a"].aws_subnet.a destroyed after module.net["a"].aws_route.a',
    ])
      assert.ok(found.includes(wanted), `${wanted}\n${found.join('\n')}`);
    // Instances of one module wait for their own.
    assert.ok(!found.includes('module.net["a"].aws_subnet.a destroyed after module.net["b"].aws_route.a'));
  });

  it('is protected as a whole by prevent_destroy', () => {
    const model = imported(shop);
    const ending = (name: string) => {
      const targets = [model.entities.findIndex((each) => each.name === name)];
      return planOf(model, { kind: 'destroy', targets }, defaultPolicy).vetoes.length > 0;
    };
    assert.deepEqual([ending('project'), ending("'aws_vpc.main'"), ending("'kube_pod.app'")], [true, true, false]);
  });

  it('comes back from the printed text, with the lines that state it', async () => {
    const files = filesOf(shop);
    const { model } = withImportedOrigins(required(importTerraform(files).value), files, ({ name }) => name);
    const text = printModel(model);
    const loader = createLoader((uri) => Promise.resolve(uri === 'test:/a.aft' ? text : undefined));
    const { model: again, findings } = await loader.load('test:/a.aft');
    assert.deepEqual(findings, []);
    assert.deepEqual(again.entities, model.entities);
    assert.deepEqual(relationLines(again), relationLines(model));
    const origins = new Set(again.relations.map(({ origin }) => origin && originText(origin)));
    for (const wanted of [
      'main.tf:29: subnet = module.net["a"].subnet',
      'main.tf:30: script = local.script',
      'main.tf:14: provider kube: provider "kube" { host = aws_cluster.main.host }',
      'modules/net/net.tf:4: resource "aws_route" "a" { subnet = aws_subnet.a.id }',
    ])
      assert.ok(origins.has(wanted), `${wanted}\n${[...origins].join('\n')}`);
  });

  it('destroys in the reverse of the order of creation, and a target with its dependents', () => {
    let [pairs, taken, apart] = [0, 0, 0];
    fc.assert(
      fc.property(randomProjects, fc.boolean(), (project, isState) => {
        const { instances, before, isApart } = judged(project);
        const model = imported(isState ? { 'state.json': stateOf(project) } : textsOf(project));
        const all = stopIn(model, 'project');
        assert.deepEqual(
          all.stopped.filter((name) => name !== 'project'),
          [...instances.keys()].sort(),
        );
        const wanted = [...before].flatMap(([from, to]) => [...to].map((each) => `${from} ${each}`)).sort();
        assert.deepEqual(
          all.pairs.filter((pair) => !pair.startsWith('project ') && !pair.endsWith(' project')),
          wanted,
        );
        for (const target of instances.keys()) {
          const along = [...before].filter(([, to]) => to.has(target)).map(([from]) => from);
          assert.deepEqual(stopIn(model, target).stopped, [target, ...along].sort());
          taken += along.length;
        }
        pairs += wanted.length;
        apart += isApart;
      }),
      { numRuns: 120 },
    );
    assert.ok(pairs > 300 && taken > 300 && apart > 20, `${String(pairs)} ${String(taken)} ${String(apart)}`);
  });

  it('is not confused by names that every object has', () => {
    const text = (name: string) => `resource "x" "${name}" { a = x.b.id }\n`;
    const model = imported({
      'a.tf': `resource "x" "b" {}\n${text('constructor')}${text('__proto__')}locals { __proto__ = x.b }\n`,
    });
    assert.deepEqual(orders(model), ['x.b destroyed after x.constructor', 'x.b destroyed after x.__proto__']);
  });
});

/** The name of a resource: in the module `m`, which has two instances, or in the root. */
const nameOf = (project: RandomProject, at: number): string =>
  `${project[at]?.inModule === true ? 'module.m.' : ''}r.n${String(at)}`;

/** What a resource refers to: only what it can see. */
function referred(project: RandomProject, at: number) {
  const own = project[at];
  return (own?.refers ?? []).filter(({ to, how }) => {
    const isSeen = own?.inModule === project[to]?.inModule || (own?.inModule === true && how !== 'depends_on');
    return to < at && isSeen;
  });
}

/** Writes a project as files. What the module uses of the root it gets by variables. */
function textsOf(project: RandomProject): Record<string, string> {
  const texts = { 'main.tf': 'module "m" {\n  source = "./m"\n  count = 2\n', 'm/main.tf': '' };
  const locals = { 'main.tf': '', 'm/main.tf': '' };
  let [inputs, root] = ['', ''];
  for (const [at, { inModule, count }] of project.entries()) {
    const file = inModule ? 'm/main.tf' : 'main.tf';
    const lines = referred(project, at).map(({ to, how }, index) => {
      const name = `a${String(at)}_${String(index)}`;
      let value = `r.n${String(to)}${(project[to]?.count ?? 0) > 0 ? '[0]' : ''}.id`;
      if (inModule && project[to]?.inModule === false) {
        inputs += `  ${name} = ${value}\n`;
        texts['m/main.tf'] += `variable "${name}" {}\n`;
        value = `var.${name}`;
      }
      if (how === 'local') {
        locals[file] += `  ${name} = [for x in [${value}] : x]\n`;
        value = `local.${name}`;
      }
      if (how === 'depends_on') return `  depends_on = [r.n${String(to)}]\n`;
      return how === 'text' ? `  ${name} = "x\${upper("\${${value}}")}"\n` : `  ${name} = ${value}\n`;
    });
    const block = `resource "r" "n${String(at)}" {\n${count > 0 ? `  count = ${String(count)}\n` : ''}${lines.join('')}}\n`;
    if (inModule) texts['m/main.tf'] += block;
    else root += block;
  }
  texts['main.tf'] += `${inputs}}\nlocals {\n${locals['main.tf']}}\n${root}`;
  texts['m/main.tf'] += `locals {\n${locals['m/main.tf']}}\n`;
  return texts;
}

/** Writes a project as the JSON of a state. */
function stateOf(project: RandomProject): string {
  const resources = (module: string | undefined) =>
    project.flatMap(({ inModule, count }, at) => {
      if (inModule !== (module !== undefined)) return [];
      const keys = count === 0 ? [''] : Array.from({ length: count }, (_, index) => `[${String(index)}]`);
      const depends = referred(project, at).map(({ to }) => nameOf(project, to));
      return keys.map((key) => {
        const address = `${module === undefined ? '' : `${module}.`}r.n${String(at)}${key}`;
        return { address, mode: 'managed', type: 'r', name: `n${String(at)}`, depends_on: depends };
      });
    });
  const modules = ['module.m[0]', 'module.m[1]'].map((address) => ({ address, resources: resources(address) }));
  const root_module = { resources: resources(undefined), child_modules: modules };
  return JSON.stringify({ format_version: '1.0', terraform_version: '1.11.4', values: { root_module } });
}

/** The judge: walks from each instance along what it waits for, as Terraform's rules for a destroy say. */
function judged(project: RandomProject) {
  const instances = new Map<string, { readonly at: number; readonly module: string }>();
  for (const [at, { inModule, count }] of project.entries())
    for (const module of inModule ? ['module.m[0].', 'module.m[1].'] : [''])
      for (let copy = 0; copy < Math.max(1, count); copy++)
        instances.set(`${module}r.n${String(at)}${count === 0 ? '' : `[${String(copy)}]`}`, { at, module });
  let isApart = 0;
  const before = new Map<string, Set<string>>();
  for (const [name, { at, module }] of instances) {
    const direct = new Set(referred(project, at).map(({ to }) => to));
    for (const [other, own] of instances) {
      if (!direct.has(own.at)) continue;
      if (module !== '' && own.module !== '' && module !== own.module) isApart++;
      else before.set(name, (before.get(name) ?? new Set<string>()).add(other));
    }
  }
  for (const to of before.values())
    for (const each of to) for (const further of before.get(each) ?? []) to.add(further);
  return { instances, before, isApart };
}
