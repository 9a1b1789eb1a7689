/**
 * The tools above the chart: zooming, choosing the entity, stepping in the run, and exporting.
 */
import type { VNode } from 'preact';
import { machineFormats } from '../../../language/src/drawing/statechart/machine-formats.ts';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import type { Viewport } from '../graph/viewport.ts';
import type { PagePictureFormat } from '../page/common-messages.ts';
import { ExportChoice } from '../page/export-choice.tsx';
import { exportedPicture } from '../page/exported-picture.ts';
import { FoldingTools } from '../page/folding-tools.tsx';
import { ToolButton } from '../page/tool-icon.tsx';
import { nextFolded } from '../../../language/src/view/statechart/shown-chart.ts';
import type { DrawnChart, MachineEvent, MachineState } from './machine-state.ts';
import type { MachineHost } from './messages.ts';
import { texts } from './texts.ts';
import { readableScale } from './use-drawn-chart.ts';
import { filled } from '../page/translated.ts';

/** The properties of the tools. */
export interface MachineToolsProps {
  readonly drawn: DrawnChart;
  readonly state: MachineState;
  readonly isSideOpen: boolean;
  readonly host: MachineHost;
  readonly viewport: { readonly current: Viewport | undefined };
  readonly dispatch: (event: MachineEvent) => void;
}

/** Shows the tools. */
export function MachineTools(props: MachineToolsProps): VNode {
  const { drawn, state, isSideOpen, host, viewport, dispatch } = props;
  const { run, isTable } = state;
  const step = (by: number) => (): void => {
    host.post({ type: 'step', by });
  };
  return (
    <div
      class="toolbar"
      role="toolbar"
      aria-label={drawn.chart.explored === undefined ? texts.tools : texts.exploredTools}
    >
      <ToolButton icon="zoomIn" label={texts.zoomIn} onClick={() => viewport.current?.zoomBy(1.3)} />
      <ToolButton icon="zoomOut" label={texts.zoomOut} onClick={zoomOut(props)} />
      <ToolButton
        icon="fit"
        label={texts.fit}
        onClick={() => {
          dispatch({ type: 'fitted' });
          viewport.current?.fit(drawn.placement);
        }}
      />
      <FoldingTools>
        <PictureTools {...props} />
        <ToolButton
          icon="table"
          label={texts.asTable}
          isPressed={isTable}
          onClick={() => {
            dispatch({ type: 'tableToggled' });
          }}
        />
        <ToolButton
          icon="legend"
          label={texts.side}
          isPressed={isSideOpen}
          onClick={() => {
            dispatch({ type: 'sideToggled', isOpen: !isSideOpen });
          }}
        />
      </FoldingTools>
      {drawn.chart.entities.length > 0 && drawn.chart.explored === undefined && (
        <ToolButton
          icon="play"
          label={texts.tryIt}
          isPressed={state.isFiring}
          onClick={() => {
            host.post({ type: 'sandbox', isOn: !state.isFiring });
            dispatch({ type: 'firingToggled' });
          }}
        />
      )}
      {run !== undefined && <ToolButton icon="back" label={texts.back} onClick={step(-1)} />}
      {run !== undefined && <ToolButton icon="forward" label={texts.forward} onClick={step(1)} />}
      {run !== undefined && <span class="hint">{`${texts.step} ${run.step.toString()} · ${run.time}`}</span>}
      <span class="filler" />
      <EntityChoice drawn={drawn} run={run} host={host} />
      <MachineExport drawn={drawn} run={run} host={host} />
    </div>
  );
}

/** Text stays readable: rather than smaller, the picture gets simpler. */
function zoomOut({ drawn, viewport, dispatch }: MachineToolsProps): () => void {
  return () => {
    const scale = (viewport.current?.view().k ?? 1) / 1.3;
    if (scale < readableScale && nextFolded(drawn.shown) !== undefined) dispatch({ type: 'foldedNext' });
    else viewport.current?.zoomBy(1 / 1.3);
  };
}

/** Shows the choices of the visible part: guards and actions, all states, or one with its neighbours. */
function PictureTools({ drawn, state, dispatch }: MachineToolsProps): VNode {
  const { focus, selected, isFull } = state;
  const isExplored = drawn.chart.explored !== undefined;
  const leave = isExplored ? texts.leaveStates : texts.leaveFocus;
  const isFolded = drawn.shown.states.some(({ inside }) => inside !== undefined);
  const focused = drawn.chart.transitions.find(({ id }) => id === selected)?.source ?? selected;
  return (
    <>
      <ToolButton
        icon="plan"
        label={isExplored ? texts.allChanges : texts.full}
        isPressed={isFull}
        onClick={() => {
          dispatch({ type: 'fullToggled' });
        }}
      />
      {(focus !== undefined || focused !== undefined) && (
        <ToolButton
          icon="near"
          label={focus === undefined ? texts.focus : leave}
          isPressed={focus !== undefined}
          onClick={() => {
            dispatch({ type: 'focused', id: focus === undefined ? focused : undefined });
          }}
        />
      )}
      {isFolded && (
        <ToolButton
          icon="expand"
          label={texts.openAll}
          onClick={() => {
            dispatch({ type: 'allOpened' });
          }}
        />
      )}
    </>
  );
}

type ChoiceProps = Pick<MachineToolsProps, 'drawn' | 'host'> & { readonly run: ChartRun | undefined };

function EntityChoice({ drawn: { chart }, run, host }: ChoiceProps): VNode {
  const { explored } = chart;
  if (explored !== undefined) return <GroupChoice entities={chart.entities} {...explored} host={host} />;
  if (chart.entities.length === 0) return <span class="hint">{texts.nobody}</span>;
  return (
    <select
      aria-label={texts.entity}
      data-choice-of="entity"
      onChange={({ currentTarget }) => {
        const entity = chart.entities[currentTarget.selectedIndex];
        if (entity !== undefined) host.post({ type: 'entity', entity });
      }}
    >
      {chart.entities.map((name) => (
        <option key={name} selected={name === run?.entity}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Chooses the entity whose machine groups explored states, or none. */
function GroupChoice({
  entities,
  groupedBy,
  host,
}: Pick<ChoiceProps, 'host'> & { readonly entities: readonly string[]; readonly groupedBy: string }): VNode {
  const names = ['', ...entities];
  return (
    <label>
      {texts.groupBy}{' '}
      <select
        data-choice-of="group"
        onChange={({ currentTarget }) => {
          const entity = names[currentTarget.selectedIndex];
          if (entity !== undefined) host.post({ type: 'entity', entity });
        }}
      >
        {names.map((name) => (
          <option key={name} selected={name === groupedBy}>
            {name === '' ? texts.ungrouped : name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Exports what is shown. */
function MachineExport({ drawn, run, host }: ChoiceProps): VNode {
  const write = async (format: PagePictureFormat): Promise<void> => {
    const name = format === 'png' ? 'svg' : format;
    const { subject, chart: whole, shown: chart, placement } = drawn;
    const title = `${chart.machine} in ${subject.title}`;
    const text = machineFormats.find((each) => each.name === name)?.run({ chart, whole, placement, run, title }) ?? '';
    const content = format === 'png' || format === 'svg' ? await exportedPicture(format, text) : text;
    host.post({ type: 'export', format, content });
  };
  return (
    <ExportChoice
      onExport={(format) => {
        write(format).catch((error: unknown) => {
          host.post({ type: 'trouble', message: filled(texts.exportFailed, String(error)) });
        });
      }}
    />
  );
}
