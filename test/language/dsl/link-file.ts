/** Parses, links and checks a fixture with its imports, and describes the target of each reference. */
import { readFileSync } from 'node:fs';
import { type AstNode, AstUtils, isReference, type LangiumDocument, type Reference, URI, UriUtils } from 'langium';
import { checkDocument } from '../../../language/src/dsl/check-document.ts';
import { isBuiltIn } from '../../../language/src/dsl/types/built-ins.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { createLightServices } from '../../../language/src/dsl/services.ts';
import { referencesOf } from '../../../language/src/dsl/names/link.ts';
import { standardLibrary } from '../../../language/src/dsl/library/standard-library.ts';
import { qualifiedName, symbolsOf } from '../../../language/src/dsl/types/symbols.ts';
import { importedUri, standardScheme } from '../../../language/src/dsl/names/visible.ts';
import type { Finding } from '../../../language/src/model/finding.ts';

/** A linked file. */
export interface Linked {
  readonly document: LangiumDocument<ast.Document>;
  readonly findings: readonly Finding[];
  /** Returns the reference whose name covers `[start, end)` on a line, all counted from 0. */
  readonly referenceAt: (line: number, start: number, end: number) => Reference | undefined;
}

/** Links a file on disk. */
export async function linkFile(url: URL): Promise<Linked> {
  const { shared } = createLightServices();
  const { LangiumDocuments: documents, LangiumDocumentFactory: factory, DocumentBuilder: builder } = shared.workspace;
  const open = (uri: URI): LangiumDocument<ast.Document> | undefined => {
    const text = textOf(uri);
    if (text === undefined || documents.hasDocument(uri)) return undefined;
    const document = factory.fromString<ast.Document>(text, uri);
    documents.addDocument(document);
    for (const { path } of symbolsOf(document.parseResult.value).imports) open(importedUri(path, uri));
    return document;
  };
  const document = open(URI.parse(url.href));
  if (document === undefined) throw new Error(`There is no fixture ${url.href}.`);
  await builder.build(documents.all.toArray(), { validation: false });
  const { findings } = checkDocument(document, documents);
  const referenceAt = (line: number, start: number, end: number) =>
    referencesOf(document)
      .filter(isReference)
      .find(({ $refNode: node }) => {
        const range = node?.range;
        return range?.start.line === line && range.start.character === start && range.end.character === end;
      });
  return { document, findings, referenceAt };
}

function textOf(uri: URI): string | undefined {
  if (uri.scheme === standardScheme) return standardLibrary.get(uri.path);
  try {
    return readFileSync(new URL(uri.toString()), 'utf8');
  } catch {
    // An import of a missing file is an intended error of some fixtures.
    return undefined;
  }
}

/** Describes a declaration, with its file if it is not the given one: `state Worker.Idle`, `a.b`, `other.aft: c`. */
export function describeTarget(node: AstNode, from: LangiumDocument): string {
  if (isBuiltIn(node)) return `built-in ${node.group} ${node.name}`;
  const document = AstUtils.getDocument(node);
  const file = document === from ? '' : `${UriUtils.basename(document.uri)}: `;
  return `${file}${describeNode(node)}`;
}

function describeNode(node: AstNode): string {
  if (ast.isEntity(node)) return qualifiedName(node);
  if (ast.isSetting(node)) return `setting ${containerName(node)}${node.property.$refText}`;
  if (ast.isEntityAction(node)) return `action ${containerName(node)}${node.name}`;
  const name = 'name' in node ? String(node.name) : '';
  const words: Readonly<Record<string, string>> = {
    Parameter: 'param',
    Variable: 'var',
    EnumValue: 'value',
    LocalName: 'local',
  };
  return `${words[node.$type] ?? node.$type.toLowerCase()} ${containerName(node)}${name}`;
}

/** Returns the name of the entity or machine that contains a member, with a dot. */
function containerName(node: AstNode): string {
  const entity = AstUtils.getContainerOfType(node.$container, ast.isEntity);
  if (entity !== undefined && !ast.isLocalName(node)) return `${qualifiedName(entity)}.`;
  const machine = AstUtils.getContainerOfType(node.$container, ast.isMachine);
  return machine === undefined || ast.isLocalName(node) || ast.isEnumValue(node) ? '' : `${machine.name}.`;
}
