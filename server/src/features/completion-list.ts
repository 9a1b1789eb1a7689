/**
 * The list of offers for an editor: a long list is cut to what matches the typed text, and each entry has a key to load
 * its documentation.
 */
import type { TextEdit } from '../../../language/src/model/finding.ts';
import type { Position } from '../../../language/src/model/span.ts';
import type { Completer } from '../completion/complete.ts';
import type { Offer } from '../completion/offer.ts';
import { fitsTyped } from '../workspace/fits-typed.ts';
import { importEdit } from '../workspace/imports.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan, isDeclared, nameAt } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { describeDeclared } from './hover.ts';

/** The key of a list entry: leads back to the declaration that it offers. */
export interface OfferSource {
  /** The document that the list belongs to. */
  readonly document: string;
  readonly uri: string;
  readonly position: Position;
}

/** A list of completion entries. */
export interface CompletionList {
  /** The range to replace. */
  readonly start: Position;
  readonly end: Position;
  readonly entries: readonly CompletionEntry[];
  /** True if more is offered after more is typed. */
  readonly isCut: boolean;
}

/** An offer with the key of its declaration, and its additional edits. */
export interface CompletionEntry {
  readonly offer: Offer;
  readonly source: OfferSource | undefined;
  readonly edits: readonly TextEdit[];
}

const mostEntries = 500;

/** Returns the list for an offset. */
export function completionList(
  workspace: Workspace,
  completer: Completer,
  document: ModelDocument,
  offset: number,
): CompletionList | undefined {
  const completion = completer(document, offset, workspace.all());
  if (completion === undefined) return undefined;
  const { textDocument } = document;
  const [start, end] = [textDocument.positionAt(completion.start), textDocument.positionAt(offset)];
  const typed = textDocument.getText({ start, end });
  const isLong = completion.offers.length > mostEntries;
  const fitting = isLong ? completion.offers.filter(({ label }) => fitsTyped(label, typed)) : completion.offers;
  const own = document.uri.toString();
  const entries = fitting.slice(0, mostEntries).map((offer) => ({
    offer,
    source: sourceOf(workspace, own, offer),
    edits: offer.importPath === undefined ? [] : [importEdit(document, offer.importPath)],
  }));
  // Names of files that are not imported are offered from the first letter on.
  return { start, end, entries, isCut: isLong || typed === '' };
}

function sourceOf(workspace: Workspace, document: string, { declaration }: Offer): OfferSource | undefined {
  if (declaration === undefined || !isDeclared(declaration)) return undefined;
  const span = declarationSpan(workspace, declaration);
  return span === undefined ? undefined : { document, uri: span.uri, position: span.start };
}

/** Returns the documentation of an entry, if its declaration still exists. */
export function documentOffer(workspace: Workspace, { document, uri, position }: OfferSource): string | undefined {
  const [seenFrom, declaring] = [workspace.find(document), workspace.find(uri)];
  if (seenFrom === undefined || declaring === undefined) return undefined;
  const found = nameAt(declaring, declaring.textDocument.offsetAt(position));
  if (found?.kind !== 'name' || found.target === undefined || !found.isDeclaration) return undefined;
  return describeDeclared(workspace, seenFrom, found.target);
}

/** Returns true if a value sent back by a client has the shape of a key. */
export function isOfferSource(value: unknown): value is OfferSource {
  if (typeof value !== 'object' || value === null) return false;
  const { document, uri, position } = value as Partial<Record<keyof OfferSource, unknown>>;
  return typeof document === 'string' && typeof uri === 'string' && typeof position === 'object' && position !== null;
}
