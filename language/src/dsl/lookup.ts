/**
 * Where each kind of reference is looked up: the one table from a place in the tree to its layers.
 */
import type { AstNode, LangiumDocuments, ReferenceInfo } from 'langium';
import * as ast from './generated/ast.ts';
import { filtered, type Layer, mapLayer } from './layers.ts';
import { layersOfAction, layersOfEvent, layersOfMember, layersOfSetting, layersOfState } from './member-layers.ts';
import { acceptedKinds, isReceiver, layersOfName } from './name-layers.ts';
import { visibleSymbols } from './visible.ts';

/** Where a reference is looked up. */
export interface Lookup {
  /** All that has the right form. */
  readonly layers: readonly Layer[];
  /** Of these, what fits the place: a target of `manages` is a space. */
  readonly fitting: readonly Layer[];
}

/** Returns where a reference is looked up; nothing where the reason is another fault already reported. */
export function lookupOf({ container, property }: ReferenceInfo, documents: LangiumDocuments): Lookup | undefined {
  const layers = layersOf(container, property, documents);
  if (layers === undefined) return undefined;
  const kinds = ast.isExpression(container) && !isReceiver(container) ? acceptedKinds(container) : undefined;
  if (kinds === undefined) return { layers, fitting: layers };
  const accepts = (node: AstNode) => !ast.isEntity(node) || kinds.includes(node.kind);
  return { layers, fitting: layers.map((layer) => filtered(layer, accepts)) };
}

function layersOf(container: AstNode, property: string, documents: LangiumDocuments): readonly Layer[] | undefined {
  switch (container.$type) {
    case 'NameReference':
      return layersOfName(container as ast.NameReference, documents);
    case 'MemberAccess':
      return layersOfMember(container as ast.MemberAccess, documents);
    case 'Setting':
      return layersOfSetting(container as ast.Setting);
    case 'EventTrigger':
    case 'EventReference':
    case 'Send':
    case 'Received':
      return layersOfEvent(container as ast.EventTrigger, documents);
    case 'Transition':
      return layersOfState(container as ast.Transition);
    case 'Entity':
      return visibleSymbols(container, documents).map(({ machines }) => mapLayer(machines));
    default:
      if (property === 'notify') return layersOfAction(container as ast.Relation);
      throw new Error(`No scope is defined for ${container.$type}.${property}.`);
  }
}
