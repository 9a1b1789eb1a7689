/**
 * Formats the text in the editor: all of it, some lines, or what was just typed.
 */
import { leafAtOffset } from '../../../language/src/dsl/syntax/tree/places.ts';
import { type Formatted, formatInSteps } from '../../../language/src/dsl/formatting/format.ts';
import { parseInSteps } from '../../../language/src/dsl/services.ts';
import type { ChangeablePart } from '../../../language/src/dsl/formatting/parsed-text.ts';

import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { Position } from '../../../language/src/model/span.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { NotFormatted } from '../protocol/formatting-protocol.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Formats a document or a part of it, in steps. */
export function formatDocument(
  workspace: Workspace,
  document: ModelDocument,
  part?: ChangeablePart,
): Generator<undefined, Formatted> {
  const given = { text: document.textDocument.getText(), result: document.parseResult };
  return formatInSteps(given, (text) => parseInSteps(workspace.services.aftermath, text), part);
}

/** Returns what was not formatted, if anything. */
export function leftAlone(document: ModelDocument, { brokenAt, isRefused }: Formatted): NotFormatted | undefined {
  if (brokenAt !== undefined) return { reason: 'syntax', line: document.textDocument.positionAt(brokenAt).line };
  return isRefused ? { reason: 'unsure' } : undefined;
}

/** Returns the full lines from one position to another. */
export function linesBetween({ textDocument }: ModelDocument, start: Position, end: Position): ChangeablePart {
  // A selection that ends at the start of a line does not include that line.
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return {
    start: textDocument.offsetAt({ line: start.line, character: 0 }),
    end: endOfLine(textDocument.getText(), textDocument.offsetAt({ line: last, character: 0 })),
  };
}

/** Returns the part to format after a character was typed: the block that it closes, or the line that it ends. */
export function typedPart(document: ModelDocument, position: Position, typed: string): ChangeablePart | undefined {
  const { textDocument, parseResult } = document;
  if (typed === '\n') {
    const line = position.line - 1;
    return line < 0 ? undefined : linesBetween(document, { line, character: 0 }, { line, character: 1 });
  }
  const end = textDocument.offsetAt(position);
  const opening = openingOf(parseResult.value, end);
  if (opening === undefined) return undefined;
  return { start: textDocument.offsetAt({ line: textDocument.positionAt(opening).line, character: 0 }), end };
}

function endOfLine(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

/** Returns the beginning of the node whose closing brace ends at an offset. */
function openingOf(tree: ast.Document, end: number): number | undefined {
  const leaf = leafAtOffset(tree, end - 1);
  return leaf?.tokenType.name === '}' && leaf.end === end ? leaf.astNode.$cstNode?.offset : undefined;
}
