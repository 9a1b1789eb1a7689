/**
 * Plans for imported objects: what is deleted with an object in each mode, and what blocks its deletion (rules G1 to
 * G10).
 */
import assert from 'node:assert/strict';
import { doomedByDeletion } from '../../../../language/src/analysis/doomed/doomed-by-deletion.ts';
import { importText } from './import-text.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import { loadPrinted } from '../load-printed.ts';

/** An object in one namespace: `name`, then owners (`!` after a name: blocking), then more metadata. */
type Declared = readonly [name: string, owners?: string, more?: string];

const reference = (owner: string): string => {
  const [kindAndName = '', uid = ''] = owner.replace('!', '').split('#');
  const id = uid === '' ? `u-${kindAndName}` : uid;
  return `{ apiVersion: v1, kind: Box, name: ${kindAndName}, uid: ${id}, blockOwnerDeletion: ${String(owner.endsWith('!'))} }`;
};

const written = ([name, owners = '', more = '']: Declared): string =>
  `{ apiVersion: v1, kind: Box, metadata: { name: ${name}, namespace: default, uid: u-${name}, ${more} ownerReferences: [${owners
    .split(' ')
    .filter((owner) => owner !== '')
    .map(reference)
    .join(', ')}] } }`;

interface Deleted {
  readonly goes: readonly string[];
  /** What goes too, but not for the deletion. */
  readonly anyway: readonly string[];
  readonly held: readonly string[];
  /** Ownership that the deletion takes away. */
  readonly cut: readonly string[];
}

/** Imports objects, prints and loads the model, and deletes one of them. */
async function deleted(
  objects: readonly (Declared | string)[],
  name: string,
  mode: Policy['deletion'],
): Promise<Deleted> {
  const text = objects.map((object) => (typeof object === 'string' ? object : written(object))).join('\n---\n');
  const { value } = importText(text, 'objects.yaml');
  assert.ok(value);
  const { model } = await loadPrinted(printModel(value.model));
  const short = (id: number): string => model.entities[id]?.name.replace(/^'(.*\/)?([^/]*)'$/, '$2') ?? '';
  const target = model.entities.find(({ id, absent }) => !absent && short(id) === name);
  assert.ok(target);
  const { stages, anyway, held, cut } = doomedByDeletion(model, [target.id], { mode, otherwise: 'background' });
  return {
    goes: stages.flat().map(short),
    anyway: anyway.map(({ entity }) => short(entity)),
    held: held.map((each) => [short(each.entity), ...each.finalizers, ...each.waitsFor.map(short)].join(' ')),
    cut: model.relations
      .filter(({ id }) => cut.has(id))
      .map(({ source, target: owned }) => `${short(source)} ${short(owned)}`),
  };
}

const nothing = { anyway: [], held: [], cut: [] };

describe('the deletion of imported Kubernetes objects', () => {
  it('in the background takes what has no other owner (G1)', async () => {
    const objects = [['a'], ['b'], ['onlyA', 'a!'], ['both', 'a! b!'], ['nobody']] as const;
    assert.deepEqual(await deleted(objects, 'a', 'background'), { ...nothing, goes: ['a', 'onlyA'] });
  });

  it('finds what never had an existing owner, which ends anyway (G2)', async () => {
    const outcome = await deleted([['a'], ['stray', 'ghost!']], 'a', 'background');
    assert.deepEqual(outcome, { ...nothing, goes: ['a'], anyway: ['stray'] });
  });

  it('as an orphan-maker leaves the dependents, without their owner (G3)', async () => {
    const objects = [['a'], ['x', 'a!'], ['y', 'a!'], ['z', 'a']] as const;
    const outcome = await deleted(objects, 'a', 'orphan');
    assert.deepEqual(outcome, { ...nothing, goes: ['a'], cut: ['a x', 'a y', 'a z'] });
  });

  it('in the foreground removes only the ownership of dependents that another one owns too (G4)', async () => {
    const outcome = await deleted([['a'], ['b'], ['both', 'a! b!']], 'a', 'foreground');
    assert.deepEqual(outcome, { ...nothing, goes: ['a'], cut: ['a both'] });
  });

  it('in the foreground is not held up by what does not block (G5)', async () => {
    const outcome = await deleted([['a'], ['x', 'a', 'finalizers: [backup],']], 'a', 'foreground');
    assert.deepEqual([outcome.goes, outcome.held], [['a'], ['x backup']]);
  });

  it('in the foreground is held up by what blocks and has a finalizer (G6)', async () => {
    const outcome = await deleted([['a'], ['x', 'a!', 'finalizers: [backup],']], 'a', 'foreground');
    assert.deepEqual([outcome.goes, outcome.held], [[], ['a x', 'x backup']]);
  });

  it('in the foreground is held up by what is being deleted and keeps both of its owners', async () => {
    const underWay = 'deletionTimestamp: 2026-01-01T00:00:00Z, finalizers: [backup],';
    const outcome = await deleted([['a'], ['b'], ['both', 'a! b!', underWay]], 'a', 'foreground');
    assert.deepEqual([outcome.goes, outcome.held, outcome.cut], [[], ['a both'], []]);
  });

  it('takes the dependents in the mode of the request, even of what is being deleted in another', async () => {
    const objects = [
      ['a', '', 'deletionTimestamp: 2026-01-01T00:00:00Z, finalizers: [backup],'],
      ['x', 'a!'],
    ] as const;
    assert.deepEqual((await deleted(objects, 'a', 'background')).goes, []);
    assert.deepEqual((await deleted(objects, 'a', 'foreground')).goes, ['x']);
  });

  it('takes a cycle of three, in both modes (G7)', async () => {
    const circle = [
      ['a', 'c!'],
      ['b', 'a!'],
      ['c', 'b!'],
    ] as const;
    for (const mode of ['foreground', 'background'] as const) {
      assert.deepEqual([...(await deleted(circle, 'a', mode)).goes].sort(), ['a', 'b', 'c'], mode);
    }
  });

  it('finds what an object of another namespace owns, which ends anyway (G8)', async () => {
    const foreign = '{ kind: Box, apiVersion: v1, metadata: { name: far, namespace: prod, uid: u-far } }';
    const outcome = await deleted([['a'], foreign, ['x', 'far!']], 'a', 'background');
    assert.deepEqual(outcome, { ...nothing, goes: ['a'], anyway: ['x'] });
  });

  it('finds what an earlier object of the same name owned, which ends anyway (G9)', async () => {
    const outcome = await deleted([['a'], ['b'], ['old', 'b#earlier!']], 'a', 'background');
    assert.deepEqual(outcome, { ...nothing, goes: ['a'], anyway: ['old'] });
  });

  it('leaves the dependents of an owner that a finalizer holds up (G10)', async () => {
    const objects = [
      ['a', '', 'finalizers: [backup],'],
      ['x', 'a!'],
    ] as const;
    assert.deepEqual(await deleted(objects, 'a', 'background'), { ...nothing, goes: [], held: ['a backup'] });
  });

  it('does not wait for the finalizers by which the cluster notes the mode', async () => {
    const objects = [
      ['a', '', 'finalizers: [foregroundDeletion],'],
      ['x', 'a!'],
    ] as const;
    assert.deepEqual((await deleted(objects, 'a', 'foreground')).held, []);
  });
});
