/**
 * The order in which Terraform applies a plan: in which step each instance is destroyed, created or updated. The rules
 * are those of Terraform's own notes (hashicorp/terraform, docs/destroying.md); steps with one number run in parallel.
 */
import { append } from '../../model/common/append.ts';
import { increase } from '../../model/common/increase.ts';
import type { Dependency } from './dependencies.ts';
import { areInOtherInstances, type TerraformInstance } from './instances.ts';

/** The data that say in which step of the plan something is done to an instance; steps count from 1. */
const stepNames = { destroy: 'destroy_step', create: 'create_step', update: 'update_step' } as const;

type Operation = keyof typeof stepNames;

/** What a plan does to an instance: destroys it, makes or updates it, or both. */
interface Planned {
  readonly instance: TerraformInstance;
  readonly isDestroyed: boolean;
  /** How it is there afterwards, if the plan does anything for that. */
  readonly made: 'create' | 'update' | undefined;
  /** True if what follows from its end happens before it. */
  readonly isCreatedFirst: boolean;
}

const mostPairs = 100_000;

/** Returns the instances with the steps of a plan in their data; none for a state. `O(instances + pairs)`. */
export function withApplySteps(
  instances: readonly TerraformInstance[],
  dependencies: readonly Dependency[],
  isForced: (config: string) => boolean,
): readonly TerraformInstance[] {
  const planned = instances.flatMap((instance) => plannedOf(instance, isForced));
  if (planned.length === 0) return instances;
  const steps = layers(orderOf(planned, dependencies));
  return instances.map((instance) => {
    const data = (Object.keys(stepNames) as Operation[]).flatMap((operation): [string, string][] => {
      const step = steps.get(nodeOf(operation, instance.address));
      return step === undefined ? [] : [[stepNames[operation], String(step)]];
    });
    return data.length === 0 ? instance : { ...instance, data: [...instance.data, ...data] };
  });
}

function plannedOf(instance: TerraformInstance, isForced: (config: string) => boolean): Planned[] {
  const action = instance.data.find(([name]) => name === 'plan')?.[1];
  const isDestroyed = action === 'replace' || action === 'delete';
  const made = action === 'replace' || action === 'create' ? 'create' : action === 'update' ? 'update' : undefined;
  if (!isDestroyed && made === undefined) return [];
  const isDeposed = instance.address.endsWith(')');
  const isCreatedFirst = instance.isCreatedFirst || isForced(instance.config) || isDeposed;
  return [{ instance, isDestroyed, made, isCreatedFirst }];
}

const nodeOf = (operation: Operation, address: string): string => `${operation} ${address}`;

/** Operations, each with those that come after it. */
type Order = ReadonlyMap<string, ReadonlySet<string>>;

function orderOf(planned: readonly Planned[], dependencies: readonly Dependency[]): Order {
  const after = new Map<string, Set<string>>();
  const destroyOf = ({ isDestroyed, instance }: Planned): string | undefined =>
    isDestroyed ? nodeOf('destroy', instance.address) : undefined;
  const makeOf = ({ made, instance }: Planned): string | undefined => made && nodeOf(made, instance.address);
  const before = (first: string | undefined, next: string | undefined): void => {
    if (first !== undefined && next !== undefined && first !== next) after.get(first)?.add(next);
  };
  /** Whatever is made because of an end comes after it; with create_before_destroy, before it. */
  const aroundEnd = (ending: Planned, made: Planned): void => {
    if (ending.isCreatedFirst) before(makeOf(made), destroyOf(ending));
    else before(destroyOf(ending), makeOf(made));
  };
  const byConfig = new Map<string, Planned[]>();
  for (const each of planned) {
    for (const node of [destroyOf(each), makeOf(each)]) if (node !== undefined) after.set(node, new Set());
    append(byConfig, each.instance.config, each);
  }
  for (const group of byConfig.values())
    for (const each of group) for (const other of group) if (isSame(each, other)) aroundEnd(each, other);
  let pairs = 0;
  for (const { from, to } of dependencies) {
    for (const dependent of byConfig.get(from) ?? []) {
      for (const provider of byConfig.get(to) ?? []) {
        if (areInOtherInstances(dependent.instance, provider.instance) || (pairs += 1) > mostPairs) continue;
        before(makeOf(provider), makeOf(dependent));
        before(destroyOf(dependent), destroyOf(provider));
        aroundEnd(provider, dependent);
        aroundEnd(dependent, provider);
      }
    }
  }
  return after;
}

/** An object and the deposed objects that it has replaced before. */
const isSame = (a: Planned, b: Planned): boolean => plainAddress(a) === plainAddress(b);

const plainAddress = ({ instance }: Planned): string => instance.address.replace(/ \(deposed [^)]*\)$/, '');

/** Returns the step of each operation, as early as possible; none for those in a cycle, and after one. */
function layers(order: Order): ReadonlyMap<string, number> {
  const waits = new Map<string, number>([...order.keys()].map((node) => [node, 0]));
  for (const next of order.values()) for (const node of next) increase(waits, node);
  const steps = new Map<string, number>();
  let ready = [...waits].flatMap(([node, count]) => (count === 0 ? [node] : []));
  for (let step = 1; ready.length > 0; step += 1) {
    const following: string[] = [];
    for (const node of ready) {
      steps.set(node, step);
      for (const next of order.get(node) ?? []) {
        const left = (waits.get(next) ?? 0) - 1;
        waits.set(next, left);
        if (left === 0) following.push(next);
      }
    }
    ready = following;
  }
  return steps;
}
