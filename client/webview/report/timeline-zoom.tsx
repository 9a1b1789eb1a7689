/**
 * The size of the picture of a plan: fitted into the width of the window while names can be read, or as the reader
 * zooms it.
 */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Size } from '../../../language/src/view/layout/layout-graph.ts';
import { ToolButton } from '../page/tool-icon.tsx';
import { texts } from './texts.ts';

/** Names are 13 pixels high at scale 1, and read well from 9 pixels. */
const scales = { readable: 9 / 13, least: 0.2, most: 3, step: 1.3 } as const;

/** The scale of a picture, and how it is changed. */
export interface TimelineZoom {
  readonly scale: number;
  readonly zoomBy: (factor: number) => void;
  /** Shows the whole picture, also if it is too small to be read. */
  readonly fit: () => void;
}

/** Returns the width of a picture that can be read in this room. */
export const readableIn = (room: number): number => room / scales.readable;

/** Returns the width of the element that scrolls a picture; infinite until it is known. */
export function useRoom(scroll: { readonly current: HTMLElement | null }): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (scroll.current === null) return undefined;
    const resizing = new ResizeObserver(() => {
      setRoom(scroll.current?.clientWidth ?? Number.POSITIVE_INFINITY);
    });
    resizing.observe(scroll.current);
    return () => {
      resizing.disconnect();
    };
  }, []);
  return room;
}

/** Returns the scale of a picture in a room of this width. */
export function useTimelineZoom({ width }: Size, room: number): TimelineZoom {
  const [chosen, setChosen] = useState<number>();
  const whole = Math.min(1, room / Math.max(1, width));
  const scale = chosen ?? Math.max(scales.readable, whole);
  return {
    scale,
    zoomBy: (factor) => {
      setChosen(Math.min(scales.most, Math.max(scales.least, scale * factor)));
    },
    fit: () => {
      setChosen(Math.max(scales.least, whole));
    },
  };
}

/** Shows the tools that change the size. */
export const ZoomTools = ({ zoomBy, fit }: TimelineZoom): VNode => (
  <span class="zoom-tools">
    <ToolButton
      icon="zoomOut"
      label={texts.zoomOut}
      onClick={() => {
        zoomBy(1 / scales.step);
      }}
    />
    <ToolButton
      icon="zoomIn"
      label={texts.zoomIn}
      onClick={() => {
        zoomBy(scales.step);
      }}
    />
    <ToolButton icon="fit" label={texts.fit} onClick={fit} />
  </span>
);
