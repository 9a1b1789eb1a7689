/**
 * Finds names that two imports of a file declare, where the file uses them: that of the first import counts.
 */
import { t } from '../model/common/translation.ts';
import { type AstNode, AstUtils, type LangiumDocument, type LangiumDocuments } from 'langium';
import type { Finding } from '../model/finding.ts';
import * as ast from './generated/ast.ts';
import { spanOf } from './lowering/collector.ts';
import { indexTree } from './names/tree-index.ts';
import { importedUri, visibleFiles } from './names/visible.ts';
import { receiverOf } from './rules/event-sends.ts';
import { symbolsOf } from './types/symbols.ts';

/** The kinds of declarations at file level, and in machines, by the lists of their names. */
const listOf = {
  Entity: 'entities',
  Class: 'classes',
  Machine: 'machines',
  Policy: 'policies',
  Channel: 'channels',
  Collector: 'collectors',
  Event: 'events',
} as const;

type Named = AstNode & { readonly name: string };

/** Returns a finding at the first use of each such name. Cost: O(nodes of the file) if it has several imports. */
export function repeatedNames(document: LangiumDocument<ast.Document>, documents: LangiumDocuments): Finding[] {
  const [, ...imports] = visibleFiles(document, documents);
  if (imports.length < 2) return [];
  const found = new Set<AstNode>();
  return indexTree(document.parseResult.value).uses.flatMap(({ node, property, reference: { ref: first } }) => {
    const list = first && namesOf(first);
    if (first === undefined || list === undefined || found.has(first) || isToldByReceiver(node, first)) return [];
    const home = AstUtils.getDocument(first);
    const { name } = first as Named;
    const second: Named | undefined = imports
      .filter((file) => file !== home && home !== document)
      .map(({ parseResult }) => symbolsOf(parseResult.value)[list].get(name)?.[0])
      .find((each) => each !== undefined);
    if (second === undefined) return [];
    found.add(first);
    const [one = '', other = ''] = [first, second].map((each) => `"${importOf(each, document)}"`);
    return {
      code: 'name/two-imports',
      severity: 'warning' as const,
      message: t`Both ${one} and ${other} declare "${name}". This means that of ${one}, which is imported first. Rename one of the two, or import first the one that you mean.`,
      span: spanOf(node, property),
      related: [first, second].map((each) => ({ message: t`It is declared here.`, span: spanOf(each, 'name') })),
    };
  });
}

/** Returns the list of names that a declaration is looked up in; undefined if it is inside another one. */
function namesOf({ $type, $container }: AstNode): (typeof listOf)[keyof typeof listOf] | 'machineEvents' | undefined {
  if (ast.isMachine($container) && $type === 'Event') return 'machineEvents';
  return ast.isDocument($container) && $type in listOf ? listOf[$type as keyof typeof listOf] : undefined;
}

/** Returns true if the event of a machine is meant because of the receiver, not of the imports. */
const isToldByReceiver = (use: AstNode, { $container }: AstNode): boolean =>
  ast.isMachine($container) && (!ast.isSend(use) || receiverOf(use) !== undefined);

function importOf(declaration: AstNode, document: LangiumDocument<ast.Document>): string {
  const { uri } = AstUtils.getDocument(declaration);
  const { imports } = symbolsOf(document.parseResult.value);
  return imports.find(({ path }) => importedUri(path, document.uri).toString() === uri.toString())?.path ?? '';
}
