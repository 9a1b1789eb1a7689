/**
 * One state of a chart: its box, its name, its sign, and what is written in it.
 */
import type { VNode } from 'preact';
import type { Box } from '../../view/layout/placement.ts';
import { chart as measures, insideText, notesId } from '../../view/statechart/chart-layout.ts';
import type { ShownChart, ShownState } from '../../view/statechart/shown-chart.ts';
import type { ChartNote } from '../../view/statechart/statechart.ts';
import type { ChartPictureProps } from './chart-props.ts';
import { standingSign, describeState, markWords } from './chart-words.ts';

/** The properties of a state of a chart. */
export interface StateShapeProps extends ChartPictureProps {
  readonly state: ShownState;
  readonly isContainer: boolean;
}

/** Draws a state; nothing where it has no place. */
export function StateShape(props: StateShapeProps): VNode | null {
  const { state, isContainer, chart, placement, run, selected, current, isStill, menuOf } = props;
  const box = placement.boxes.get(state.id);
  if (box === undefined) return null;
  const isActive = run?.active.includes(state.id) === true;
  const notes = chart.notes.filter((note) => note.state === state.id);
  const said = chart.explored === undefined ? [] : notes.map(({ brief }) => brief);
  const within = isContainer ? placement.boxes.get(notesId(state.id)) : box;
  const words = [describeState(state, chart, run), ...said].join('\n');
  const used = {
    role: 'button' as const,
    tabindex: current === state.id ? 0 : -1,
    'aria-label': words,
    'aria-pressed': selected === state.id,
    'data-vscode-context': menuOf?.(state.id),
  };
  return (
    <g
      class={classesOf(props, isActive)}
      data-state={state.id}
      data-name={state.name}
      data-active={isActive}
      {...(isStill === true ? {} : used)}
    >
      <title>{words}</title>
      <rect
        class="shape"
        x={box.x}
        y={box.y}
        width={box.width}
        height={box.height}
        rx={state.history === undefined ? 8 : box.height / 2}
      />
      {state.isFinal && (
        <rect class="final" x={box.x + 4} y={box.y + 4} width={box.width - 8} height={box.height - 8} rx={5} />
      )}
      <rect class="focus-ring" x={box.x - 4} y={box.y - 4} width={box.width + 8} height={box.height + 8} rx={11} />
      {isActive && <ActiveSign box={box} />}
      {state.mark !== undefined && (
        <text class="mark-sign" x={box.x + box.width - 16 - (isContainer ? 18 : 0)} y={box.y + 19}>
          {markWords[state.mark].sign}
        </text>
      )}
      {isStill !== true && isContainer && state.parent !== undefined && (
        <text class="fold" data-fold={state.id} aria-hidden="true" x={box.x + box.width - 26} y={box.y + 18}>
          ▾
        </text>
      )}
      <Name state={state} box={box} />
      {isContainer || (state.inside === undefined && notes.length === 0) || state.history !== undefined ? null : (
        <path
          class="rule"
          d={`M${box.x.toString()} ${(box.y + measures.nameHeight).toString()}h${box.width.toString()}`}
        />
      )}
      {state.history === undefined && (
        <Notes {...props} notes={notes} box={within} top={isContainer ? 11 : measures.nameHeight + 15} />
      )}
      {state.inside !== undefined && (
        <text
          class="note inside"
          data-fold={state.id}
          x={box.x + measures.padding}
          y={box.y + measures.nameHeight + 15 + notes.length * measures.noteHeight}
        >
          {insideText(state.inside)}
        </text>
      )}
    </g>
  );
}

/** The name of a state; a history has only its sign, `H` or `H*`, as in UML. */
const Name = ({ state: { name, history }, box }: { readonly state: ShownState; readonly box: Box }): VNode =>
  history === undefined ? (
    <text class="name" x={box.x + measures.padding} y={box.y + 19}>
      {name}
    </text>
  ) : (
    <text class="name sign" x={box.x + box.width / 2} y={box.y + box.height / 2 + 4.5}>
      {history === 'deep' ? 'H*' : 'H'}
    </text>
  );

const classesOf = ({ state, chart, isContainer, selected }: StateShapeProps, isActive: boolean): string =>
  [
    'state',
    ...(isContainer ? ['is-container'] : []),
    ...(state.parent === undefined ? ['is-machine'] : []),
    ...(isPart(state, chart) ? ['is-part'] : []),
    ...(state.history === undefined ? [] : ['is-history']),
    ...(state.inside === undefined ? [] : ['is-folded']),
    ...(isActive ? ['is-active'] : []),
    ...(state.mark === undefined ? [] : [`is-${state.mark}`]),
    ...(selected === state.id ? ['is-selected'] : []),
  ].join(' ');

/**
 * Returns true for a part of a parallel state, which dashed lines separate from the other parts; it has a border of its
 * own only if a transition begins or ends there.
 */
function isPart({ id, parent, history }: ShownState, { states, transitions }: ShownChart): boolean {
  const isInParallel = states.some((around) => around.id === parent && around.isParallel === true);
  const isEnd =
    transitions.some(({ source, target }) => target !== undefined && (source === id || target === id)) ||
    states.some(({ leadsTo }) => leadsTo === id);
  return isInParallel && history === undefined && !isEnd;
}

/** A filled dot in the corner, so that not only its colour marks an active state. */
const ActiveSign = ({ box }: { readonly box: Box }): VNode => (
  <circle class="active-sign" cx={box.x + box.width - 13} cy={box.y + 13} r={4.5} />
);

interface NotesProps extends ChartPictureProps {
  readonly notes: readonly ChartNote[];
  readonly box: Box | undefined;
  /** From the top of the box to the first line. */
  readonly top: number;
}

/** Shows the text of a state: its blocks, deferred events and internal transitions. */
function Notes({ notes, box, top, run, selected, menuOf }: NotesProps): VNode | null {
  if (box === undefined || notes.length === 0) return null;
  return (
    <>
      {notes.map(({ text, transition }, index) => (
        <text
          key={index}
          class={transition !== undefined && selected === transition ? 'note is-selected' : 'note'}
          x={box.x + measures.padding}
          y={box.y + top + index * measures.noteHeight}
          data-transition={transition}
          data-vscode-context={transition === undefined ? undefined : menuOf?.(transition)}
        >
          {standingSign(transition, run)}
          {text}
        </text>
      ))}
    </>
  );
}
