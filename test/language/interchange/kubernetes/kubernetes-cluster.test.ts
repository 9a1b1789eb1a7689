/** The import of what holds, guards, uses and releases objects: the relations, and the answers they give. */
import assert from 'node:assert/strict';
import { importKubernetes } from '../../../../language/src/interchange/kubernetes/kubernetes.ts';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import type { PlanRequest } from '../../../../language/src/analysis/plan/plan-request.ts';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { fixture, relationLines } from '../fixture.ts';
import { errorsIn, loadPrinted } from '../load-printed.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import { importText } from './import-text.ts';
import { within } from '../../../within.ts';

const textOf = (file: string): string => fixture(`../../../fixtures/kubernetes/${file}`);

function modelOf(text: string, settings?: string): Model {
  const files = [{ name: 'a.yaml', uri: 'a.yaml', text }];
  const { value, findings } = importKubernetes(
    settings === undefined ? files : [...files, { name: '.aftermath.json', uri: 's', text: settings }],
  );
  if (value === undefined) throw new Error(findings.map(({ message }) => message).join('\n'));
  return value.model;
}

const idOf = ({ entities }: Model, name: string): number => {
  const id = entities.findIndex((entity) => entity.name.replaceAll("'", '') === name);
  assert.ok(id >= 0, name);
  return id;
};
const namesOf = ({ entities }: Model, all: readonly { readonly entity: number }[]): readonly string[] =>
  all.map(({ entity }) => entities[entity]?.name.replaceAll("'", '') ?? '');
const planFor = (model: Model, kind: 'delete' | 'evict', name: string) =>
  planOf(model, { kind, targets: [idOf(model, name)] } satisfies PlanRequest, defaultPolicy);

describe('an imported cluster', () => {
  const shop = modelOf(textOf('shop.yaml'));

  it('has the relations that its fields state', () => {
    const lines = relationLines(shop).filter((line) => !line.includes('namespace/shop'));
    assert.deepEqual(lines, [
      "'customresourcedefinition/queues.mq.org' waits for 'shop/queue.mq.org/orders'",
      "'shop/queue.mq.org/orders' stops with 'customresourcedefinition/queues.mq.org'",
      "'shop/statefulset/web' owns 'shop/pod/web-0'",
      "'shop/statefulset/web' owns 'shop/pod/web-1'",
      "'shop/statefulset/web' needs 'shop/configmap/settings' as start",
      "'shop/statefulset/web' needs 'shop/serviceaccount/web' as start",
      "'shop/statefulset/web' needs 'shop/pod/web-0'",
      "'shop/statefulset/web' needs 'shop/pod/web-1'",
      "'shop/pod/web-0' dies with 'node/left'",
      "'shop/pod/web-0' needs 'shop/persistentvolumeclaim/data-web-0' as start",
      "'shop/pod/web-1' dies with 'node/right'",
      "'shop/persistentvolumeclaim/data-web-0' waits for 'shop/pod/web-0'",
      "'shop/persistentvolumeclaim/data-web-0' needs 'persistentvolume/disk'",
      "'persistentvolume/disk' waits for 'shop/persistentvolumeclaim/data-web-0'",
      "'persistentvolume/disk' stops with 'shop/persistentvolumeclaim/data-web-0'",
      "'shop/poddisruptionbudget/web' protects 'shop/pod/web-0' as eviction",
      "'shop/poddisruptionbudget/web' protects 'shop/pod/web-1' as eviction",
      "'shop/service/web' needs 'shop/pod/web-0'",
      "'shop/service/web' needs 'shop/pod/web-1'",
      "'shop/ingress/web' needs 'shop/service/web'",
    ]);
  });

  it('reads back from its text as the same model', async () => {
    for (const file of ['shop.yaml', 'releases.yaml']) {
      const model = modelOf(textOf(file));
      const loaded = await loadPrinted(printModel(model));
      assert.deepEqual(errorsIn(loaded), []);
      assert.deepEqual(loaded.model, model);
    }
  });

  it('keeps a namespace until what is in it is gone, and names the operator that goes first', () => {
    const plan = planFor(shop, 'delete', 'namespace/shop');
    assert.deepEqual(namesOf(shop, plan.held), ['namespace/shop', 'shop/queue.mq.org/orders']);
    assert.deepEqual(
      plan.held.map(({ isDeadlocked }) => isDeadlocked),
      [true, true],
    );
    assert.deepEqual(plan.held[1]?.lostOperators, [idOf(shop, 'shop/deployment/mq-operator')]);
    assert.equal(namesOf(shop, plan.doomed).includes('persistentvolume/disk'), true);
    assert.equal(plan.doomed.length, 12);
  });

  it('takes instances with their definition', () => {
    const plan = planFor(shop, 'delete', 'customresourcedefinition/queues.mq.org');
    assert.deepEqual(namesOf(shop, plan.held), ['customresourcedefinition/queues.mq.org', 'shop/queue.mq.org/orders']);
    assert.deepEqual(
      plan.held.map(({ isDeadlocked }) => isDeadlocked),
      [false, false],
    );
  });

  it('keeps a claim in use, and lets a budget refuse evictions alone', () => {
    assert.deepEqual(namesOf(shop, planFor(shop, 'delete', 'shop/persistentvolumeclaim/data-web-0').held), [
      'shop/persistentvolumeclaim/data-web-0',
      'persistentvolume/disk',
    ]);
    assert.equal(planFor(shop, 'evict', 'shop/pod/web-0').vetoes.length, 0);
    assert.equal(planFor(shop, 'delete', 'shop/statefulset/web').vetoes.length, 0);
    const drained = planOf(shop, { kind: 'drain', target: idOf(shop, 'node/left') }, defaultPolicy);
    assert.deepEqual(namesOf(shop, drained.doomed), ['shop/pod/web-0']);
    const strict = modelOf(textOf('shop.yaml').replace('maxUnavailable: 50%', 'minAvailable: 2'));
    assert.equal(planFor(strict, 'evict', 'shop/pod/web-0').vetoes.length, 1);
  });

  it('counts only ready pods as healthy, and evicts no pod of several budgets', () => {
    const pod = (name: string, rest: string): string =>
      `---\n{apiVersion: v1, kind: Pod, metadata: {name: ${name}, labels: {app: w}}, status: {${rest}}}\n`;
    const ready = (is: string): string => `phase: Running, conditions: [{type: Ready, status: "${is}"}]`;
    const budget = (name: string, spec: string): string =>
      `---\n{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: ${name}}, spec: {${spec}, selector: {matchLabels: {app: w}}}}\n`;
    const pods = ['a', 'b'].map((name) => pod(name, ready('True'))).join('');
    const others = `${pod('sick', ready('False'))}${pod('young', 'phase: Pending')}`;
    const refused = (text: string): string[] => {
      const model = modelOf(text);
      const names = ['pod/a', 'pod/sick', 'pod/young'].filter((name) => text.includes(`name: ${name.slice(4)},`));
      return names.filter((name) => planFor(model, 'evict', name).vetoes.length > 0);
    };
    assert.deepEqual(refused(`${pods}${others}${budget('one', 'minAvailable: 1')}`), []);
    assert.deepEqual(refused(`${pods}${others}${budget('two', 'minAvailable: 2')}`), ['pod/a']);
    assert.deepEqual(refused(`${pods}${others}${budget('three', 'minAvailable: 3')}`), ['pod/a', 'pod/sick']);
    const free = 'minAvailable: 3, unhealthyPodEvictionPolicy: AlwaysAllow';
    assert.deepEqual(refused(`${pods}${others}${budget('free', free)}`), ['pod/a']);
    const both = `${budget('one', 'minAvailable: 1')}${budget('more', 'maxUnavailable: 3')}`;
    assert.deepEqual(refused(`${pods}${others}${both}`), ['pod/a', 'pod/sick']);
  });

  it('loses the pods of a node that crashes', () => {
    const one = crash(shop, [idOf(shop, 'node/left')], defaultPolicy);
    assert.deepEqual(namesOf(shop, one.destroyed), ['shop/pod/web-0', 'node/left']);
    assert.deepEqual(namesOf(shop, one.broken), []);
    const both = crash(shop, [idOf(shop, 'node/left'), idOf(shop, 'node/right')], defaultPolicy);
    assert.deepEqual(namesOf(shop, both.broken), ['shop/statefulset/web', 'shop/service/web', 'shop/ingress/web']);
  });

  it('takes the number of needed pods from an annotation', () => {
    const asked = textOf('shop.yaml').replace(
      'name: web\n  namespace: shop\nspec:\n  replicas: 2',
      'name: web\n  namespace: shop\n  annotations: {aftermath/needs: "2"}\nspec:\n  replicas: 2',
    );
    const model = modelOf(asked);
    const one = crash(model, [idOf(model, 'node/left')], defaultPolicy);
    assert.deepEqual(namesOf(model, one.broken), ['shop/statefulset/web']);
  });

  it('has releases, applications, waves and usages', () => {
    const model = modelOf(textOf('releases.yaml'));
    assert.deepEqual(relationLines(model), [
      "'argocd/application.argoproj.io/shop' waits for 'configmap/first'",
      "'argocd/application.argoproj.io/shop' waits for 'configmap/second'",
      "'configmap/first' stops with 'argocd/application.argoproj.io/shop'",
      "'configmap/first' destroyed after 'wave/shop:0'",
      "'configmap/second' stops with 'argocd/application.argoproj.io/shop'",
      "'configmap/second' needs 'wave/shop:0' as start",
      "'configmap/released' stops with 'web/release/blog'",
      "'clusterusage.protection.crossplane.io/cluster-used' protects 'cluster.cloud.org/main'",
      "'clusterusage.protection.crossplane.io/cluster-used' stops with 'chart.cloud.org/chart'",
      "'cluster.cloud.org/main' destroyed after 'chart.cloud.org/chart'",
      "'wave/shop:0' needs 'configmap/first' as start",
      "'wave/shop:0' destroyed after 'configmap/second'",
    ]);
  });
});

describe('the operator that removes a finalizer', () => {
  const text = textOf('shop.yaml').replace(/ {2}annotations:\n {4}aftermath.*\n/, '');

  it('is guessed by its name, and the guess reported', () => {
    const { value, findings } = importText(text, 'a.yaml');
    assert.deepEqual(
      findings.map(({ code, span }) => `${code} ${String(span.start.line + 1)}`),
      ['import/guessed-operator 21'],
    );
    assert.equal(value && planFor(value.model, 'delete', 'namespace/shop').held[0]?.isDeadlocked, true);
  });

  it('is taken from the project file, comments and all', () => {
    const settings = '{ // who removes what\n "operators": { "mq.org/drain": "shop/statefulset/web", }, }';
    const held = planFor(modelOf(text, settings), 'delete', 'namespace/shop').held;
    assert.deepEqual(held[1]?.lostOperators, [idOf(shopOf(text), 'shop/statefulset/web')]);
    const wrong = importKubernetes([
      { name: 'a.yaml', uri: 'a.yaml', text },
      { name: '.aftermath.json', uri: 's', text: '{"operators": {"mq.org/drain": "shop/nobody"}}' },
    ]);
    assert.deepEqual(
      wrong.findings.map(({ code }) => code),
      ['import/guessed-operator', 'import/left-out'],
    );
  });

  it('is looked for soon in a project file of comments and texts that do not end', async () => {
    for (const piece of ['/* ', '"\\'])
      await within(2, () => importKubernetes([
        { name: 'a.yaml', uri: 'a.yaml', text },
        { name: '.aftermath.json', uri: 's', text: `{ ${piece.repeat(100_000)}` },
      ])); // oxfmt-ignore
  });

  const shopOf = (of: string): Model => modelOf(of);
});

describe('a broken file of a cluster', () => {
  it('is refused if aliases multiply, and costs no time', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]', ...Array.from('bcdefghij', (name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'.charAt(index)}`).join(',')}]`)].join('\n'); // oxfmt-ignore
    const { value, findings } = importText(`${bomb}\nkind: Pod\nmetadata: {name: x, labels: *j}\n`, 'a.yaml');
    assert.equal(value?.model.entities.length, 1);
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['import/unreadable-field'],
    );
    assert.deepEqual(
      importText('x'.repeat(25_000_000), 'a.yaml').findings.map(({ code }) => code),
      ['import/too-large'],
    );
  });
});
