/**
 * The list of steps. Only visible rows are drawn, and only rows around them are requested, so that a run may have a
 * million steps.
 */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RunRow } from '../../../language/src/view/run/run-step.ts';
import { menuOf } from '../page/page-menu.ts';
import { ReportSignMark } from '../report/sign.tsx';
import type { TraceHost, TraceMessageToExtension } from './messages.ts';
import { rowHeight, rowsInSight, scrollTo, type VisibleSteps } from './step-keys.ts';
import { kindWords, markWords, texts } from './texts.ts';
import { rowIndexOf, rowAt, stepAt, windowSize, type ShownRun, type TraceState } from './trace-state.ts';

/** The properties of the list. */
export interface StepListProps {
  readonly shown: ShownRun;
  readonly state: TraceState;
  readonly host: TraceHost;
  readonly onSelect: (step: number) => void;
}

/** Shows the list. */
export function StepList({ shown: { number, summary }, state, host, onSelect }: StepListProps): VNode {
  const { windows, selected, found } = state;
  const count = found === undefined ? summary.steps + 1 : found.steps.length;
  const element = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useSight(element);
  const { from, to } = rowsInSight(sight, count - 1);
  useRequests(host, { number, windows, found }, { from, to });
  useLayoutEffect(() => {
    const list = element.current;
    if (list === null) return;
    list.scrollTop = scrollTo({ top: list.scrollTop, height: list.clientHeight }, rowIndexOf(found, selected));
  }, [number, selected, found]);
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
      {count === 0 && <p class="quiet none-found">{texts.noneFound}</p>}
      <div class="all-steps" style={{ height: `${(count * rowHeight).toString()}px` }}>
        {Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => {
          const step = stepAt(found, from + index);
          return (
            <Row
              key={step}
              step={step}
              place={from + index}
              row={rowAt(windows, from + index)}
              count={count}
              menu={menuOf<TraceMessageToExtension>({ aftermathSource: { type: 'reveal', number, step } })}
              isSelected={step === selected}
              onClick={() => {
                onSelect(step);
                reveal(step);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Returns the visible part of the list, from its size. */
function useSight(element: {
  readonly current: HTMLElement | null;
}): readonly [VisibleSteps, (sight: VisibleSteps) => void] {
  const [sight, setSight] = useState<VisibleSteps>({ top: 0, height: 600 });
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
  return [sight, setSight];
}

/** Requests the visible windows that are missing, each once. */
function useRequests(
  host: TraceHost,
  { number, windows, found }: { readonly number: number } & Pick<TraceState, 'windows' | 'found'>,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const list = `${number.toString()} ${found === undefined ? '' : found.find.toString()}`;
  const asked = useRef<{ list: string; readonly pending: Set<number> }>({ list, pending: new Set() });
  useEffect(() => {
    const { current } = asked;
    if (current.list !== list) current.pending.clear();
    current.list = list;
    for (const here of windows.keys()) current.pending.delete(here);
    for (let each = Math.floor(from / windowSize); each <= Math.floor(to / windowSize); each++) {
      if (windows.has(each) || current.pending.has(each)) continue;
      current.pending.add(each);
      const [first, next] = [each * windowSize, (each + 1) * windowSize];
      if (found === undefined) host.post({ type: 'rows', number, from: first, to: next - 1 });
      else if (first < found.steps.length)
        host.post({ type: 'pick', number, find: found.find, from: first, steps: found.steps.slice(first, next) });
    }
  }, [list, windows, from, to]);
}

interface RowProps {
  readonly step: number;
  /** The index in the list. */
  readonly place: number;
  /** Absent until it arrives. */
  readonly row: RunRow | undefined;
  readonly count: number;
  readonly isSelected: boolean;
  readonly menu: string;
  readonly onClick: () => void;
}

function Row({ step, place, row, count, isSelected, menu, onClick }: RowProps): VNode {
  return (
    <div
      id={`step-${step.toString()}`}
      class="step-row"
      role="option"
      aria-selected={isSelected}
      aria-posinset={place + 1}
      aria-setsize={count}
      style={{ top: `${(place * rowHeight).toString()}px` }}
      title={row?.text}
      onClick={onClick}
      data-vscode-context={menu}
      data-step={step}
      data-mark={row?.mark}
    >
      <span class="step-number">{step}</span>
      <span class="step-time">{row?.at}</span>
      <span class="step-kind">{row === undefined ? '' : kindWords[row.kind]}</span>
      {row?.mark !== undefined && (
        <span role="img" aria-label={markWords[row.mark]} title={markWords[row.mark]}>
          <ReportSignMark sign={row.mark === 'remark' ? 'warning' : 'error'} />
        </span>
      )}
      <span class="step-text">{row?.text ?? '…'}</span>
      {row?.lines !== undefined && (
        <span class="step-lines" title={row.lines.join('\n')}>
          {row.lines.join('  ·  ')}
        </span>
      )}
    </div>
  );
}
