/**
 * The whole run as one strip to drag along: its problems, the drawn part, and the bookmarks of the user.
 */
import type { VNode } from 'preact';
import type { MarkedStep } from '../../../language/src/view/run/run-summary.ts';
import { ToolButton } from '../page/tool-icon.tsx';
import { filled } from '../page/translated.ts';
import { nextMarked } from './trace-state.ts';
import { texts } from './texts.ts';

/** The properties of the scrubber. */
export interface ScrubberProps {
  readonly last: number;
  readonly selected: number;
  readonly marked: readonly MarkedStep[];
  readonly bookmarks: readonly number[];
  /** The first and the last drawn step, if the run is drawn. */
  readonly drawn: { readonly from: number; readonly to: number } | undefined;
  readonly onSelect: (step: number) => void;
  readonly onBookmark: (step: number) => void;
}

/** Shows the strip. */
export function Scrubber(props: ScrubberProps): VNode {
  const { last, selected, marked, bookmarks, drawn, onSelect, onBookmark } = props;
  const share = (step: number): string => `${((step / Math.max(1, last)) * 100).toFixed(2)}%`;
  const next = nextMarked(
    bookmarks.map((step) => ({ step })),
    selected,
  );
  return (
    <div class="scrubber" data-bookmarks={bookmarks.join()}>
      <div class="scrubber-track">
        <svg class="scrubber-marks" width="100%" height="20" aria-hidden="true">
          <line class="scrubber-line" x1="0" x2="100%" y1="10" y2="10" />
          {drawn !== undefined && (
            <rect class="overview-frame" x={share(drawn.from)} width={share(drawn.to - drawn.from)} y="4" height="12" />
          )}
          {marked.map(({ step, mark }) => (
            <line key={step} class={`overview-mark mark-${mark}`} x1={share(step)} x2={share(step)} y1="4" y2="16" />
          ))}
          {bookmarks.map((step) => (
            <svg key={step} x={share(step)} y="0" overflow="visible">
              <path class="bookmark" d="M-4 0h8v9l-4 -3l-4 3z" />
            </svg>
          ))}
        </svg>
        <input
          type="range"
          aria-label={texts.scrubber}
          aria-valuetext={filled(texts.stepOf, selected, last)}
          min={0}
          max={last}
          value={selected}
          onInput={({ currentTarget }) => {
            onSelect(currentTarget.valueAsNumber);
          }}
        />
      </div>
      <ToolButton
        icon="bookmark"
        label={bookmarks.includes(selected) ? texts.removeBookmark : texts.addBookmark}
        isPressed={bookmarks.includes(selected)}
        onClick={() => {
          onBookmark(selected);
        }}
      />
      {next !== undefined && (
        <ToolButton
          icon="toBookmark"
          label={texts.nextBookmark}
          onClick={() => {
            onSelect(next);
          }}
        />
      )}
    </div>
  );
}
