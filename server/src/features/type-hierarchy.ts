/**
 * Types and their instances: what a class extends and what extends it, the entities of a class, and what runs a machine.
 */
import { isBody, type Body } from '../../../language/src/dsl/types/bodies.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { referencesOf } from '../../../language/src/dsl/names/link.ts';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import { isWithin, type Span } from '../../../language/src/model/span.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan, nameAt } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A type, or an instance of one. */
export type TypeOrInstance = Body | ast.Machine;

/** A type or an instance with the place of its name. */
export interface TypedItem {
  readonly name: string;
  readonly kind: EntityKind | 'class' | 'machine';
  readonly span: Span;
}

/** Returns the class, machine or entity named at an offset. */
export function typedAt(document: ModelDocument, offset: number): TypeOrInstance | undefined {
  const found = nameAt(document, offset);
  if (found?.kind !== 'name' || found.target === undefined) return undefined;
  return isTyped(found.target) ? found.target : undefined;
}

/** Returns what is declared with its name at exactly this place. */
export function typedIn(workspace: Workspace, span: Span): TypeOrInstance | undefined {
  const document = workspace.find(span.uri);
  const found = document && typedAt(document, document.textDocument.offsetAt(span.start));
  const declared = found && declarationSpan(workspace, found);
  return declared?.uri === span.uri && isWithin(declared, span) ? found : undefined;
}

/** Returns what a class extends; the class or machine of an entity. */
export const typesOf = (node: TypeOrInstance): readonly TypeOrInstance[] => {
  if (ast.isMachine(node)) return [];
  const above = ast.isClass(node) ? node.base?.ref : node.class?.ref;
  return [above, node.machine?.ref].filter((each) => each !== undefined);
};

/** Returns what names a class or machine as its own type, in the order of files and texts; one document per step. */
export function* directInstances(workspace: Workspace, type: TypeOrInstance): Generator<undefined, readonly Body[]> {
  const found: Body[] = [];
  for (const document of workspace.all()) {
    workspace.models.link(document);
    for (const reference of referencesOf(document)) {
      if (!('ref' in reference) || reference.ref !== type) continue;
      const body = reference.$refNode?.astNode;
      if (isBody(body) && typesOf(body).includes(type)) found.push(body);
    }
    yield;
  }
  return [...new Set(found)];
}

/** Returns the entities of a class or machine, also by classes in between; one document per step. */
export function* entitiesOf(workspace: Workspace, type: TypeOrInstance): Generator<undefined, readonly ast.Entity[]> {
  const seen = new Set<TypeOrInstance>([type]);
  // The set grows while it is read.
  for (const each of seen) {
    if (ast.isEntity(each)) continue;
    for (const body of yield* directInstances(workspace, each)) seen.add(body);
  }
  return [...seen].filter(ast.isEntity).filter((each) => each !== type);
}

/** Returns the item of a type or instance, if a file declares it. */
export function hierarchyItem(workspace: Workspace, node: TypeOrInstance): TypedItem | undefined {
  const span = declarationSpan(workspace, node);
  if (span === undefined) return undefined;
  return { name: node.name, kind: ast.isEntity(node) ? node.kind : ast.isClass(node) ? 'class' : 'machine', span };
}

const isTyped = (node: unknown): node is TypeOrInstance => isBody(node) || ast.isMachine(node);
