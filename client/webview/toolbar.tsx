/**
 * The tools above the picture, and the line that sums up the crash that is shown.
 */
import type { VNode } from 'preact';
import type { CrashView } from '../../language/src/view/crash.ts';
import { statusKinds, type NodeStatus } from './graph/node-status.ts';
import { StatusBadge } from './graph/kind-icon.tsx';
import { effectWords, texts } from './texts.ts';
import { ToolButton } from './tool-icon.tsx';

export interface ToolbarProps {
  readonly query: string;
  /** How many nodes the search finds; absent while there is none. */
  readonly matchCount: number | undefined;
  readonly isLegendOpen: boolean;
  readonly isSimple: boolean;
  readonly onSearched: (query: string) => void;
  readonly onNextMatch: () => void;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
  readonly onLegend: () => void;
  readonly onCrash: () => void;
}

/** Shows the tools. */
export function Toolbar(props: ToolbarProps): VNode {
  const { query, matchCount } = props;
  return (
    <div class="toolbar" role="group" aria-label={texts.title}>
      <ToolButton icon="crash" label={texts.simulateCrash} onClick={props.onCrash} hasText />
      <span class="search">
        <input
          type="search"
          value={query}
          placeholder={texts.search}
          aria-label={texts.search}
          spellcheck={false}
          onInput={(event) => {
            props.onSearched(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') props.onNextMatch();
            if (event.key === 'Escape') props.onSearched('');
          }}
        />
        {matchCount !== undefined && (
          <span class="match-count" role="status">
            {matchCount === 0 ? texts.noMatch : matchCount.toString()}
          </span>
        )}
      </span>
      <span class="filler" />
      {props.isSimple && (
        <span class="hint" title={texts.simpleLayoutReason} data-simple-layout>
          {texts.simpleLayout}
        </span>
      )}
      <ToolButton
        icon="zoomOut"
        label={texts.zoomOut}
        onClick={() => {
          props.onZoom(1 / 1.3);
        }}
      />
      <ToolButton
        icon="zoomIn"
        label={texts.zoomIn}
        onClick={() => {
          props.onZoom(1.3);
        }}
      />
      <ToolButton icon="fit" label={texts.fit} onClick={props.onFit} />
      <ToolButton icon="legend" label={texts.legend} onClick={props.onLegend} isPressed={props.isLegendOpen} />
    </div>
  );
}

export interface CrashLineProps {
  readonly crash: CrashView;
  readonly statuses: ReadonlyMap<string, NodeStatus>;
  readonly onClear: () => void;
}

/** Says which crash is shown and how many entities it leaves in which state. */
export function CrashLine({ crash, statuses, onClear }: CrashLineProps): VNode {
  const counts = crashCounts(crash, statuses);
  return (
    <div class="crash-line" data-crash={crash.pd} data-policy={crash.policy}>
      <span class="crash-title">
        Crash of <strong>{crash.pd}</strong> under <strong>{crash.policy}</strong>
      </span>
      <span class="crash-counts">
        {counts.map(({ kind, count }) => (
          <span key={kind} class="crash-count" data-count={kind}>
            {kind !== 'untouched' && (
              <svg width="16" height="16" viewBox="-9 -9 18 18" aria-hidden="true">
                <StatusBadge kind={kind} />
              </svg>
            )}
            {count} {effectWords[kind]}
          </span>
        ))}
      </span>
      <ToolButton icon="close" label={texts.clearCrash} onClick={onClear} />
    </div>
  );
}

/** Returns how many entities have which status, the gravest first; statuses without any are left out. */
export function crashCounts(crash: CrashView, statuses: ReadonlyMap<string, NodeStatus>) {
  const total = [...statuses.values()].reduce((sum, status) => sum + status.total, 0);
  const gravest = crash.marks.map((mark) =>
    statusKinds.find((kind) => mark.effects.some((effect) => effect.kind === kind)),
  );
  const affected = gravest.filter((kind) => kind !== undefined).length;
  return statusKinds
    .map((kind) => ({
      kind,
      count: kind === 'untouched' ? total - affected : gravest.filter((one) => one === kind).length,
    }))
    .filter(({ kind, count }) => count > 0 || kind === 'destroyed');
}
