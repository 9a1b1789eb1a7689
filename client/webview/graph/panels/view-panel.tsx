/**
 * The panel that chooses what to show of the graph: layers, kinds, names and types.
 */
import type { VNode } from 'preact';
import { entityKinds } from '../../../../language/src/model/entity-kind.ts';
import type { GraphView } from '../../../../language/src/view/graph.ts';
import { layerOf, layers } from '../../../../language/src/view/shown/layers.ts';
import type { Choice } from '../../../../language/src/view/shown/shown.ts';
import { containersIn, withData, withKind, withLayer, withType } from '../choice.ts';
import { texts } from '../texts.ts';

/** The properties of the panel. */
export interface ViewPanelProps {
  /** The whole graph. */
  readonly graph: GraphView;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

/** Lists the contents of the graph, each with a checkbox. */
export function ViewPanel(props: ViewPanelProps): VNode {
  return (
    <section class="view-panel" aria-label={texts.view} data-view-panel>
      <Ticks {...props} />
      <Filters {...props} />
      <Containers {...props} />
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
  const inOrder = (values: readonly string[]): readonly string[] =>
    [...new Set(values)].sort((one, other) => (one < other ? -1 : 1));
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
      <Select
        id="type"
        label={texts.typeFilter}
        values={inOrder(graph.nodes.flatMap(({ type }) => type ?? []))}
        chosen={choice.type}
        onChange={(type) => {
          onChange(withType(choice, type));
        }}
      />
      <Select
        id="data"
        label={texts.data}
        values={inOrder(graph.nodes.flatMap(({ data }) => data ?? []))}
        chosen={choice.data}
        onChange={(data) => {
          onChange(withData(choice, data));
        }}
      />
    </>
  );
}

interface SelectProps {
  readonly id: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: string | undefined;
  readonly onChange: (chosen: string | undefined) => void;
}

/** Offers values to filter by; nothing if there are none. */
function Select({ id, label, values, chosen, onChange }: SelectProps): VNode | null {
  if (values.length === 0) return null;
  return (
    <label class="field">
      {label}
      <select
        value={chosen ?? ''}
        data-filter={id}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange(value === '' ? undefined : value);
        }}
      >
        <option value="">{texts.anyType}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </label>
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
          onChange({ ...choice, closed: containers });
        }}
      >
        {texts.collapseAll}
      </button>
      <button
        type="button"
        class="tool"
        data-open-all
        onClick={() => {
          onChange({ ...choice, closed: [] });
        }}
      >
        {texts.expandAll}
      </button>
    </div>
  );
}

interface TickProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly count: number;
  readonly onChange: () => void;
}

function Tick({ name, isOn, count, onChange }: TickProps): VNode {
  return (
    <label class="tick">
      <input type="checkbox" checked={isOn} data-tick={name} onChange={onChange} />
      {name} <span class="quiet">{count.toString()}</span>
    </label>
  );
}
