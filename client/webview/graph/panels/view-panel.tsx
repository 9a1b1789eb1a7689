/**
 * The panel that chooses what to show of the graph: layers, kinds, names, types, classes and data.
 */
import type { VNode } from 'preact';
import { increase } from '../../../../language/src/model/common/increase.ts';
import { routings, spacings, viewDirections, type Arrangement } from '../../../../language/src/model/view.ts';
import { entityKinds } from '../../../../language/src/model/entity-kind.ts';
import type { GraphView } from '../../../../language/src/view/graph.ts';
import { layerOf, layers } from '../../../../language/src/view/shown/layers.ts';
import type { ViewChoice } from '../../../../language/src/view/shown/shown.ts';
import {
  containersIn,
  filters,
  withAllClosed,
  withAllOpened,
  withArrangement,
  withKind,
  withLayer,
  withValue,
  type Filter,
} from '../choice.ts';
import { texts } from '../texts.ts';

/** The properties of the panel. */
export interface ViewPanelProps {
  /** The whole graph. */
  readonly graph: GraphView;
  readonly choice: ViewChoice;
  readonly onChange: (choice: ViewChoice) => void;
}

/** Lists the contents of the graph, each with a checkbox. */
export function ViewPanel(props: ViewPanelProps): VNode {
  return (
    <section class="view-panel" aria-label={texts.view} data-view-panel>
      <Ticks {...props} />
      <Filters {...props} />
      <Containers {...props} />
      <ArrangementFields {...props} />
    </section>
  );
}

function Ticks({ graph, choice, onChange }: ViewPanelProps): VNode {
  const used = layers.filter((layer) => graph.edges.some(({ kind }) => layerOf[kind] === layer));
  const kinds = entityKinds.filter((kind) => graph.nodes.some((node) => node.kind === kind));
  return (
    <>
      <h2>{texts.layers}</h2>
      {used.map((layer) => (
        <Tick
          key={layer}
          name={layer}
          isOn={!choice.hiddenLayers.includes(layer)}
          count={graph.edges.reduce((sum, { kind, count = 1 }) => sum + (layerOf[kind] === layer ? count : 0), 0)}
          onChange={() => {
            onChange(withLayer(choice, layer));
          }}
        />
      ))}
      <h2>{texts.kinds}</h2>
      {kinds.map((kind) => (
        <Tick
          key={kind}
          name={kind}
          isOn={!choice.hiddenKinds.includes(kind)}
          count={graph.nodes.reduce((sum, node) => sum + (node.kind === kind ? (node.stack?.length ?? 1) : 0), 0)}
          onChange={() => {
            onChange(withKind(choice, kind));
          }}
        />
      ))}
    </>
  );
}

function Filters({ graph, choice, onChange }: ViewPanelProps): VNode {
  return (
    <>
      <label class="field">
        {texts.nameFilter}
        <input
          type="text"
          value={choice.name}
          spellcheck={false}
          data-filter="name"
          onInput={(event) => {
            onChange({ ...choice, name: event.currentTarget.value });
          }}
        />
      </label>
      {filters.map((filter) => (
        <Values key={filter} filter={filter} graph={graph} choice={choice} onChange={onChange} />
      ))}
    </>
  );
}

/** The values that a filter offers: those that occur, with the number of nodes. */
function valuesOf({ nodes }: GraphView, filter: Filter): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const node of nodes) {
    const own = filter === 'types' ? [node.type] : node[filter];
    for (const value of own ?? []) if (value !== undefined) increase(counts, value, node.stack?.length ?? 1);
  }
  return new Map([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Offers values to filter by, each with a checkbox; nothing if there are none. */
function Values({ filter, graph, choice, onChange }: ViewPanelProps & { readonly filter: Filter }): VNode | null {
  const values = valuesOf(graph, filter);
  if (values.size === 0) return null;
  const chosen = choice[filter] ?? [];
  return (
    <details class="values" open={chosen.length > 0} data-filter={filter}>
      <summary>
        {texts[filter]} <span class="quiet">{chosen.length === 0 ? texts.anyValue : chosen.join(', ')}</span>
      </summary>
      {[...values].map(([value, count]) => (
        <Tick
          key={value}
          id={`${filter}: ${value}`}
          name={value}
          isOn={chosen.includes(value)}
          count={count}
          onChange={() => {
            onChange(withValue(choice, filter, value));
          }}
        />
      ))}
    </details>
  );
}

/** Returns the parts of an arrangement that have a value of theirs. */
function arrangementOf(values: { readonly [Key in keyof Arrangement]?: string }): Arrangement {
  const [direction, spacing, routing] = [
    viewDirections.find((each) => each === values.direction),
    spacings.find((each) => each === values.spacing),
    routings.find((each) => each === values.routing),
  ];
  return {
    ...(direction !== undefined && { direction }),
    ...(spacing !== undefined && { spacing }),
    ...(routing !== undefined && { routing }),
  };
}

/** Offers the ways to arrange the picture. */
function ArrangementFields({ choice, onChange }: ViewPanelProps): VNode {
  const { arrangement = {} } = choice;
  const field = (key: keyof Arrangement, values: readonly string[]): VNode => (
    <label class="field">
      {texts[key]}
      <select
        value={arrangement[key] ?? ''}
        data-arrangement={key}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange(withArrangement(choice, arrangementOf({ ...arrangement, [key]: value })));
        }}
      >
        <option value="">{texts.asUsual}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <>
      <h2>{texts.arrangement}</h2>
      {field('direction', viewDirections)}
      {field('spacing', spacings)}
      {field('routing', routings)}
    </>
  );
}

function Containers({ graph, choice, onChange }: ViewPanelProps): VNode | null {
  const containers = containersIn(graph);
  if (containers.length === 0) return null;
  return (
    <div class="actions">
      <button
        type="button"
        class="tool"
        data-close-all
        onClick={() => {
          onChange(withAllClosed(choice, graph));
        }}
      >
        {texts.collapseAll}
      </button>
      <button
        type="button"
        class="tool"
        data-open-all
        onClick={() => {
          onChange(withAllOpened(choice));
        }}
      >
        {texts.expandAll}
      </button>
    </div>
  );
}

interface TickProps {
  /** Absent if the name is unique. */
  readonly id?: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly count: number;
  readonly onChange: () => void;
}

function Tick({ name, id = name, isOn, count, onChange }: TickProps): VNode {
  return (
    <label class="tick">
      <input type="checkbox" checked={isOn} data-tick={id} onChange={onChange} />
      {name} <span class="quiet">{count.toString()}</span>
    </label>
  );
}
