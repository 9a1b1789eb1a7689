/**
 * Says where a step happens if its lanes are scrolled out of sight, and scrolls there.
 */
import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { laneHeight, type Rows } from '../../../../language/src/drawing/sequence/sizes.ts';
import type { RunStretch } from '../../../../language/src/view/run/run-stretch.ts';
import { filled } from '../../page/translated.ts';
import { texts } from '../texts.ts';

/** The properties of the notice. */
export interface OffScreenProps {
  readonly stretch: RunStretch;
  readonly rows: Rows;
  readonly selected: number;
  /** The scrolling element. */
  readonly element: { readonly current: HTMLElement | null };
}

/** Shows the notice; nothing while one of the step's lanes is in sight. */
export function OffScreen({ stretch, rows, selected, element }: OffScreenProps): VNode | null {
  const [sight, setSight] = useState({ top: 0, height: Number.POSITIVE_INFINITY });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const look = (): void => {
      setSight({ top: current.scrollTop, height: current.clientHeight });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    current.addEventListener('scroll', look);
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', look);
    };
  }, []);
  const lanes = lanesOf(stretch, rows, selected);
  const hidden = lanes.map((one) => ({ ...one, side: sideOf(one.y, sight) }));
  const [first] = hidden;
  if (first === undefined || hidden.some(({ side }) => side === undefined)) return null;
  const words = hidden.map(({ name, side = 'below' }) => `${name} ${texts[side]}`).join(', ');
  return (
    <button
      type="button"
      class="off-screen"
      data-off-screen={first.name}
      onClick={() => {
        element.current?.scrollTo({ top: Math.max(0, first.y - sight.height / 2) });
      }}
    >
      {filled(texts.offScreen, selected, words)}
    </button>
  );
}

function sideOf(y: number, { top, height }: { readonly top: number; readonly height: number }) {
  if (y - laneHeight / 2 < top) return 'above' as const;
  return y + laneHeight / 2 > top + height ? ('below' as const) : undefined;
}

/** Returns the lanes in which something begins, arrives or ends at a step. */
function lanesOf(
  { arrows }: RunStretch,
  { lanes }: Rows,
  step: number,
): readonly { readonly name: string; readonly y: number }[] {
  const ends = new Set(
    arrows.flatMap(({ from, to, sent, end }) => [
      ...(sent?.step === step && from !== undefined ? [from] : []),
      ...(end?.step === step ? [to] : []),
    ]),
  );
  return lanes
    .filter(({ lane }) => ends.has(lane.entity) || lane.bars.some(({ from }) => step > 0 && from.step === step))
    .map(({ lane, y }) => ({ name: lane.name, y }));
}
