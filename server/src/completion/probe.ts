/**
 * Finds the meaning of a word at a position: parses the current item with the word in it, completed by the shortest
 * text, and attaches the result to the tree of the document. Names are thus looked up by the scopes that also link
 * them.
 */
import { AstUtils, CstUtils, GrammarUtils, isReference, type AstNode, type Mutable, type ReferenceInfo } from 'langium';
import { leafAtOffset } from '../../../language/src/dsl/syntax/tree/places.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { LanguageServices } from '../workspace/document-trees.ts';
import { itemRules, type CursorPosition } from './place.ts';
import type { Expected, Reading } from './reading.ts';

/** A word in the tree: its node and the property it is the value of. */
export interface Probed {
  readonly node: AstNode;
  readonly property: string | undefined;
  /** The reference that the word makes, if any. */
  readonly reference: ReferenceInfo | undefined;
}

/** The parts that a probe is made of. */
export interface ProbeParts {
  readonly services: LanguageServices;
  readonly document: ModelDocument;
  readonly reading: Reading;
  readonly place: CursorPosition;
  /** The text of the item up to the word. */
  readonly itemText: string;
  /** Returns true if an expected token begins a new item. */
  readonly isStart: (expected: Expected) => boolean;
}

/** Puts a word where a token is expected; returns nothing if the text around it cannot be parsed. */
export type Probe = (expected: Expected, word: string) => Probed | undefined;

/** A name that no declaration has. */
export const unusedName = 'AftermathCompletion';

/** Creates a probe for one position. */
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
    // The parser takes the longest alternative where the grammar is ambiguous; what it rejects is no way.
    if (parserErrors.length > 0) return undefined;
    hang(root, container);
    return find(root, before.length + 1);
  };
}

/** Runs a function that probes, then removes what looking up names has left in the document. */
export function withoutTraces<T>(document: ModelDocument, run: () => T): T {
  const { references } = document;
  const count = references.length;
  try {
    return run();
  } finally {
    references.length = count;
  }
}

/** Returns the node whose body contains the cursor; nothing if an error has kept it out of the tree. */
export function containerOf(document: ModelDocument, { brace, construct }: CursorPosition): AstNode | undefined {
  const root = document.parseResult.value;
  if (brace === undefined) return root;
  const node = leafAtOffset(root, brace)?.astNode;
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
