/**
 * Go to the declaration of a name, or to the line of another tool's file that an imported declaration comes from.
 */
import { bodiesOf } from '../../../language/src/dsl/types/bodies.ts';
import { AstUtils, type AstNode, UriUtils } from 'langium';
import { isBuiltIn } from '../../../language/src/dsl/types/built-ins.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { dataIn, symbolsOf } from '../../../language/src/dsl/types/symbols.ts';
import { typeOf } from '../../../language/src/dsl/types/typing.ts';
import { importedUri } from '../../../language/src/dsl/names/visible.ts';
import { originsOf } from '../../../language/src/dsl/origins.ts';
import type { Origin } from '../../../language/src/model/origin.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan, nameAt, type Declared, type NameAt } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A name with the location of its declaration. */
export interface Definition {
  readonly origin: Span;
  readonly target: Span;
}

const start = { line: 0, character: 0 };

/**
 * Returns the line of another tool's file that declares the name at an offset, else the declaration of the name
 * there; for an import, the file.
 */
export const definitionAt = (workspace: Workspace, document: ModelDocument, offset: number): Definition | undefined =>
  originTarget(document, offset, nameAt(document, offset)) ?? declarationAt(workspace, document, offset);

/** Returns the declaration of the name at an offset in a model; for an import, the file. */
export function declarationAt(workspace: Workspace, document: ModelDocument, offset: number): Definition | undefined {
  const found = nameAt(document, offset);
  if (found?.kind === 'import') {
    const uri = importedUri(found.node.path, AstUtils.getDocument(found.node).uri).toString();
    return workspace.find(uri) === undefined ? undefined : { origin: found.span, target: { uri, start, end: start } };
  }
  if (found?.kind !== 'name' || found.target === undefined) return undefined;
  const target = declarationSpan(workspace, declaringNode(document, found.target, found.node));
  return target === undefined ? undefined : { origin: found.span, target };
}

/** Returns the value that a key of data names: that of the entity before the dot, or else the first of the file. */
function declaringNode(document: ModelDocument, target: Declared, node: AstNode): Declared {
  if (!isBuiltIn(target) || target.group !== 'data') return target;
  const of = ast.isMemberAccess(node) ? typeOf(node.receiver) : undefined;
  const bodies = of?.kind === 'entity' && of.declaration !== undefined ? bodiesOf(of.declaration) : [];
  const own = bodies.map((body) => dataIn(body).get(target.name)).find((value) => value !== undefined);
  const [first] = symbolsOf(document.parseResult.value).data.get(target.name) ?? [];
  return own ?? first ?? target;
}

/** Returns the line of the imported file, from its comment, the declared name or a word of the relation. */
function originTarget(document: ModelDocument, offset: number, found: NameAt | undefined): Definition | undefined {
  const at = document.textDocument.positionAt(offset);
  const stated = originsOf(document).get(at.line);
  if (stated === undefined) return undefined;
  const { span, origin } = stated;
  const isInComment = at.line === span.start.line && at.character >= span.start.character;
  const isStatement = found?.kind === 'keyword' || (found?.kind === 'name' && found.isDeclaration);
  if (!isInComment && !isStatement) return undefined;
  return { origin: isInComment || found === undefined ? span : found.span, target: originSpan(document, origin) };
}

/** Returns the beginning of the line of another tool's file that an origin names. */
export function originSpan({ uri }: Pick<ModelDocument, 'uri'>, { file, line }: Origin): Span {
  const position = { line: line - 1, character: 0 };
  return { uri: UriUtils.resolvePath(UriUtils.dirname(uri), file).toString(), start: position, end: position };
}
