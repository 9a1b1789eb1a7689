/**
 * Keyboard navigation of lanes, laid over their names in the picture: one lane has the focus; arrows lead from lane to
 * lane and to changes of a lane, letters through its messages and along them.
 */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { laneHeight, nameWidth, type Rows } from '../../../../language/src/drawing/sequence/sizes.ts';
import type { Arrow, Lane } from '../../../../language/src/view/run/trace/trace.ts';
import { endOn, nextArrow, otherLane } from './arrow-keys.ts';
import { texts } from '../texts.ts';
import { tableOf } from '../../../../language/src/model/common/table.ts';

/** The properties of the lane keys. */
export interface LaneKeysProps {
  readonly rows: Rows;
  readonly selected: number;
  /** The selected entity, perhaps selected elsewhere. */
  readonly entity: string | undefined;
  readonly onEntity: (name: string) => void;
  readonly arrows: readonly Arrow[];
  /** The current message. */
  readonly arrow: Arrow | undefined;
  readonly onArrow: (arrow: Arrow) => void;
  readonly menuOf: (lane: Lane) => string;
  readonly onSelect: (step: number) => void;
  readonly onReveal: () => void;
  readonly onHide: (name: string) => void;
}

/** Puts a focusable element over each name. */
export function LaneKeys(props: LaneKeysProps): VNode {
  const { rows, selected, entity, menuOf, onEntity, onSelect, onReveal, onHide } = props;
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
    else if (act === 'message' || act === 'messageBefore' || act === 'follow') {
      const lane = followMessage(props, act, index);
      if (lane !== undefined) move(lane);
    } else {
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
          data-vscode-context={menuOf(lane)}
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

/**
 * Returns the lane with the focus: the one that the user goes to, or that of a selection elsewhere. The focus moves at
 * once, before the picture does, so that the next key applies to that lane.
 */
function useFocusedLane(rows: Rows, entity: string | undefined) {
  const [focused, setFocused] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const keysAt = (index: number): HTMLElement | undefined =>
    list.current?.querySelectorAll<HTMLElement>('[data-lane-key]')[index];
  const pointed = rows.lanes.findIndex(({ lane }) => lane.name === entity);
  useLayoutEffect(() => {
    if (pointed < 0) return;
    setFocused(pointed);
    keysAt(pointed)?.scrollIntoView({ block: 'nearest' });
  }, [pointed]);
  const move = (to: number): void => {
    keysAt(Math.max(0, Math.min(rows.lanes.length - 1, to)))?.focus();
  };
  return { list, current: Math.min(focused, rows.lanes.length - 1), pointed, setFocused, move };
}

/** Goes to the next message of a lane, or along the current one; returns the lane at its end. */
function followMessage(
  { rows, arrows, arrow, selected, onArrow, onSelect }: LaneKeysProps,
  act: 'message' | 'messageBefore' | 'follow',
  index: number,
): number | undefined {
  const entity = rows.lanes[index]?.lane.entity;
  if (entity === undefined) return undefined;
  if (act === 'follow') {
    const end = arrow && otherLane(arrow, entity);
    const to = rows.lanes.findIndex(({ lane }) => lane.entity === end?.entity);
    if (end === undefined || to < 0) return undefined;
    onSelect(end.step);
    return to;
  }
  const next = nextArrow(arrows, { entity, step: selected, current: arrow, isBackward: act === 'messageBefore' });
  const end = next && endOn(next, entity);
  if (next === undefined || end === undefined) return undefined;
  onArrow(next);
  onSelect(end.step);
  return index;
}

type LaneAction =
  | 'up'
  | 'down'
  | 'earlier'
  | 'later'
  | 'message'
  | 'messageBefore'
  | 'follow'
  | 'select'
  | 'reveal'
  | 'hide';

const actions: Readonly<Record<string, LaneAction>> = tableOf({
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'earlier',
  ArrowRight: 'later',
  Enter: 'reveal',
  ' ': 'select',
  Delete: 'hide',
  e: 'message',
  E: 'messageBefore',
  f: 'follow',
});

const actionOf = (key: string): LaneAction | undefined => (Object.hasOwn(actions, key) ? actions[key] : undefined);

/** Returns the next or previous step in which a lane changes. */
function nextChange({ bars }: Lane, step: number, way: 'earlier' | 'later'): number | undefined {
  const steps = bars.map(({ from }) => from.step);
  return way === 'later' ? steps.find((each) => each > step) : steps.findLast((each) => each < step);
}

/** Returns the state of a lane after a step. */
const stateAt = ({ bars }: Lane, step: number): string => bars.findLast(({ from }) => from.step <= step)?.text ?? '';
