/**
 * A table of a report: sorted by clicks on column titles, with keyboard navigation.
 */
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ReportCell, ReportTable, TargetIndex } from '../../../language/src/view/report/report.ts';
import { ensureReachable, moveInGrid, rememberInGrid } from './grid-keys.ts';
import type { Sorting } from './messages.ts';
import { Sign } from './sign.tsx';
import { ariaSort, nextSorting, sortRows } from './sorting.ts';
import { signWords, texts } from './texts.ts';

/** The properties of a table. */
export interface TableProps {
  readonly table: ReportTable;
  readonly sorting: Sorting | undefined;
  readonly onSorted: (sorting: Sorting | undefined) => void;
  readonly onFollow: (target: TargetIndex) => void;
}

/** The number of rows drawn at first, and added each time more are requested. */
const rowsAtOnce = 300;

/** The number of levels above zero. */
const heatLevels = 5;

/** Shows a table. */
export function Table({ table, sorting, onSorted, onFollow }: TableProps): VNode {
  const element = useRef<HTMLTableElement>(null);
  const [wanted, setWanted] = useState(rowsAtOnce);
  const rows = useMemo(() => sortRows(table.rows, sorting), [table, sorting]);
  useEffect(() => {
    if (element.current !== null) ensureReachable(element.current);
  });
  if (rows.length === 0) return <p class="quiet">{table.empty}</p>;
  return (
    <div class="table">
      <table
        ref={element}
        role="grid"
        aria-label={table.title}
        aria-description={texts.gridHelp}
        aria-rowcount={rows.length + 1}
        onKeyDown={(event) => {
          moveInGrid(event, event.currentTarget);
        }}
        onFocusIn={(event) => {
          rememberInGrid(event.currentTarget, event.target);
        }}
      >
        <Head table={table} sorting={sorting} onSorted={onSorted} />
        <tbody>
          {rows.slice(0, wanted).map((row) => (
            <Row key={keyOf(row)} row={row} table={table} onFollow={onFollow} />
          ))}
        </tbody>
      </table>
      {rows.length > wanted && (
        <button
          type="button"
          class="prominent"
          onClick={() => {
            setWanted(wanted + rowsAtOnce);
          }}
        >
          {`${texts.showMore} (${(rows.length - wanted).toString()})`}
        </button>
      )}
    </div>
  );
}

function Head({ table, sorting, onSorted }: Omit<TableProps, 'onFollow'>): VNode {
  return (
    <thead>
      <tr>
        {table.columns.map(({ title, isNumber }, column) => (
          <th key={column} scope="col" class={isNumber ? 'is-number' : undefined} aria-sort={ariaSort(sorting, column)}>
            <button
              type="button"
              class="sort"
              tabIndex={-1}
              onClick={() => {
                onSorted(nextSorting(sorting, column, isNumber));
              }}
            >
              {title}
              <SortArrow sorting={sorting} column={column} />
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Returns the key of a row: all cells before the first number. */
function keyOf(row: readonly ReportCell[]): string {
  const end = row.findIndex(({ order }) => order !== undefined);
  return JSON.stringify(row.slice(0, Math.max(1, end)).map(({ text }) => text));
}

function SortArrow({ sorting, column }: Pick<TableProps, 'sorting'> & { readonly column: number }): VNode {
  const direction = ariaSort(sorting, column);
  return (
    <svg class="arrow" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      {direction !== 'none' && <path d={direction === 'ascending' ? 'M1.5 6.5L5 3l3.5 3.5' : 'M1.5 3.5L5 7l3.5-3.5'} />}
    </svg>
  );
}

interface RowProps extends Pick<TableProps, 'table' | 'onFollow'> {
  readonly row: readonly ReportCell[];
}

function Row({ row, table, onFollow }: RowProps): VNode {
  return (
    <tr data-row={row[0]?.text}>
      {row.map((cell, column) => {
        const Tag = column === 0 ? 'th' : 'td';
        return (
          <Tag
            key={column}
            scope={column === 0 ? 'row' : undefined}
            class={table.columns[column]?.isNumber === true ? 'is-number' : undefined}
            data-heat={cell.heat === undefined ? undefined : Math.ceil(Math.min(1, cell.heat) * heatLevels)}
            tabIndex={cell.target === undefined ? -1 : undefined}
            data-column={table.columns[column]?.title}
          >
            <Cell cell={cell} onFollow={onFollow} />
          </Tag>
        );
      })}
    </tr>
  );
}

function Cell({ cell, onFollow }: { readonly cell: ReportCell } & Pick<TableProps, 'onFollow'>): VNode {
  const { target, counts, text } = cell;
  const content = counts === undefined ? text : <Counts cell={cell} />;
  if (target === undefined) return <>{content}</>;
  return (
    <button
      type="button"
      class={counts === undefined ? 'link' : 'counts-button'}
      tabIndex={-1}
      title={counts === undefined ? undefined : text}
      onClick={() => {
        onFollow(target);
      }}
    >
      {content}
    </button>
  );
}

/** The counts of a cell; screen readers hear the words of their signs, which are also in the tooltip and the legend. */
const Counts = ({ cell: { counts = [] } }: { readonly cell: ReportCell }): VNode => (
  <span class="counts">
    {counts.map(({ sign, count }, place) => (
      <span key={sign} class={count === 0 ? 'count is-zero' : 'count'} data-count={sign}>
        <Sign sign={sign} />
        <span class="number">{count}</span>
        <span class="unseen">{` ${signWords[sign]}${place + 1 < counts.length ? ', ' : ''}`}</span>
      </span>
    ))}
  </span>
);
