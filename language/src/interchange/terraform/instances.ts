/**
 * The instances of resources that a model has, as a configuration, a state or a plan states them.
 */
import type { Span } from '../../model/span.ts';
import { type ConfigResource, localAddress, type Repeat } from './configuration.ts';
import type { ModuleNode } from './dependencies.ts';

/** An instance of a resource. */
export interface TerraformInstance {
  /** `module.net["a"].aws_subnet.b[0]`; unique. */
  readonly address: string;
  /** The address without indices. */
  readonly config: string;
  /** The instance of the module that it is in, with a dot at its end; empty for the root. */
  readonly moduleInstance: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly place: Span;
  readonly words: string | undefined;
  readonly isProtected: boolean;
  /** True if a replacement is created before the old one is destroyed. */
  readonly isCreatedFirst: boolean;
  /** True if Terraform forgets it instead of destroying it. */
  readonly isForgotten: boolean;
  readonly data: readonly (readonly [string, string | boolean])[];
}

/** As many instances are made at most. */
const mostInstances = 20_000;

/** A resource or module whose number of instances is unknown. */
export interface Uncounted {
  readonly address: string;
  readonly place: Span;
}

/** Returns the instances of a configuration, and what has an unknown number of them. */
export function instancesOf(nodes: readonly ModuleNode[]): {
  readonly instances: readonly TerraformInstance[];
  readonly unknown: readonly Uncounted[];
} {
  const instances: TerraformInstance[] = [];
  const unknown: Uncounted[] = [];
  const prefixes = new Map<string, readonly string[]>();
  for (const { prefix, module, call, parent } of nodes) {
    const around = parent === undefined ? [''] : (prefixes.get(parent.prefix) ?? []);
    const own =
      call === undefined ? around : around.flatMap((outer) => keyed(`${outer}module.${call.name}`, call.repeat, '.'));
    if (call?.repeat.isKnown === false) unknown.push({ address: prefix.slice(0, -1), place: call.place });
    prefixes.set(prefix, own.slice(0, mostInstances));
    for (const resource of module.resources) {
      const config = `${prefix}${localAddress(resource)}`;
      if (!resource.repeat.isKnown) unknown.push({ address: config, place: resource.place });
      const addresses = own.flatMap((moduleInstance) =>
        keyed(`${moduleInstance}${localAddress(resource)}`, resource.repeat, '').map((address) => ({
          address,
          moduleInstance,
        })),
      );
      const left = mostInstances - instances.length;
      instances.push(...addresses.slice(0, left).map((names) => instance(resource, { ...names, config })));
    }
  }
  return { instances, unknown };
}

const keyed = (text: string, { keys }: Repeat, after: string): string[] =>
  keys.map((key) => `${text}${key === undefined ? '' : `[${JSON.stringify(key)}]`}${after}`);

function instance(
  { mode, type, place, isProtected, isCreatedFirst, isForgotten = false, data }: ConfigResource,
  names: Pick<TerraformInstance, 'address' | 'config' | 'moduleInstance'>,
): TerraformInstance {
  return { words: undefined, isForgotten, ...names, mode, type, place, isProtected, isCreatedFirst, data };
}

/** Returns true for instances of one module in different instances of it: they do not wait for each other. */
export function areInOtherInstances(a: TerraformInstance, b: TerraformInstance): boolean {
  const moduleOf = ({ config, mode }: TerraformInstance): string =>
    config
      .split('.')
      .slice(0, mode === 'data' ? -3 : -2)
      .join('.');
  return a.moduleInstance !== b.moduleInstance && moduleOf(a) === moduleOf(b);
}
