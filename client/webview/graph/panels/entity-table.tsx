/**
 * The entities as a table: the content of the picture for users who cannot see it, and for models too large to draw.
 * Only the rows in view exist, so the number of rows is unlimited.
 */
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { append } from '../../../../language/src/model/common/append.ts';
import { isEntity } from '../../../../language/src/model/drawn-kinds.ts';
import type { GraphNode, GraphView } from '../../../../language/src/view/graph.ts';
import { edgeLabelInFull } from '../../../../language/src/view/edge-words.ts';
import { nodeDetail } from '../../../../language/src/view/labels.ts';
import { statusWords, type NodeStatus } from '../../../../language/src/drawing/graph/node-status.ts';
import type { Selection } from '../../../../language/src/drawing/graph/selection.ts';
import { counted } from '../../../../language/src/model/common/word-list.ts';
import { texts } from '../texts.ts';
import { tableOf } from '../../../../language/src/model/common/table.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The properties of the table. */
export interface EntityTableProps {
  readonly graph: GraphView;
  readonly statuses: ReadonlyMap<string, NodeStatus> | undefined;
  readonly matches: ReadonlySet<string> | undefined;
  readonly selection: Selection | undefined;
  /** The reason why there is no picture, if there cannot be one. */
  readonly reason: string | undefined;
  readonly onChosen: (selection: Selection, focus: boolean) => void;
}

const rowHeight = 24;
const spare = 10;

/** Shows the table; during a search, only the matches. */
export function EntityTable(props: EntityTableProps): VNode {
  const { graph, statuses, matches, selection, reason, onChosen } = props;
  const rows = useMemo(
    () => graph.nodes.filter(({ id, kind }) => isEntity(kind) && matches?.has(id) !== false),
    [graph, matches],
  );
  const relations = useMemo(() => relationsOf(graph), [graph]);
  const { scroller, seen, look, reveal } = useSeenRows(rows);
  const found = rows.findIndex(({ id }) => selection?.type === 'node' && id === selection.id);
  const current = Math.max(0, found);
  const choose = (at: number, focus: boolean): void => {
    const place = Math.max(0, Math.min(rows.length - 1, at));
    const node = rows[place];
    if (node === undefined) return;
    reveal(place);
    onChosen({ type: 'node', id: node.id }, focus);
  };
  const after = seen.first + seen.count;
  return (
    <div
      class="entity-table"
      ref={scroller}
      onScroll={look}
      data-entity-table={rows.length}
      tabIndex={0}
      role="grid"
      aria-label={texts.table}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows.length > 0 ? `row-${current.toString()}` : undefined}
      onKeyDown={(event) => {
        const to = event.key === 'Enter' ? current : placeAfterKey(event.key, current, rows.length);
        if (to === undefined) return;
        choose(to, event.key === 'Enter');
        event.preventDefault();
      }}
    >
      {reason !== undefined && <p class="quiet">{reason}</p>}
      <Head />
      <Gap rows={seen.first} />
      {rows.slice(seen.first, after).map((node, at) => (
        <Row
          key={node.id}
          node={node}
          place={seen.first + at}
          status={statuses?.get(node.id)}
          relations={relations.get(node.id) ?? ''}
          isSelected={found === seen.first + at}
          onChosen={choose}
        />
      ))}
      <Gap rows={Math.max(0, rows.length - after)} />
    </div>
  );
}

/** Returns the rows in view, and a function that scrolls to a row. */
function useSeenRows(rows: readonly GraphNode[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ first: 0, count: 60 });
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spare);
    const count = Math.ceil(clientHeight / rowHeight) + 2 * spare;
    setSeen((before) => (before.first === first && before.count === count ? before : { first, count }));
  };
  useLayoutEffect(look, [rows]);
  const reveal = (place: number): void => {
    const [element, top] = [scroller.current, place * rowHeight];
    if (element === null) return;
    const isSeen = top >= element.scrollTop && top + 2 * rowHeight <= element.scrollTop + element.clientHeight;
    if (!isSeen) element.scrollTop = Math.max(0, top - element.clientHeight / 2);
  };
  return { scroller, seen, look, reveal };
}

const keySteps: Readonly<Record<string, number>> = tableOf({ ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 });

function placeAfterKey(key: string, current: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = keySteps[key];
  return step === undefined ? undefined : current + step;
}

/** The space of rows that are not rendered. */
const Gap = ({ rows }: { readonly rows: number }): VNode => (
  <div role="presentation" style={{ height: `${(rows * rowHeight).toString()}px` }} />
);

const Head = (): VNode => (
  <div class="row head" role="row" aria-rowindex={1}>
    {[texts.name, texts.kind, texts.within, texts.relations, texts.problems].map((head) => (
      <span key={head} role="columnheader">
        {head}
      </span>
    ))}
  </div>
);

interface RowProps {
  readonly node: GraphNode;
  readonly place: number;
  readonly status: NodeStatus | undefined;
  readonly relations: string;
  readonly isSelected: boolean;
  readonly onChosen: (place: number, focus: boolean) => void;
}

function Row({ node, place, status, relations, isSelected, onChosen }: RowProps): VNode {
  return (
    <div
      id={`row-${place.toString()}`}
      role="row"
      aria-rowindex={place + 2}
      aria-selected={isSelected}
      class="row"
      data-entity-row={node.id}
      onClick={() => {
        onChosen(place, false);
      }}
      onDblClick={() => {
        onChosen(place, true);
      }}
    >
      <span role="gridcell">{node.stack === undefined ? node.id : node.label}</span>
      <span role="gridcell">{nodeDetail(node) + (status === undefined ? '' : `, ${statusWords(status)}`)}</span>
      <span role="gridcell">{node.parent ?? ''}</span>
      <span role="gridcell">{relations}</span>
      <span role="gridcell">{node.problems === undefined ? '' : counted(node.problems.length, 'problem')}</span>
    </div>
  );
}

const named = 4;

/** Returns the relations of each node in words; the first few, and the number of the others. */
function relationsOf({ edges }: GraphView): ReadonlyMap<string, string> {
  const words = new Map<string, string[]>();
  for (const edge of edges) {
    append(words, edge.source, `${edgeLabelInFull(edge)} ${edge.target}`);
  }
  return new Map(
    [...words].map(([id, list]) => {
      const rest = list.length - named;
      return [id, list.slice(0, named).join(', ') + (rest > 0 ? t` and ${rest.toString()} more` : '')];
    }),
  );
}
