/**
 * The list of steps. Only what is in sight is drawn, and only the rows around it are asked for, so that a
 * run may have a million steps.
 */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RunRow } from '../../../language/src/view/run-step.ts';
import { Sign } from '../report/sign.tsx';
import type { TraceHost } from './messages.ts';
import { rowHeight, rowsInSight, scrollTo, type Sight } from './step-keys.ts';
import { kindWords, markWords, texts } from './texts.ts';
import { rowAt, windowSize, type RowWindows, type ShownRun, type TraceState } from './trace-state.ts';

export interface StepListProps {
  readonly shown: ShownRun;
  readonly state: TraceState;
  readonly host: TraceHost;
  readonly onSelect: (step: number) => void;
}

/** Shows the list. */
export function StepList({ shown: { number, summary }, state, host, onSelect }: StepListProps): VNode {
  const { windows, selected } = state;
  const element = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState<Sight>({ top: 0, height: 600 });
  const { from, to } = rowsInSight(sight, summary.steps);
  useRequests(host, number, windows, { from, to });
  useLayoutEffect(() => {
    const list = element.current;
    if (list === null) return undefined;
    const look = (): void => {
      setSight({ top: list.scrollTop, height: list.clientHeight });
    };
    const observer = new ResizeObserver(look);
    observer.observe(list);
    return () => {
      observer.disconnect();
    };
  }, []);
  useLayoutEffect(() => {
    const list = element.current;
    if (list !== null) list.scrollTop = scrollTo({ top: list.scrollTop, height: list.clientHeight }, selected);
  }, [number, selected]);
  const reveal = (step: number): void => {
    host.post({ type: 'reveal', number, step });
  };
  return (
    <div
      ref={element}
      class="steps"
      role="listbox"
      tabIndex={0}
      aria-label={texts.steps}
      aria-description={texts.stepsHelp}
      aria-activedescendant={`step-${selected.toString()}`}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) => {
        setSight({ top: scrollTop, height: clientHeight });
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') reveal(selected);
      }}
    >
      <div class="all-steps" style={{ height: `${((summary.steps + 1) * rowHeight).toString()}px` }}>
        {Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => (
          <Row
            key={from + index}
            step={from + index}
            row={rowAt(windows, from + index)}
            count={summary.steps + 1}
            isSelected={from + index === selected}
            onClick={() => {
              onSelect(from + index);
              reveal(from + index);
            }}
          />
        ))}
      </div>
    </div>
  );
}

/** Asks for the windows in sight that are not here yet, each once. */
function useRequests(
  host: TraceHost,
  number: number,
  windows: RowWindows,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const asked = useRef<{ number: number; readonly pending: Set<number> }>({ number, pending: new Set() });
  useEffect(() => {
    const { current } = asked;
    if (current.number !== number) current.pending.clear();
    current.number = number;
    for (const here of windows.keys()) current.pending.delete(here);
    for (let each = Math.floor(from / windowSize); each <= Math.floor(to / windowSize); each++) {
      if (windows.has(each) || current.pending.has(each)) continue;
      current.pending.add(each);
      host.post({ type: 'rows', number, from: each * windowSize, to: (each + 1) * windowSize - 1 });
    }
  }, [number, windows, from, to]);
}

interface RowProps {
  readonly step: number;
  /** Absent while it is on its way. */
  readonly row: RunRow | undefined;
  readonly count: number;
  readonly isSelected: boolean;
  readonly onClick: () => void;
}

function Row({ step, row, count, isSelected, onClick }: RowProps): VNode {
  return (
    <div
      id={`step-${step.toString()}`}
      class="step-row"
      role="option"
      aria-selected={isSelected}
      aria-posinset={step + 1}
      aria-setsize={count}
      style={{ top: `${(step * rowHeight).toString()}px` }}
      title={row?.text}
      onClick={onClick}
      data-step={step}
      data-mark={row?.mark}
    >
      <span class="step-number">{step}</span>
      <span class="step-time">{row?.at}</span>
      <span class="step-kind">{row === undefined ? '' : kindWords[row.kind]}</span>
      {row?.mark !== undefined && (
        <span role="img" aria-label={markWords[row.mark]} title={markWords[row.mark]}>
          <Sign sign={row.mark === 'remark' ? 'warning' : 'error'} />
        </span>
      )}
      <span class="step-text">{row?.text ?? '…'}</span>
    </div>
  );
}
