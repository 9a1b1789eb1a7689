/**
 * Layers of names: the scopes in which a name is looked up, from the nearest to the farthest. The first layer that
 * knows a name decides.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.ts';

/** Several entities that a short name could mean. */
export interface Ambiguity {
  readonly candidates: readonly ast.Entity[];
}

/** A layer of names. */
export interface NameLayer {
  readonly get: (name: string) => AstNode | Ambiguity | undefined;
  readonly all: () => Iterable<readonly [string, AstNode]>;
}

/** Returns true if a lookup found several candidates. */
export const isAmbiguity = (found: AstNode | Ambiguity): found is Ambiguity => 'candidates' in found;

/** Makes a layer from a map of nodes or lists of nodes; the first node of a list counts. */
export function mapLayer(map: ReadonlyMap<string, AstNode | readonly AstNode[]>): NameLayer {
  return {
    get: (name) => first(map.get(name)),
    *all() {
      for (const [name, value] of map) {
        const node = first(value);
        if (node !== undefined) yield [name, node];
      }
    },
  };
}

/** Makes a layer from a few nodes. */
export function listLayer(nodes: readonly (AstNode & { readonly name: string })[]): NameLayer {
  return mapLayer(new Map(nodes.map((node) => [node.name, node])));
}

/** Removes the nodes that are not accepted from a layer. */
export function filtered(layer: NameLayer, accepts: (node: AstNode) => boolean): NameLayer {
  return {
    get(name) {
      const found = layer.get(name);
      return found === undefined || isAmbiguity(found) || accepts(found) ? found : undefined;
    },
    *all() {
      for (const entry of layer.all()) if (accepts(entry[1])) yield entry;
    },
  };
}

/** Returns the first accepted node with a name; later layers are not created. */
export function findInLayers(
  layers: Iterable<NameLayer>,
  name: string,
  accepts?: (node: AstNode) => boolean,
): AstNode | Ambiguity | undefined {
  for (const layer of layers) {
    const found = layer.get(name);
    if (found !== undefined && (accepts === undefined || isAmbiguity(found) || accepts(found))) return found;
  }
  return undefined;
}

const first = (value: AstNode | readonly AstNode[] | undefined): AstNode | undefined =>
  isList(value) ? value[0] : value;

function isList(value: AstNode | readonly AstNode[] | undefined): value is readonly AstNode[] {
  return Array.isArray(value);
}
