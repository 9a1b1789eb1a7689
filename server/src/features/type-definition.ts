/**
 * Go to the type of a name: the machine of an entity, the enumeration of a value, the machine of a state.
 */
import { isBuiltIn } from '../../../language/src/dsl/types/built-ins.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { StaticType } from '../../../language/src/dsl/types/static-type.ts';
import { machineAround, typeOfNamed } from '../../../language/src/dsl/types/typing.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan, documentUri, nameAt, type Declared } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Definition } from './definition.ts';

/** Returns the declaration of the type of the name at an offset, if a file declares it. */
export function typeDefinitionAt(
  workspace: Workspace,
  document: ModelDocument,
  offset: number,
): Definition | undefined {
  const found = nameAt(document, offset);
  if (found?.kind !== 'name' || found.target === undefined) return undefined;
  const type = typeNodeOf(found.target);
  const target = type === undefined ? undefined : definitionSpan(workspace, type);
  return target === undefined ? undefined : { origin: found.span, target };
}

/** The declaration of a type: a class, a machine, an enumeration, or an entity that names can refer to. */
type TypeNode = ast.Machine | ast.EnumType | ast.Entity | ast.Class;

function typeNodeOf(target: Declared): TypeNode | undefined {
  if (isBuiltIn(target) || ast.isEntityAction(target) || ast.isClass(target)) return undefined;
  if (ast.isTarget(target)) return machineAround(target);
  const type = typeOfNamed(target);
  const node = declarationOf(type);
  return node === target ? undefined : node;
}

function declarationOf(type: StaticType): TypeNode | undefined {
  switch (type.kind) {
    case 'enum':
      return type.declaration;
    case 'entity':
      return type.machine ?? type.declaration;
    case 'set':
      return declarationOf(type.of);
    case 'map':
      return declarationOf(type.value);
    default:
      return undefined;
  }
}

function definitionSpan(workspace: Workspace, node: TypeNode): Span | undefined {
  if (!ast.isEnumType(node)) return declarationSpan(workspace, node);
  const uri = documentUri(workspace, node);
  return node.$cstNode === undefined || uri === undefined ? undefined : { uri, ...node.$cstNode.range };
}
