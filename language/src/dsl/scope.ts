/**
 * Puts the layers of names behind Langium's interfaces: scopes for linking and completion, and the
 * linker with its messages. Nothing is exported to a global scope; a file sees itself and its imports.
 */
import {
  type AstNode,
  type AstNodeDescription,
  type AstNodeDescriptionProvider,
  AstUtils,
  DefaultLinker,
  DefaultScopeComputation,
  EMPTY_STREAM,
  type LangiumCoreServices,
  type LangiumDocument,
  type LangiumDocuments,
  type LinkingError,
  MultiMap,
  type ReferenceInfo,
  type Scope,
  type ScopeProvider,
  stream,
  URI,
} from 'langium';
import { isBuiltIn } from './built-ins.ts';
import * as ast from './generated/ast.ts';
import { filtered, findInLayers, isAmbiguity, type Layer, mapLayer } from './layers.ts';
import {
  layersOfAction,
  layersOfEvent,
  layersOfMember,
  layersOfSetting,
  layersOfState,
} from './member-layers.ts';
import { acceptedKinds, isReceiver, layersOfName } from './name-layers.ts';
import { unresolvedMessage } from './unresolved.ts';
import { standardScheme, visibleSymbols } from './visible.ts';

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

/** Scopes as Langium's completion and linker want them. */
export class AftermathScopeProvider implements ScopeProvider {
  readonly #documents: () => LangiumDocuments;
  readonly #descriptions: AstNodeDescriptionProvider;
  readonly #cache = new WeakMap<AstNode, AstNodeDescription>();

  constructor(services: LangiumCoreServices) {
    this.#documents = () => services.shared.workspace.LangiumDocuments;
    this.#descriptions = services.workspace.AstNodeDescriptionProvider;
  }

  getScope(context: ReferenceInfo): Scope {
    const layers = lookupOf(context, this.#documents())?.fitting ?? [];
    const describe = (node: AstNode, name: string) => this.#describe(node, name);
    return {
      getElement(name) {
        const found = findInLayers(layers, name);
        return found === undefined || isAmbiguity(found) ? undefined : describe(found, name);
      },
      getElements(name) {
        const found = findInLayers(layers, name);
        return found === undefined || isAmbiguity(found) ? EMPTY_STREAM : stream([describe(found, name)]);
      },
      getAllElements: () => stream(allElements(layers, describe)),
    };
  }

  #describe(node: AstNode, name: string): AstNodeDescription {
    let description = this.#cache.get(node);
    if (description === undefined) {
      description = isBuiltIn(node)
        ? { node, name, type: node.$type, documentUri: builtInUri, path: `/${node.group}/${name}` }
        : this.#descriptions.createDescription(node, name, AstUtils.getDocument(node));
      this.#cache.set(node, description);
    }
    return description;
  }
}

const builtInUri = URI.from({ scheme: standardScheme, path: '/built-in' });

function* allElements(
  layers: readonly Layer[],
  describe: (node: AstNode, name: string) => AstNodeDescription,
): Iterable<AstNodeDescription> {
  const seen = new Set<string>();
  for (const layer of layers) {
    for (const [name, node] of layer.all()) {
      if (seen.has(name)) continue;
      seen.add(name);
      yield { ...describe(node, name), name };
    }
  }
}

/** A linking error with the code of its finding; without a code it repeats a fault reported elsewhere. */
export interface CodedLinkingError extends LinkingError {
  readonly code: string | undefined;
}

/** Links through the layers and words what cannot be linked. */
export class AftermathLinker extends DefaultLinker {
  override getCandidate(refInfo: ReferenceInfo): AstNodeDescription | LinkingError {
    const name = refInfo.reference.$refText;
    const description = name === '' ? undefined : this.scopeProvider.getScope(refInfo).getElement(name);
    if (description !== undefined) return description;
    const lookup = name === '' ? undefined : lookupOf(refInfo, this.langiumDocuments());
    const error: CodedLinkingError = {
      info: refInfo,
      message: '',
      code: undefined,
      ...(lookup === undefined ? {} : unresolvedMessage(refInfo, lookup)),
    };
    return error;
  }
}

/** Exports nothing and keeps no local symbols: the maps of `symbols.ts` serve instead. */
export class AftermathScopeComputation extends DefaultScopeComputation {
  override collectExportedSymbols(): Promise<AstNodeDescription[]> {
    return Promise.resolve([]);
  }

  override collectLocalSymbols(_document: LangiumDocument): Promise<MultiMap<AstNode, AstNodeDescription>> {
    return Promise.resolve(new MultiMap());
  }
}
