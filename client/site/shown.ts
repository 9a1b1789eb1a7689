/** What the page shows around the editor and the views. */
import type { Address } from '../book/address.ts';
import type { ShownCounts, NamedFinding } from './editor/findings.ts';
import type { ModelState } from './model-state.ts';

/** The initial state of the page. */
export interface PlaygroundProps {
  readonly text: string;
  readonly address: Address;
  /** The example that the text is, if it is one. */
  readonly example: { readonly name: string; readonly text: string } | undefined;
  readonly troubles: readonly string[];
}

/** The state of the page. */
export interface SiteState {
  readonly address: Address;
  readonly model: ModelState;
  readonly counts: ShownCounts | undefined;
  /** The finding at the cursor. */
  readonly finding: NamedFinding | undefined;
  /** What went wrong; gone with the next step. */
  readonly trouble: string | undefined;
  /** What was done. */
  readonly notice: string | undefined;
  /** The name of the example that is shown unchanged. */
  readonly example: string | undefined;
}

/** Returns the numbers of findings in words. */
export function findingCountText(counts: ShownCounts | undefined): string {
  if (counts === undefined) return 'Reading…';
  const words = (count: number, word: string): readonly string[] =>
    count === 0 ? [] : [`${String(count)} ${word}${count === 1 ? '' : 's'}`];
  const all = [...words(counts.errors, 'error'), ...words(counts.warnings, 'warning'), ...words(counts.hints, 'hint')];
  return all.length === 0 ? 'No findings' : all.join(', ');
}

/** True where the text and its views take turns; the style sheet has the same width. */
export const isNarrowSite = (): boolean => window.matchMedia('(max-width: 800px)').matches;

/** Returns an address with a view: without one, the text where it has no place beside the graph, and the graph elsewhere. */
export const withNamedView = (address: Address): Address =>
  address.view === 'overview' ? { ...address, view: isNarrowSite() ? 'text' : 'graph' } : address;
