/**
 * The tools of the picture: the axis, the number of steps and which, the lanes and series, the tables, and the export.
 */
import type { VNode } from 'preact';
import { axes } from '../../../../language/src/drawing/sequence/scale.ts';
import { ExportChoice } from '../../page/export-choice.tsx';
import { FoldingTools } from '../../page/folding-tools.tsx';
import { ToolButton, type ToolIconName } from '../../page/tool-icon.tsx';
import { possibleSpan } from './drawn-window.ts';
import type { TraceHost, TraceSettings } from '../messages.ts';
import { pictureContent } from './picture-content.ts';
import { texts } from '../texts.ts';
import type { DrawnStretch, RunList, ShownRun } from '../trace-state.ts';

/** The properties of the tools. */
export interface PictureToolsProps {
  readonly shown: ShownRun;
  readonly drawn: DrawnStretch | undefined;
  readonly runs: RunList;
  readonly settings: TraceSettings;
  readonly isTable: boolean;
  readonly host: TraceHost;
  readonly onTable: (isTable: boolean) => void;
  /** Moves by a share of the drawn steps. */
  readonly onPage: (by: number) => void;
  readonly onChoose: (settings: Partial<TraceSettings>) => void;
}

/** Shows the tools. */
export function PictureTools(props: PictureToolsProps): VNode {
  const { shown, drawn, runs, settings, isTable, host, onTable, onPage, onChoose } = props;
  const { axis, span, hiddenLanes, hiddenSeries } = settings;
  const tool = (icon: ToolIconName, label: string, onClick: () => void): VNode => (
    <ToolButton icon={icon} label={label} onClick={onClick} />
  );
  const zoom = (factor: number) => (): void => {
    onChoose({ span: possibleSpan(span * factor) });
  };
  return (
    <div class="tools" role="toolbar" aria-label={texts.picture}>
      {tool('zoomIn', texts.fewer, zoom(0.5))}
      {tool('zoomOut', texts.more, zoom(2))}
      {tool('earlier', texts.earlier, () => {
        onPage(-0.75);
      })}
      {tool('later', texts.later, () => {
        onPage(0.75);
      })}
      <FoldingTools>
        <AxisChoice axis={axis} onChoose={onChoose} />
        <HideMenu
          title={texts.lanes}
          names={drawn?.stretch.lanes.map(({ name }) => name) ?? []}
          hidden={hiddenLanes}
          onHide={(names) => {
            onChoose({ hiddenLanes: names });
          }}
        />
        <HideMenu
          title={texts.numbers}
          names={drawn?.stretch.series.map(({ name }) => name) ?? []}
          hidden={hiddenSeries}
          onHide={(names) => {
            onChoose({ hiddenSeries: names });
          }}
        />
        <ToolButton
          icon="table"
          label={texts.asTable}
          isPressed={isTable}
          onClick={() => {
            onTable(!isTable);
          }}
        />
        <span class="filler" />
        <RunExport {...{ shown, drawn, runs, settings, host }} />
      </FoldingTools>
    </div>
  );
}

const AxisChoice = ({ axis, onChoose }: Pick<TraceSettings, 'axis'> & Pick<PictureToolsProps, 'onChoose'>): VNode => (
  <label class="jump">
    {texts.axis}
    <select
      onChange={({ currentTarget }) => {
        onChoose({ axis: axes[currentTarget.selectedIndex] ?? 'time' });
      }}
      data-choice-of="axis"
    >
      <option selected={axis === 'time'}>{texts.byTime}</option>
      <option selected={axis === 'steps'}>{texts.bySteps}</option>
    </select>
  </label>
);

const RunExport = ({
  shown,
  drawn,
  runs,
  settings,
  host,
}: Pick<PictureToolsProps, 'shown' | 'drawn' | 'runs' | 'settings' | 'host'>): VNode => (
  <ExportChoice
    isDisabled={drawn === undefined}
    onExport={(format) => {
      if (drawn === undefined) return;
      void pictureContent(format, { shown, drawn, runs, settings }).then((content) => {
        host.post({ type: 'export', format, content });
      });
    }}
  />
);

interface HideMenuProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly hidden: readonly string[];
  readonly onHide: (names: readonly string[]) => void;
}

/** Names hidden in other runs stay hidden. */
function HideMenu({ title, names, hidden, onHide }: HideMenuProps): VNode {
  const here = names.filter((name) => hidden.includes(name));
  const count = here.length === 0 ? '' : ` (${(names.length - here.length).toString()}/${names.length.toString()})`;
  return (
    <details class="menu" data-menu={title}>
      <summary>{`${title}${count}`}</summary>
      <div class="menu-items">
        <button
          type="button"
          class="link"
          onClick={() => {
            onHide(here.length > 0 ? hidden.filter((name) => !names.includes(name)) : [...hidden, ...names]);
          }}
        >
          {here.length > 0 ? texts.showAll : texts.hideAll}
        </button>
        {names.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!hidden.includes(name)}
              onChange={({ currentTarget: { checked } }) => {
                onHide(checked ? hidden.filter((each) => each !== name) : [...hidden, name]);
              }}
            />
            {name}
          </label>
        ))}
      </div>
    </details>
  );
}
