/**
 * Shows the possible events of one entity after the selected step, beside its lane: its events, faults and timers, and
 * other values of its variables.
 */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { laneHeight, nameWidth, type Rows } from '../../../../language/src/drawing/sequence/sizes.ts';
import { ToolButton } from '../../page/tool-icon.tsx';
import type { TraceHost } from '../messages.ts';
import { ChoiceList } from '../next-choices.tsx';
import { texts } from '../texts.ts';
import type { ShownRun, TraceState } from '../trace-state.ts';
import { WhatIf } from '../what-if.tsx';

/** The properties of the actions. */
export interface LaneActionsProps {
  readonly shown: ShownRun;
  readonly state: TraceState;
  readonly host: TraceHost;
  readonly rows: Rows;
}

/** Shows a button beside the lane of the selected entity, and what it opens. */
export function LaneActions({ shown: { number }, state, host, rows }: LaneActionsProps): VNode | null {
  const { entity, selected, choices, view, refused } = state;
  const anchor = useRef<HTMLDivElement>(null);
  // The menu lies over the page, since the picture is too low for it.
  const [place, setPlace] = useState<{ readonly top: number; readonly left: number }>();
  useEffect(() => {
    setPlace(undefined);
  }, [entity, number]);
  const row = rows.lanes.find(({ lane }) => lane.name === entity);
  if (row === undefined || entity === undefined) return null;
  const own = choices?.step === selected ? choices.choices.filter((choice) => choice.entity === entity) : [];
  const now = view?.row.step === selected ? view.entities.filter(({ name }) => name === entity) : [];
  return (
    <div
      ref={anchor}
      class="lane-actions"
      style={{ top: `${(row.y - laneHeight / 2).toString()}px`, left: `${(nameWidth - 30).toString()}px` }}
    >
      <ToolButton
        icon="crash"
        label={texts.actHere}
        isPressed={place !== undefined}
        onClick={() => {
          setPlace(place === undefined ? placeBeside(anchor.current) : undefined);
        }}
      />
      {place !== undefined && (
        <section
          class="lane-menu"
          aria-label={`${texts.actHere}: ${entity}`}
          style={{ top: `${place.top.toString()}px`, left: `${place.left.toString()}px` }}
          data-lane-actions={entity}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setPlace(undefined);
          }}
        >
          <h3>{entity}</h3>
          {own.length === 0 && <p class="quiet">{texts.nothingHere}</p>}
          <ChoiceList
            choices={own}
            onTake={({ move }) => {
              host.post({ type: 'branch', number, after: selected, move });
            }}
          />
          <WhatIf
            entities={now}
            refused={refused}
            onTry={(set) => {
              host.post({ type: 'set', number, step: selected, ...set });
            }}
          />
        </section>
      )}
    </div>
  );
}

/** The most height of the menu, as in its style. */
const menuHeight = 300;

/** Returns where the menu has room, in pixels of the window. */
function placeBeside(anchor: HTMLElement | null): { readonly top: number; readonly left: number } {
  const { bottom = 0, left = 0 } = anchor?.getBoundingClientRect() ?? {};
  return { top: Math.max(0, Math.min(bottom, window.innerHeight - menuHeight)), left };
}
