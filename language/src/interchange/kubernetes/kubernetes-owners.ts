/**
 * Resolves owners among Kubernetes objects: by uid if there is one, so that another object of the same name is a
 * different owner. Finds missing owners, but not the consequences.
 */
import type { Finding, Outcome } from '../../model/finding.ts';
import { summarize, type Occurrence, type TextPlace } from '../import/import-findings.ts';
import { objectName } from './kubernetes-names.ts';
import type { KubernetesIdentity, KubernetesObject, OwnerReference } from './kubernetes-objects.ts';
import { t } from '../../model/common/translation.ts';

/** An owner that the file names but does not contain. */
export interface AbsentOwner extends KubernetesIdentity {
  /** The namespace of the owned object. */
  readonly namespace: string | undefined;
  readonly uri: string;
  readonly place: TextPlace;
}

/** An object and one of its owners. */
export interface Ownership {
  readonly owner: KubernetesObject | AbsentOwner;
  readonly owned: KubernetesObject;
  readonly isController: boolean;
  readonly isBlocking: boolean;
  readonly uri: string;
  readonly place: TextPlace;
}

/** The resolved owners. */
export interface Owners {
  readonly ownerships: readonly Ownership[];
  /** In the order of first mention. */
  readonly absent: readonly AbsentOwner[];
}

/** Resolves all references to owners. Findings `import/missing-owner`, `import/owner-namespace`. `O(n)`. */
export function findOwners(objects: readonly KubernetesObject[], uri: string): Outcome<Owners> {
  const present = indexObjects(objects);
  const absent = new Map<string, AbsentOwner>();
  const ownerships: Ownership[] = [];
  const missing: Occurrence[] = [];
  const apart: Occurrence[] = [];
  for (const owned of objects) {
    for (const reference of eachOnce(owned.owners)) {
      const { isController, isBlocking, place } = reference;
      const { uri: stated } = owned;
      const found = present(reference, owned);
      const owner = found ?? absentOwner(reference, owned, absent);
      if (found === undefined) missing.push({ about: objectName(owner), uri: stated, place });
      const isApart = found?.namespace !== undefined && found.namespace !== owned.namespace;
      if (isApart) apart.push({ about: t`${objectName(found)} of ${objectName(owned)}`, uri: stated, place });
      // Kubernetes can never look up such an owner, so it never collects what it owns.
      if (isApart && owned.namespace === undefined) continue;
      ownerships.push({ owner, owned, isController, isBlocking, uri: stated, place });
    }
  }
  const kinds = new Set(objects.map(({ kind }) => kind));
  const unseen = [...new Set([...absent.values()].map(({ kind }) => kind))].filter((kind) => !kinds.has(kind));
  return {
    value: { ownerships, absent: [...absent.values()] },
    findings: [...missingFindings(uri, missing, unseen), ...summarize(uri, ownerApart, apart)],
  };
}

type Find = (reference: OwnerReference, owned: KubernetesObject) => KubernetesObject | undefined;

function indexObjects(objects: readonly KubernetesObject[]): Find {
  const byUid = new Map<string, KubernetesObject>();
  const byName = new Map<string, KubernetesObject>();
  for (const object of objects) {
    if (object.uid !== undefined && !byUid.has(object.uid)) byUid.set(object.uid, object);
    const key = keyOf(object, object.namespace);
    if (!byName.has(key)) byName.set(key, object);
  }
  return (reference, { namespace }) => {
    const byId = reference.uid === undefined ? undefined : byUid.get(reference.uid);
    if (byId !== undefined) return byId;
    const named = byName.get(keyOf(reference, namespace)) ?? byName.get(keyOf(reference, undefined));
    // An object with another uid is a different one.
    return reference.uid === undefined || named?.uid === undefined ? named : undefined;
  };
}

function absentOwner(
  reference: OwnerReference,
  { namespace, uri }: KubernetesObject,
  absent: Map<string, AbsentOwner>,
): AbsentOwner {
  const key = reference.uid === undefined ? keyOf(reference, namespace) : JSON.stringify([reference.uid]);
  const known = absent.get(key);
  if (known !== undefined) return known;
  const { kind, group, name, uid, place } = reference;
  const owner: AbsentOwner = { kind, group, name, uid, namespace, uri, place };
  absent.set(key, owner);
  return owner;
}

/** Merges references to one owner; the result blocks if any of them does. */
function eachOnce(references: readonly OwnerReference[]): OwnerReference[] {
  const known = new Map<string, OwnerReference>();
  for (const reference of references) {
    const key = reference.uid === undefined ? keyOf(reference, undefined) : JSON.stringify([reference.uid]);
    const first = known.get(key) ?? reference;
    const isBlocking = first.isBlocking || reference.isBlocking;
    const isController = first.isController || reference.isController;
    known.set(key, { ...first, isBlocking, isController });
  }
  return [...known.values()];
}

const keyOf = ({ kind, group, name }: KubernetesIdentity, namespace: string | undefined): string =>
  JSON.stringify([kind, group, name, namespace ?? '']);

function missingFindings(uri: string, missing: readonly Occurrence[], unseen: readonly string[]): Finding[] {
  const hint =
    unseen.length === 0
      ? t`Nothing needs to be done if they are really gone.`
      : t`The file has no object of ${kindList(unseen)}: let kubectl print these too, unless there are none.`;
  const fault = {
    code: 'import/missing-owner',
    severity: 'warning',
    message: (names: string, count: number) =>
      t`${count === 1 ? t`1 reference leads to an owner that is` : t`${String(count)} references lead to owners that are`} not in the file: ${names}. Such an owner counts as absent, so an object without another owner is deleted. ${hint}`,
  } as const;
  return summarize(uri, fault, missing);
}

function kindList(kinds: readonly string[]): string {
  const named = kinds.slice(0, 3).map((kind) => `"${kind}"`);
  const more = kinds.length > named.length ? t` and ${String(kinds.length - named.length)} more kinds` : '';
  return `${kinds.length === 1 ? t`the kind` : t`the kinds`} ${named.join(', ')}${more}`;
}

const ownerApart = {
  code: 'import/owner-namespace',
  severity: 'warning',
  message: (names: string, count: number) =>
    t`${count === 1 ? t`1 owner is` : t`${String(count)} owners are`} in another namespace than what ${count === 1 ? t`it owns` : t`they own`}, and ${count === 1 ? t`counts` : t`count`} as absent: ${names}. Let an object of the same namespace, or of the whole cluster, be the owner.`,
} as const;
