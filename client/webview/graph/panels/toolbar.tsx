/**
 * The tools above the picture.
 */
import type { VNode } from 'preact';
import { texts } from '../texts.ts';
import { FoldingTools } from '../../page/folding-tools.tsx';
import { ToolButton } from '../../page/tool-icon.tsx';

/** The properties of the toolbar. */
export interface ToolbarProps {
  /** The titles of the named views, and the one that is shown. */
  readonly views: readonly string[];
  readonly namedView: string | undefined;
  readonly onNamedView: (title: string | undefined) => void;
  readonly query: string;
  /** The number of nodes that the search finds; absent without a search. */
  readonly matchCount: number | undefined;
  readonly isLegendOpen: boolean;
  readonly isSimple: boolean;
  readonly onSearched: (query: string) => void;
  readonly onNextMatch: () => void;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
  readonly onLegend: () => void;
  readonly isViewOpen: boolean;
  readonly onView: () => void;
  readonly onExport: () => void;
  readonly onArrange: () => void;
  /** True if boxes were moved by hand, and what takes them back. */
  readonly hasMoves: boolean;
  readonly onReset: () => void;
  readonly isTable: boolean;
  readonly onTable: () => void;
  readonly isOverviewOpen: boolean;
  readonly onOverview: () => void;
  readonly onCrash: () => void;
  readonly onPlan: () => void;
}

/** Shows the tools. */
export function Toolbar(props: ToolbarProps): VNode {
  const { query, matchCount } = props;
  return (
    <div class="toolbar" role="group" aria-label={texts.title}>
      <ToolButton icon="crash" label={texts.simulateCrash} onClick={props.onCrash} hasText />
      <ToolButton icon="plan" label={texts.choosePlan} onClick={props.onPlan} hasText />
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
      <ToolButton icon="fit" label={texts.fit} onClick={props.onFit} />
      <FoldingTools>
        <PictureTools {...props} />
      </FoldingTools>
    </div>
  );
}

/** The tools that fold into a menu where there is no room for them. */
const PictureTools = (props: ToolbarProps): VNode => (
  <>
    {props.views.length > 0 && <NamedViews {...props} />}
    {props.isSimple && (
      <span class="hint" title={texts.simpleLayoutReason} data-simple-layout>
        {texts.simpleLayout}
      </span>
    )}
    <ToolButton icon="view" label={texts.view} onClick={props.onView} isPressed={props.isViewOpen} />
    <ToolButton icon="table" label={texts.table} onClick={props.onTable} isPressed={props.isTable} />
    <ToolButton icon="overview" label={texts.overview} onClick={props.onOverview} isPressed={props.isOverviewOpen} />
    <ToolButton
      icon="zoomOut"
      label={texts.zoomOut}
      onClick={() => {
        props.onZoom(1 / 1.3);
      }}
      isRepeated
    />
    <ToolButton
      icon="zoomIn"
      label={texts.zoomIn}
      onClick={() => {
        props.onZoom(1.3);
      }}
      isRepeated
    />
    {props.hasMoves && <ToolButton icon="reset" label={texts.resetMoves} onClick={props.onReset} />}
    <ToolButton icon="arrange" label={texts.arrange} onClick={props.onArrange} />
    <ToolButton icon="export" label={texts.exportGraph} onClick={props.onExport} />
    <ToolButton icon="legend" label={texts.legend} onClick={props.onLegend} isPressed={props.isLegendOpen} />
  </>
);

/** Chooses one of the views that the file declares. */
const NamedViews = ({ views, namedView, onNamedView }: ToolbarProps): VNode => (
  <label class="named-view">
    {texts.namedView}
    <select
      value={namedView ?? ''}
      data-named-view
      onChange={(event) => {
        const { value } = event.currentTarget;
        onNamedView(value === '' ? undefined : value);
      }}
    >
      <option value="">{texts.wholeGraph}</option>
      {views.map((title) => (
        <option key={title} value={title}>
          {title}
        </option>
      ))}
    </select>
  </label>
);
