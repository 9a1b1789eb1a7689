/**
 * Names for Kubernetes objects, the way kubectl says them: `deployment/web`, outside the namespace
 * `default` with that in front: `prod/deployment/web`. A name depends on its object alone where it can.
 */
import { writeName } from '../../model/language-names.ts';
import type { KubernetesIdentity } from './kubernetes-objects.ts';

/** An object with the namespace that it is in. */
export type Placed = KubernetesIdentity & { readonly namespace: string | undefined };

/**
 * Returns the name that an object has if no other wants it. Kinds that Kubernetes does not bring itself carry their
 * group, as `service.serving.knative.dev/web`.
 */
export function objectName({ kind, group, name, namespace }: Placed): string {
  const own = group.includes('.') && !group.endsWith('.k8s.io') ? `.${group}` : '';
  const place = namespace === undefined || namespace === 'default' ? '' : `${namespace}/`;
  return `${place}${kind.toLowerCase()}${own}/${name}`.replace(/'/g, '_');
}

/**
 * Returns a name of the language for each object. Of several that want one name the first has it, and the others carry
 * the beginning of their uid: `'job/load#5f0c21aa'`.
 */
export function nameObjects<T extends Placed>(objects: readonly T[]): ReadonlyMap<T, string> {
  const names = new Map<T, string>();
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  for (const object of objects) {
    const wished = objectName(object);
    const { uid = '' } = object;
    const marks = uid === '' ? [''] : ['', `#${uid.slice(0, 8)}`, `#${uid}`];
    let name = marks.map((mark) => writeName(`${wished}${mark}`)).find((each) => !taken.has(each));
    for (let count = counts.get(wished) ?? 2; name === undefined; count += 1) {
      const counted = writeName(`${wished}#${String(count)}`);
      if (!taken.has(counted)) name = counted;
      counts.set(wished, count + 1);
    }
    taken.add(name);
    names.set(object, name);
  }
  return names;
}
