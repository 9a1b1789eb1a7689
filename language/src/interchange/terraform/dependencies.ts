/**
 * Follows the references of a configuration to resources: through locals, variables, outputs, modules and providers.
 * Whole resources depend on each other; instances are left to `terraform-model.ts`.
 */
import { itemAt } from '../../model/common/lookup.ts';
import type { Span } from '../../model/span.ts';
import { type ConfigModule, type ConfigResource, localAddress, type ModuleCall, type Said } from './configuration.ts';
import type { Reference } from './references.ts';

/** A dependency of a resource, and what states it. */
export interface Dependency {
  /** Addresses without indices. */
  readonly from: string;
  readonly to: string;
  readonly place: Span;
  readonly words: string;
}

/** A module in the tree, with what calls it. */
export interface ModuleNode {
  /** `module.net.`, empty for the root. */
  readonly prefix: string;
  readonly module: ConfigModule;
  readonly call: ModuleCall | undefined;
  readonly parent: ModuleNode | undefined;
}

/** Modules call each other at most this deep. */
const deepest = 50;

/** Returns all modules of a configuration, callers first. */
export function moduleNodes(root: ConfigModule): readonly ModuleNode[] {
  const nodes: ModuleNode[] = [{ prefix: '', module: root, call: undefined, parent: undefined }];
  const depths = [0];
  for (let at = 0; at < nodes.length; at++) {
    const parent = nodes[at];
    if (parent === undefined || itemAt(depths, at) >= deepest) continue;
    for (const call of parent.module.calls.values()) {
      if (call.module === undefined) continue;
      nodes.push({ prefix: `${parent.prefix}module.${call.name}.`, module: call.module, call, parent });
      depths.push(itemAt(depths, at) + 1);
    }
  }
  return nodes;
}

/** Returns the direct dependencies of all resources, each pair once. `O(references)` for each resource. */
export function dependenciesOf(nodes: readonly ModuleNode[]): Dependency[] {
  const tree: Tree = { nodes: new Map(nodes.map((node) => [node.prefix, node])), within: new Map() };
  for (const node of nodes)
    for (let around: ModuleNode | undefined = node; around !== undefined; around = around.parent)
      tree.within.set(around.prefix, [...(tree.within.get(around.prefix) ?? []), node]);
  return nodes.flatMap((node) => node.module.resources.flatMap((resource) => ofResource(resource, node, tree)));
}

interface Tree {
  readonly nodes: ReadonlyMap<string, ModuleNode>;
  /** Each module with those in it. */
  readonly within: Map<string, readonly ModuleNode[]>;
}

function ofResource(resource: ConfigResource, node: ModuleNode, tree: Tree): Dependency[] {
  const from = `${node.prefix}${localAddress(resource)}`;
  const found = new Map<string, Dependency>();
  const search = (says: readonly Said[], where: ModuleNode, words?: string): void => {
    for (const said of says) {
      const seen = new Set<string>();
      for (const reference of said.references) {
        for (const to of targetsOf(reference, where, { tree, seen })) {
          const own = {
            from,
            to,
            place: said.place,
            words: words === undefined ? said.words : `${words}: ${said.words}`,
          };
          if (to !== from && !found.has(to)) found.set(to, own);
        }
      }
    }
  };
  search(resource.says, node);
  for (let inner = node; inner.parent !== undefined; inner = inner.parent)
    search(inner.call?.says ?? [], inner.parent, `module ${inner.call?.name ?? ''}`);
  const provider = providerOf(resource.provider, node);
  if (provider !== undefined) search(provider.says, provider.node, `provider ${resource.provider}`);
  return [...found.values()];
}

/** Returns the configuration of a provider: that of the module, or one that it is given or inherits. */
function providerOf(
  name: string,
  node: ModuleNode,
): { readonly says: readonly Said[]; readonly node: ModuleNode } | undefined {
  const says = node.module.providers.get(name);
  if (says !== undefined) return { says, node };
  if (node.parent === undefined) return undefined;
  const given = node.call?.providers.get(name);
  if (given === undefined && name.includes('.')) return undefined;
  return providerOf(given ?? name, node.parent);
}

interface Search {
  readonly tree: Tree;
  /** The references that have been followed already. */
  readonly seen: Set<string>;
}

/** Returns the resources that a reference leads to. Iterative, as chains of locals may be long. */
function targetsOf(reference: Reference, node: ModuleNode, { tree, seen }: Search): string[] {
  const found: string[] = [];
  const waiting: { readonly reference: Reference; readonly node: ModuleNode }[] = [{ reference, node }];
  const follow = (says: readonly (Said | undefined)[], where: ModuleNode | undefined): void => {
    if (where === undefined) return;
    for (const said of says) for (const next of said?.references ?? []) waiting.push({ reference: next, node: where });
  };
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node: where } = next;
    const [first = '', second = '', third] = next.reference;
    const key = JSON.stringify([where.prefix, first, second, third]);
    if (seen.has(key)) continue;
    seen.add(key);
    if (first === 'local') follow([where.module.locals.get(second)], where);
    else if (first === 'var') follow([where.call?.inputs.get(second)], where.parent);
    else if (first === 'module') {
      const called = tree.nodes.get(`${where.prefix}module.${second}.`);
      if (called === undefined) continue;
      const output = third === undefined ? undefined : called.module.outputs.get(third);
      if (output !== undefined) follow(output, called);
      else if (third === undefined || called.module.outputs.size === 0) found.push(...resourcesIn(called, tree));
      follow(called.call?.says ?? [], where);
    } else {
      const isData = first === 'data';
      const [type, name] = isData ? [second, third] : [first, second];
      const mode = isData ? 'data' : 'managed';
      const resource = where.module.resources.find(
        (each) => each.mode === mode && each.type === type && each.name === name,
      );
      if (resource !== undefined) found.push(`${where.prefix}${localAddress(resource)}`);
    }
  }
  return found;
}

const resourcesIn = (node: ModuleNode, { within }: Tree): string[] =>
  (within.get(node.prefix) ?? []).flatMap(({ prefix, module }) =>
    module.resources.map((resource) => `${prefix}${localAddress(resource)}`),
  );
