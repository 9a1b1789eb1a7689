/**
 * Finds objects that were being deleted when the file was written, and what holds each of them up according to the
 * file.
 */
import type { Finding } from '../../model/finding.ts';
import { placeSpan, summarize } from '../import/import-findings.ts';
import type { ClusterLink, Thing } from './cluster.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import type { Ownership } from './kubernetes-owners.ts';
import { itemsAt, textAt } from './kubernetes-spec.ts';
import { append } from '../../model/common/append.ts';
import { t } from '../../model/common/translation.ts';

/** The deletion mode by the finalizer that requests it. */
const modes: ReadonlyMap<string, 'foreground' | 'orphan'> = new Map([
  ['foregroundDeletion', 'foreground'],
  ['orphan', 'orphan'],
]);

/** Finalizers that the cluster itself removes, once what the relations wait for is gone. */
const ofCluster: ReadonlySet<string> = new Set([
  'customresourcecleanup.apiextensions.k8s.io',
  'kubernetes.io/pvc-protection',
  'kubernetes.io/pv-protection',
  'batch.kubernetes.io/job-tracking',
]);

/** Returns the deletion mode of an object, if its finalizers give one. */
export function deletionModeOf({ finalizers }: KubernetesObject): 'foreground' | 'orphan' | undefined {
  return finalizers.map((name) => modes.get(name)).find((mode) => mode !== undefined);
}

/**
 * Returns the finalizers that others have to remove: all except those by which the cluster records the mode, and those
 * that it removes itself. Those of a namespace are in its specification, too.
 */
export function heldBy({ group, kind, finalizers, body }: KubernetesObject): readonly string[] {
  const specified = group === '' && kind === 'Namespace' ? itemsAt(body, 'spec', 'finalizers') : [];
  const more = specified.flatMap((item) => textAt(item) ?? []).filter((name) => name !== 'kubernetes');
  return [...new Set([...finalizers, ...more])].filter((name) => !modes.has(name) && !ofCluster.has(name));
}

const relatedAtMost = 10;
const namedAtMost = 5;

/** Returns the finding `import/being-deleted`, with what holds up each object as a related location. */
export function deletionFindings(
  objects: readonly KubernetesObject[],
  ownerships: readonly Ownership[],
  links: readonly ClusterLink[],
  { uri, nameOf }: { readonly uri: string; readonly nameOf: (object: Thing) => string },
): Finding[] {
  const stuck = objects.filter(({ deletionTimestamp }) => deletionTimestamp !== undefined);
  const blocking = new Map<unknown, string[]>();
  for (const { owner, owned, isBlocking } of ownerships) {
    if (!isBlocking) continue;
    append(blocking, owner, nameOf(owned));
  }
  const awaited = new Map<unknown, string[]>();
  const isStuck = new Set<Thing>(stuck);
  for (const { kind, from, to } of links)
    if (kind === 'waits for' && isStuck.has(from)) append(awaited, from, nameOf(to));
  const related = stuck.slice(0, relatedAtMost).map((object) => ({
    message: `"${nameOf(object)}" ${reason(object, blocking.get(object) ?? [], awaited.get(object) ?? [])}`,
    span: placeSpan(object.uri, object.place),
  }));
  const places = stuck.map((object) => ({ about: nameOf(object), uri: object.uri, place: object.place }));
  return summarize(uri, beingDeleted, places).map((finding) => ({ ...finding, related }));
}

function reason(object: KubernetesObject, dependents: readonly string[], awaited: readonly string[]): string {
  const finalizers = heldBy(object);
  const waits = [
    ...(finalizers.length > 0 ? [t`until its finalizers are removed: ${list(finalizers)}`] : []),
    ...(deletionModeOf(object) === 'foreground' && dependents.length > 0
      ? [t`until its blocking dependents are gone: ${list(dependents)}`]
      : []),
    ...(awaited.length > 0 ? [t`until what it waits for is gone: ${list(awaited)}`] : []),
  ];
  return waits.length === 0 ? t`is held up by nothing in the file.` : t`stays ${waits.join(t`, and `)}.`;
}

function list(names: readonly string[]): string {
  const rest = names.length - namedAtMost;
  const shown = names.slice(0, namedAtMost).map((name) => `"${name}"`);
  return `${shown.join(', ')}${rest > 0 ? t` and ${String(rest)} more` : ''}`;
}

const beingDeleted = {
  code: 'import/being-deleted',
  severity: 'information',
  message: (names: string, count: number) =>
    t`${count === 1 ? t`1 object is` : t`${String(count)} objects are`} being deleted and not gone yet: ${names}. Plan the deletion of ${count === 1 ? t`it` : t`each`} to see what else is deleted and what holds it up.`,
} as const;
