/**
 * Finds the layers in which each kind of reference is looked up: the one table from locations in the tree to layers.
 */
import type { AstNode, LangiumDocuments, ReferenceInfo } from 'langium';
import * as ast from '../generated/ast.ts';
import { type Ambiguity, filtered, findInLayers, type NameLayer, mapLayer } from './layers.ts';
import { layersOfAction, layersOfEvent, layersOfMember, layersOfSetting, layersOfState } from './member-layers.ts';
import { acceptedKinds, isDeclaredTarget, isReceiver, layersOfName } from './name-layers.ts';
import { visibleSymbols } from './visible.ts';

/** The layers of a reference. */
export interface Lookup {
  /** All names of the right form. */
  readonly layers: readonly NameLayer[];
  /** The names among these that fit the location: a target of `manages` is a space. */
  readonly fitting: readonly NameLayer[];
}

/** Returns the layers of a reference; undefined if they depend on a fault that has been reported already. */
export function lookupOf({ container, property }: ReferenceInfo, documents: LangiumDocuments): Lookup | undefined {
  const found = layersOf(container, property, documents);
  if (found === undefined) return undefined;
  const layers = [...found];
  const accepts = acceptanceOf(container);
  return { layers, fitting: accepts === undefined ? layers : layers.map((layer) => filtered(layer, accepts)) };
}

/** Returns the target of a reference, creating no more layers than needed to find it. */
export function findTarget(
  { container, property, reference }: ReferenceInfo,
  documents: LangiumDocuments,
): AstNode | Ambiguity | undefined {
  const layers = layersOf(container, property, documents);
  return layers && findInLayers(layers, reference.$refText, acceptanceOf(container));
}

/** Returns a test for the nodes that fit a location; undefined if all do. */
function acceptanceOf(container: AstNode): ((node: AstNode) => boolean) | undefined {
  const kinds = ast.isExpression(container) && !isReceiver(container) ? acceptedKinds(container) : undefined;
  return kinds && ((node) => !ast.isEntity(node) || kinds.includes(node.kind));
}

/** Returns the layers for the name after a dot: in a declared relation only entities, elsewhere all that can be read. */
function layersOfPath(access: ast.MemberAccess, documents: LangiumDocuments): Iterable<NameLayer> | undefined {
  const layers = layersOfMember(access, documents);
  return layers && isDeclaredTarget(access) ? [...layers].map((layer) => filtered(layer, ast.isEntity)) : layers;
}

function layersOf(container: AstNode, property: string, documents: LangiumDocuments): Iterable<NameLayer> | undefined {
  switch (container.$type) {
    case 'NameReference':
      return layersOfName(container as ast.NameReference, documents);
    case 'MemberAccess':
      return layersOfPath(container as ast.MemberAccess, documents);
    case 'Setting':
      return layersOfSetting(container as ast.Setting, documents);
    case 'EventTrigger':
    case 'EventReference':
    case 'Send':
    case 'Raise':
    case 'Cancel':
    case 'Message':
      return layersOfEvent(container as ast.EventTrigger, documents);
    case 'Transition':
    case 'History':
      return layersOfState(container as ast.Transition | ast.History);
    case 'Entity':
    case 'Class':
    case 'InstanceOf':
      return visibleSymbols(container, documents).map(({ machines, classes }) =>
        property === 'machine' ? mapLayer(machines) : mapLayer(classes),
      );
    default:
      if (property === 'notify') return layersOfAction(container as ast.Relation);
      throw new Error(`No scope is defined for ${container.$type}.${property}.`);
  }
}
