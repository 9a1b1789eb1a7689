/**
 * The objects of a cluster in tables: by identity, by namespace and label, by controller. And the relations in the
 * making that the rules of Kubernetes give.
 */
import { append } from '../../model/common/append.ts';
import type { RelationKind } from '../../model/relation.ts';
import type { TextPlace } from '../import/import-findings.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import type { AbsentOwner, Ownership } from './kubernetes-owners.ts';
import { textsAt } from './kubernetes-spec.ts';

/** An entity that is not an object in the files: a Helm release, a barrier between waves. */
export type AddedObject = AbsentOwner & { readonly isAdded: true };

/** The source of an entity. */
export type Thing = KubernetesObject | AbsentOwner | AddedObject;

/** A relation in the making. */
export interface ClusterLink {
  readonly kind: RelationKind;
  readonly from: Thing;
  readonly to: Thing;
  readonly as?: string | undefined;
  /** The need of several targets that it is part of, and how many of them it takes. */
  readonly group?: { readonly least: number };
  /** The place that states it. */
  readonly uri: string;
  readonly place: TextPlace;
  /** Its words, if its line may say more than that. */
  readonly words?: string | undefined;
}

/** The objects in tables. */
export interface Cluster {
  readonly objects: readonly KubernetesObject[];
  /** Returns an object; `namespace` is undefined for one of the whole cluster. */
  readonly find: (group: string, kind: string, name: string, namespace: string | undefined) => KubernetesObject | undefined; // oxfmt-ignore
  /** Returns the objects of a kind. */
  readonly ofKind: (group: string, kind: string) => readonly KubernetesObject[];
  /** Returns the pods that run, of a namespace, and have all these labels. */
  readonly podsWith: (
    namespace: string | undefined,
    labels: ReadonlyMap<string, string>,
  ) => readonly KubernetesObject[];
  /** Returns an object and its controllers in the files, the outermost last: a pod, its replica set, its deployment. */
  readonly controllersOf: (object: KubernetesObject) => readonly KubernetesObject[];
}

const keyOf = (...parts: readonly (string | undefined)[]): string => JSON.stringify(parts);

/** Returns a namespace; a manifest that says none is for `default`, as its name in the model says, too. */
const placeOf = (namespace: string | undefined): string => namespace ?? 'default';

/** Returns true if two objects are in one namespace, given what they say. */
export const areTogether = (a: string | undefined, b: string | undefined): boolean => placeOf(a) === placeOf(b);

/** Puts objects in tables. `O(objects + labels)`. */
export function clusterOf(objects: readonly KubernetesObject[], ownerships: readonly Ownership[]): Cluster {
  const byName = new Map<string, KubernetesObject>();
  const byKind = new Map<string, KubernetesObject[]>();
  const byLabel = new Map<string, KubernetesObject[]>();
  for (const object of objects) {
    const { group, kind, name, namespace } = object;
    const key = keyOf(group, kind, name, placeOf(namespace));
    if (!byName.has(key)) byName.set(key, object);
    append(byKind, keyOf(group, kind), object);
    if (kind !== 'Pod' || group !== '' || hasFinished(object)) continue;
    for (const label of object.labels) append(byLabel, keyOf(placeOf(namespace), label), object);
  }
  const controllers = new Map(
    ownerships.flatMap(({ owner, owned, isController }) =>
      isController && 'owners' in owner ? [[owned, owner] as const] : [],
    ),
  );
  return {
    objects,
    find: (group, kind, name, namespace) => byName.get(keyOf(group, kind, name, placeOf(namespace))),
    ofKind: (group, kind) => byKind.get(keyOf(group, kind)) ?? [],
    podsWith: (namespace, labels) => {
      const [first, ...others] = [...labels].map(([name, value]) => `${name}=${value}`);
      if (first === undefined) return [];
      const found = byLabel.get(keyOf(placeOf(namespace), first)) ?? [];
      return others.length === 0 ? found : found.filter((pod) => others.every((label) => pod.labels.includes(label)));
    },
    controllersOf: (object) => {
      const seen = new Set([object]);
      for (const each of seen) {
        const next = controllers.get(each);
        if (next !== undefined) seen.add(next);
      }
      return [...seen];
    },
  };
}

/** Returns true for a pod that will not run again. */
export const hasFinished = ({ body }: KubernetesObject): boolean => {
  const phase = textsAt(body, 'status').get('phase');
  return phase === 'Succeeded' || phase === 'Failed';
};

/** Returns a relation that an object states at a place, by default at its name. */
export function link(
  kind: RelationKind,
  [from, to]: readonly [Thing, Thing],
  { uri, place, words }: Pick<ClusterLink, 'uri' | 'place' | 'words'>,
  more: Pick<ClusterLink, 'as' | 'group'> = {},
): ClusterLink {
  return { kind, from, to, uri, place, words, ...more };
}
