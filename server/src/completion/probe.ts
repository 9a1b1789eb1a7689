/**
 * Asks what a word would mean at a place: the item that is being typed is parsed with a word in it
 * and the least that makes it whole, and the result is hung into the tree of the document. So names
 * are looked up by the same scopes that link them.
 */
import { AstUtils, CstUtils, GrammarUtils, isReference, type AstNode, type Mutable, type ReferenceInfo } from 'langium';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { LanguageServices } from '../workspace/document-trees.ts';
import { itemRules, type Place } from './place.ts';
import type { Expected, Reading } from './reading.ts';

/** A word in the tree: the node that it is a part of, and the property that it stands for. */
export interface Probed {
  readonly node: AstNode;
  readonly property: string | undefined;
  /** How the word refers to something, if it does. */
  readonly reference: ReferenceInfo | undefined;
}

export interface ProbeParts {
  readonly services: LanguageServices;
  readonly document: ModelDocument;
  readonly reading: Reading;
  readonly place: Place;
  /** The text from the beginning of the item to the word. */
  readonly itemText: string;
  /** Whether an expected token begins a new item. */
  readonly isStart: (expected: Expected) => boolean;
}

/** Puts a word where a token is expected; nothing where the text around it cannot be understood. */
export type Probe = (expected: Expected, word: string) => Probed | undefined;

/** A name that nobody has. */
export const unusedName = 'AftermathCompletion';

/** Makes a probe for one place. */
export function createProbe(parts: ProbeParts): Probe {
  const { services, document, reading, place, isStart } = parts;
  const container = containerOf(document, place);
  return (expected, word) => {
    if (container === undefined) return undefined;
    const before = isStart(expected) ? '' : parts.itemText;
    const way = { state: expected.edge.to, frame: expected.way.frame };
    const text = `${before} ${word} ${reading.completion(way, place.itemDepth).join(' ')}`;
    const rule = itemRules[place.construct];
    const { value: root, parserErrors } = services.aftermath.parser.LangiumParser.parse(text, { rule });
    // The parser takes the longest way where the grammar leaves a choice; what it does not take is no way.
    if (parserErrors.length > 0) return undefined;
    hang(root, container);
    return find(root, before.length + 1);
  };
}

/** Runs something that probes, and takes back what looking up names has left in the document. */
export function withoutTraces<T>(document: ModelDocument, run: () => T): T {
  const { references } = document;
  const count = references.length;
  try {
    return run();
  } finally {
    references.length = count;
  }
}

/** The node whose body one types in; nothing where a fault has kept it out of the tree. */
export function containerOf(document: ModelDocument, { brace, construct }: Place): AstNode | undefined {
  const root = document.parseResult.value;
  if (brace === undefined) return root;
  const node = root.$cstNode && CstUtils.findLeafNodeAtOffset(root.$cstNode, brace)?.astNode;
  return node?.$type === construct ? node : undefined;
}

function hang(root: Mutable<AstNode>, container: AstNode): void {
  root.$container = container;
  root.$containerProperty = 'members';
  root.$containerIndex = 0;
}

function find(root: AstNode, offset: number): Probed | undefined {
  const leaf = root.$cstNode && CstUtils.findLeafNodeAtOffset(root.$cstNode, offset);
  if (leaf === undefined) return undefined;
  const node = leaf.astNode;
  const property = GrammarUtils.findAssignment(leaf)?.feature;
  const info = AstUtils.streamReferences(node).find(({ reference }) => reference.$refNode?.offset === leaf.offset);
  return { node, property, reference: info !== undefined && isReference(info.reference) ? info : undefined };
}
