/** What a deletion in an imported cluster ends and leaves, against a naive cluster that works by the published rules. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import { required } from '../../../../language/src/model/common/lookup.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { runs } from '../../../properties.ts';
import { importText } from './import-text.ts';
import { type PlainObject, simulate } from './naive-cluster.ts';

const kinds = [
  ...['Pod', 'ConfigMap', 'PersistentVolumeClaim', 'Widget', 'Deployment', 'Gadget'],
  ...['PersistentVolumeClaim', 'PersistentVolume'],
  ...['ClusterRole', 'Namespace', 'CustomResourceDefinition'],
] as const;
const isWide = (kind: string): boolean =>
  ['ClusterRole', 'PersistentVolume', 'Namespace', 'CustomResourceDefinition'].includes(kind);

interface Drawn {
  readonly kind: (typeof kinds)[number];
  readonly place: number;
  readonly finalizer: number;
  readonly owners: readonly { readonly of: number; readonly blocks: boolean }[];
  readonly uses: readonly number[];
  readonly isDelete: boolean;
  readonly isDeleting: number;
}

const drawn: fc.Arbitrary<readonly Drawn[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    place: fc.nat(2),
    finalizer: fc.nat(8),
    owners: fc.array(fc.record({ of: fc.nat(11), blocks: fc.boolean() }), { maxLength: 2 }),
    uses: fc.array(fc.nat(2), { maxLength: 3 }),
    isDelete: fc.boolean(),
    isDeleting: fc.nat(11),
  }),
  { minLength: 2, maxLength: 12, size: 'max' },
);

/** Makes objects of what was drawn: owners come before what they own, and nothing is in a missing namespace. */
function objectsOf(all: readonly Drawn[]): PlainObject[] {
  const objects: PlainObject[] = [];
  let defined = 0;
  for (const [id, each] of all.entries()) {
    const spaces = objects.filter(({ kind }) => kind === 'Namespace');
    const { kind } = each;
    const owners = new Map(
      each.owners.flatMap(({ of, blocks }) => {
        const owner = objects[of];
        if (owner === undefined || owner.kind === 'PersistentVolume' || kind === 'PersistentVolume') return [];
        // The importer reports a cluster-wide dependent of a namespaced owner and leaves the owner out.
        return isWide(kind) && owner.namespace !== undefined ? [] : [[of, blocks] as const];
      }),
    );
    const claims = objects.filter((other) => other.kind === 'PersistentVolumeClaim');
    const namespace = isWide(kind) ? undefined : (spaces[each.place]?.name ?? spaces[0]?.name ?? 'apart');
    const mounted = claims.filter((claim) => claim.namespace === namespace && each.uses.includes(claim.id % 3));
    const bound = claims.find(({ id: claim }) => !objects.some((o) => o.claim === claim));
    objects.push({
      ...{ id, kind, name: `o${String(id)}`, namespace },
      finalizers: each.finalizer === 0 ? ['a.b/c'] : [],
      owners: [...owners].map(([owner, blocks]) => ({ id: owner, blocks })),
      defines: kind === 'CustomResourceDefinition' ? ['Widget', 'Gadget'][defined++] : undefined,
      ...(kind === 'Pod' && { claims: mounted.map((claim) => claim.id) }),
      claim: kind === 'PersistentVolume' ? bound?.id : undefined,
      policy: each.isDelete ? 'Delete' : 'Retain',
      isDeleting: each.isDeleting === 0,
    });
  }
  return objects;
}

/** Writes objects as kubectl does. */
function textOf(objects: readonly PlainObject[]): string {
  const groups: Readonly<Record<string, string>> = {
    ...{ Widget: 'e.com/v1', Gadget: 'e.com/v1', Deployment: 'apps/v1' },
    ...{ ClusterRole: 'rbac.authorization.k8s.io/v1', CustomResourceDefinition: 'apiextensions.k8s.io/v1' },
  };
  const items = objects.map(({ id, kind, name, namespace, finalizers, owners, isDeleting, ...more }) => ({
    apiVersion: groups[kind] ?? 'v1',
    kind,
    metadata: {
      ...{ name, namespace, uid: `u${String(id)}` },
      finalizers: [...finalizers, ...protectionsOf(kind)],
      deletionTimestamp: isDeleting ? '2026-01-01T00:00:00Z' : undefined,
      ownerReferences: owners.map((owner) => {
        const { kind: ownerKind, name: ownerName } = required(objects[owner.id]);
        const apiVersion = groups[ownerKind] ?? 'v1';
        const uid = `u${String(owner.id)}`;
        return { apiVersion, kind: ownerKind, name: ownerName, uid, blockOwnerDeletion: owner.blocks };
      }),
    },
    spec: {
      ...(more.defines !== undefined && { group: 'e.com', names: { kind: more.defines } }),
      volumes: more.claims?.map((claim) => ({ persistentVolumeClaim: { claimName: objects[claim]?.name } })),
      ...(kind === 'PersistentVolume' && { persistentVolumeReclaimPolicy: more.policy }),
      ...(more.claim !== undefined && { claimRef: claimRefOf(required(objects[more.claim])) }),
    },
  }));
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 1);
}

const claimRefOf = ({ id, name, namespace }: PlainObject) => ({ name, namespace, uid: `u${String(id)}` });

const protectionsOf = (kind: string): readonly string[] =>
  kind === 'PersistentVolumeClaim'
    ? ['kubernetes.io/pvc-protection']
    : kind === 'PersistentVolume'
      ? ['kubernetes.io/pv-protection']
      : [];

describe('a deletion in an imported cluster', () => {
  it('ends and leaves what a naive cluster does', () => {
    const reached = new Map<string, number>();
    const count = (what: string, isThere: boolean): void => {
      if (isThere) reached.set(what, (reached.get(what) ?? 0) + 1);
    };
    const asked = runs(300, 20_000);
    fc.assert(
      fc.property(drawn, fc.nat(11), fc.boolean(), (all, which, isForeground) => {
        const objects = objectsOf(all);
        const target = which % objects.length;
        const { kind } = required(objects[target]);
        const mode = isForeground && !isAround(kind) ? 'foreground' : 'background';
        const model = importText(textOf(objects), 'cluster.json').value?.model;
        assert.ok(model);
        const plan = planOf(model, { kind: 'delete', targets: [target], mode }, { ...defaultPolicy, protection: 'ignore' }); // oxfmt-ignore
        // What ends by itself has ended before anything is asked.
        const { gone: before } = simulate(objects, [], mode);
        if (before.has(target)) return;
        const { gone, held } = simulate(objects, [target], mode);
        const ids = (some: readonly { readonly entity: number }[]) => some.map(({ entity }) => entity);
        const [ended, waiting, anyway] = [ids(plan.doomed), ids(plan.held), ids(plan.anyway)];
        // A volume that goes with its claim is doomed with it in the model, and only after it in a cluster.
        const isLate = (id: number): boolean => {
          const { policy, claim } = required(objects[id]);
          return policy === 'Delete' && claim !== undefined && !gone.has(claim);
        };
        const sorted = (some: Iterable<number>) =>
          [...new Set(some)].filter((id) => !isLate(id) && !before.has(id)).sort((a, b) => a - b);
        const detail = `${mode} deletion of ${String(target)} in\n${textOf(objects)}`;
        assert.deepEqual(sorted([...ended, ...waiting, ...anyway]), sorted([...gone, ...held]), detail);
        assert.deepEqual(ended.filter((id) => !gone.has(id)), [], detail); // oxfmt-ignore
        assert.deepEqual(waiting.filter((id) => gone.has(id)), [], detail); // oxfmt-ignore
        count('foreground', mode === 'foreground' && ended.length > 1);
        count('namespace', kind === 'Namespace' && ended.length > 1);
        count('definition', kind === 'CustomResourceDefinition' && ended.length > 1);
        count('held', waiting.length > 0);
        count('already ending', anyway.length > 0);
        count('volume with its claim', ended.some((id) => objects[id]?.claim !== undefined && id !== target)); // oxfmt-ignore
        count('claim after its pod', ended.some((id) => objects.some(({ claims }) => claims?.includes(id)))); // oxfmt-ignore
      }),
      { numRuns: asked },
    );
    for (const what of [
      'foreground',
      'namespace',
      'definition',
      'held',
      'already ending',
      'volume with its claim',
      'claim after its pod',
    ])
      // oxfmt-ignore
      assert.ok((reached.get(what) ?? 0) >= asked / 300, JSON.stringify([...reached]));
  });
});

/** Returns true for what holds others: their own mode is not that of the deletion. */
const isAround = (kind: string): boolean => kind === 'Namespace' || kind === 'CustomResourceDefinition';
