/**
 * The whole run as one strip: its problems, the current step, and the drawn part. A click moves there; by keyboard the
 * list and the tools do the same.
 */
import type { VNode } from 'preact';
import type { MarkedStep } from '../../../../language/src/view/run/run-summary.ts';
import type { DrawnWindow } from './drawn-window.ts';
import { texts } from '../texts.ts';

/** The properties of the strip. */
export interface RunOverviewProps {
  readonly window: DrawnWindow;
  readonly last: number;
  readonly selected: number;
  readonly marked: readonly MarkedStep[];
  readonly onSelect: (step: number) => void;
}

/** Shows the strip. */
export function RunOverview({ window, last, selected, marked, onSelect }: RunOverviewProps): VNode | null {
  if (window.from === 0 && window.to >= last) return null;
  const share = (step: number): string => `${((step / Math.max(1, last)) * 100).toFixed(2)}%`;
  return (
    <svg
      class="overview"
      width="100%"
      height="14"
      role="img"
      aria-label={texts.overview}
      onClick={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        onSelect(Math.round(((clientX - left) / Math.max(1, width)) * last));
      }}
    >
      <title>{texts.overview}</title>
      <line class="overview-line" x1="0" x2="100%" y1="7" y2="7" />
      {marked.map(({ step, mark }) => (
        <line key={step} class={`overview-mark mark-${mark}`} x1={share(step)} x2={share(step)} y1="2" y2="12" />
      ))}
      <rect class="overview-frame" x={share(window.from)} width={share(window.to - window.from)} y="1" height="12" />
      <line class="cursor" x1={share(selected)} x2={share(selected)} y1="0" y2="14" />
    </svg>
  );
}
