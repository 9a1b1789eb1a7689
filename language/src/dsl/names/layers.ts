/**
 * Layers of names: the places where a name is looked up, from the nearest to the farthest. A scope
 * is a list of layers; the first that knows a name decides.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.ts';

/** Several entities that a short name could mean. */
export interface Ambiguity {
  readonly candidates: readonly ast.Entity[];
}

export interface Layer {
  readonly get: (name: string) => AstNode | Ambiguity | undefined;
  readonly all: () => Iterable<readonly [string, AstNode]>;
}

export const isAmbiguity = (found: AstNode | Ambiguity): found is Ambiguity => 'candidates' in found;

/** Looks names up in maps whose values are nodes or lists of nodes; of a list, the first counts. */
export function mapLayer(map: ReadonlyMap<string, AstNode | readonly AstNode[]>): Layer {
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

/** Looks names up in a few nodes. */
export function listLayer(nodes: readonly (AstNode & { readonly name: string })[]): Layer {
  return mapLayer(new Map(nodes.map((node) => [node.name, node])));
}

/** Leaves out what is not accepted. */
export function filtered(layer: Layer, accepts: (node: AstNode) => boolean): Layer {
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

/** Finds a name in the first layer that knows it for something that is accepted; layers behind that one are not made. */
export function findInLayers(
  layers: Iterable<Layer>,
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
