/** The requests about types and their instances. */
import type {
  TypeHierarchyItem,
  TypeHierarchySubtypesParams,
  TypeHierarchySupertypesParams,
} from 'vscode-languageserver';
import {
  entitiesOf,
  directInstances,
  hierarchyItem,
  type TypeOrInstance,
  typedAt,
  typedIn,
  typesOf,
} from '../features/type-hierarchy.ts';
import type { Asking } from './asking.ts';
import { locationOf, rangeOf } from './convert/conversion.ts';
import { symbolKinds } from './convert/convert.ts';
import type { Server } from './guard.ts';
import { normalized } from '../workspace/workspace.ts';

/** Registers the handlers. */
export function answerTypes(server: Server, { inSteps }: Asking): void {
  const { connection, ofTrees, workspace } = server;
  const itemsOf = (nodes: readonly TypeOrInstance[]): TypeHierarchyItem[] =>
    nodes.flatMap((node) => {
      const item = hierarchyItem(workspace, node);
      if (item === undefined) return [];
      const range = rangeOf(item.span);
      const uri = server.conversion().uri(item.span.uri);
      return { name: item.name, kind: symbolKinds[item.kind], detail: item.kind, uri, range, selectionRange: range };
    });
  const meant = ({ item: { uri, selectionRange } }: TypeHierarchySubtypesParams): TypeOrInstance | undefined =>
    typedIn(workspace, { uri: normalized(uri), ...selectionRange });
  connection.onImplementation(
    inSteps('implementation', function* ({ document, offset }) {
      const type = typedAt(document, offset);
      const entities = type === undefined ? [] : yield* entitiesOf(workspace, type);
      return entities.flatMap((entity) => {
        const item = hierarchyItem(workspace, entity);
        return item === undefined ? [] : locationOf(item.span, server.conversion());
      });
    }),
  );
  const { typeHierarchy } = connection.languages;
  typeHierarchy.onPrepare(
    inSteps('prepareTypeHierarchy', function* ({ document, offset }) {
      const type = typedAt(document, offset);
      yield;
      return type === undefined ? null : itemsOf([type]);
    }),
  );
  typeHierarchy.onSupertypes(
    ofTrees('supertypes', null, function* (parameters: TypeHierarchySupertypesParams) {
      const type = meant(parameters);
      yield;
      return type === undefined ? null : itemsOf(typesOf(type));
    }),
  );
  typeHierarchy.onSubtypes(
    ofTrees('subtypes', null, function* (parameters: TypeHierarchySubtypesParams) {
      const type = meant(parameters);
      return type === undefined ? null : itemsOf(yield* directInstances(workspace, type));
    }),
  );
}
