/**
 * The lanes by keyboard: one of them has the focus, arrows lead from lane to lane and to where a lane
 * changes. Laid over the names in the picture.
 */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { laneHeight, nameWidth, type Rows } from '../../../language/src/drawing/sequence/sizes.ts';
import type { Lane } from '../../../language/src/view/trace.ts';
import { texts } from './texts.ts';

export interface LaneKeysProps {
  readonly rows: Rows;
  readonly selected: number;
  /** The entity that is selected, perhaps elsewhere. */
  readonly entity: string | undefined;
  readonly onEntity: (name: string) => void;
  readonly onSelect: (step: number) => void;
  readonly onReveal: () => void;
  readonly onHide: (name: string) => void;
}

/** Puts a place for the focus over each name. */
export function LaneKeys({ rows, selected, entity, onEntity, onSelect, onReveal, onHide }: LaneKeysProps): VNode {
  const { list, current, pointed, setFocused, move } = useFocusedLane(rows, entity);
  const onKey = (event: KeyboardEvent, lane: Lane, index: number): void => {
    const act = actionOf(event.key);
    if (act === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (act === 'hide') onHide(lane.name);
    else if (act === 'select') onEntity(lane.name);
    else if (act === 'reveal') onReveal();
    else if (act === 'up' || act === 'down') move(index + (act === 'up' ? -1 : 1));
    else {
      const step = nextChange(lane, selected, act);
      if (step !== undefined) onSelect(step);
    }
  };
  return (
    <div ref={list} class="lane-keys" role="listbox" aria-label={texts.lanes} aria-description={texts.pictureHelp}>
      {rows.lanes.map(({ lane, y }, index) => (
        <div
          key={lane.entity}
          role="option"
          aria-selected={index === pointed}
          aria-label={`${lane.name}: ${stateAt(lane, selected)}`}
          title={lane.name}
          tabIndex={index === current ? 0 : -1}
          style={{
            top: `${(y - laneHeight / 2).toString()}px`,
            height: `${laneHeight.toString()}px`,
            width: `${nameWidth.toString()}px`,
          }}
          onFocus={() => {
            setFocused(index);
          }}
          onClick={() => {
            onEntity(lane.name);
          }}
          onKeyDown={(event) => {
            onKey(event, lane, index);
          }}
          data-lane-key={lane.name}
        />
      ))}
    </div>
  );
}

/** The lane with the focus: the one that a person goes to, or that of what is selected elsewhere. */
function useFocusedLane(rows: Rows, entity: string | undefined) {
  const [focused, setFocused] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  const current = Math.min(focused, rows.lanes.length - 1);
  useEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    list.current?.querySelectorAll<HTMLElement>('[data-lane-key]')[current]?.focus();
  }, [current]);
  const pointed = rows.lanes.findIndex(({ lane }) => lane.name === entity);
  useEffect(() => {
    if (pointed < 0) return;
    setFocused(pointed);
    list.current?.querySelectorAll<HTMLElement>('[data-lane-key]')[pointed]?.scrollIntoView({ block: 'nearest' });
  }, [pointed]);
  const move = (to: number): void => {
    hasMoved.current = true;
    setFocused(Math.max(0, Math.min(rows.lanes.length - 1, to)));
  };
  return { list, current, pointed, setFocused, move };
}

type LaneAction = 'up' | 'down' | 'earlier' | 'later' | 'select' | 'reveal' | 'hide';

const actions: Readonly<Record<string, LaneAction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'earlier',
  ArrowRight: 'later',
  Enter: 'reveal',
  ' ': 'select',
  Delete: 'hide',
};

const actionOf = (key: string): LaneAction | undefined => (Object.hasOwn(actions, key) ? actions[key] : undefined);

/** Returns the next step, or the one before, in which a lane changes. */
function nextChange({ bars }: Lane, step: number, way: 'earlier' | 'later'): number | undefined {
  const steps = bars.map(({ from }) => from.step);
  return way === 'later' ? steps.find((each) => each > step) : steps.findLast((each) => each < step);
}

/** Returns the state of a lane after a step. */
const stateAt = ({ bars }: Lane, step: number): string => bars.findLast(({ from }) => from.step <= step)?.text ?? '';
