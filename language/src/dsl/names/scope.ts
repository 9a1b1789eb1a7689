/**
 * Implements Langium's interfaces with layers of names: scopes for linking and completion, and the linker with its
 * messages. Nothing is exported to a global scope; a file sees itself and its imports.
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
import { isBuiltIn } from '../types/built-ins.ts';
import { outdate } from './declaration-state.ts';
import type * as ast from '../generated/ast.ts';
import { findInLayers, isAmbiguity, type NameLayer } from './layers.ts';
import { forgetTarget, referencesIn } from './link.ts';
import { findTarget, lookupOf } from './lookup.ts';
import { unresolvedMessage } from './unresolved.ts';
import { forgetVisible, standardScheme } from './visible.ts';

/** Provides scopes for Langium's completion and linker. */
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
  layers: readonly NameLayer[],
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

/** Links through the layers and writes the messages for unresolved names. */
export class AftermathLinker extends DefaultLinker {
  override getCandidate(refInfo: ReferenceInfo): AstNodeDescription | LinkingError {
    const name = refInfo.reference.$refText;
    const found = name === '' ? undefined : findTarget(refInfo, this.langiumDocuments());
    if (found !== undefined && !isAmbiguity(found)) {
      // Only the node of a description is ever read here.
      return { node: found, name, type: found.$type, documentUri: builtInUri, path: '' };
    }
    const lookup = name === '' ? undefined : lookupOf(refInfo, this.langiumDocuments());
    const error: CodedLinkingError = {
      info: refInfo,
      message: '',
      code: undefined,
      ...(lookup === undefined ? {} : unresolvedMessage(refInfo, lookup)),
    };
    return error;
  }

  /** Forgets the description, which nothing reads once its node is known. */
  protected override getLinkedNode(refInfo: ReferenceInfo): ReturnType<DefaultLinker['getLinkedNode']> {
    const { node, error } = super.getLinkedNode(refInfo);
    return { ...(node !== undefined && { node }), ...(error !== undefined && { error }) };
  }

  override unlink(document: LangiumDocument): void {
    forgetVisible(document);
    for (const declaration of (document.parseResult.value as ast.Document).declarations) {
      referencesIn(declaration).forEach(forgetTarget);
      outdate(declaration);
    }
  }
}

/** Exports nothing and keeps no local symbols: the maps of `symbols.ts` are used instead. */
export class AftermathScopeComputation extends DefaultScopeComputation {
  override collectExportedSymbols(): Promise<AstNodeDescription[]> {
    return Promise.resolve([]);
  }

  override collectLocalSymbols(): Promise<MultiMap<AstNode, AstNodeDescription>> {
    return Promise.resolve(new MultiMap());
  }
}
