/**
 * A table of a report: sorted by clicks on column titles, with keyboard navigation.
 */
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ReportCell, ReportTable, TargetIndex } from '../../../language/src/view/report/report.ts';
import { ensureReachable, moveInGrid, rememberInGrid } from './grid-keys.ts';
import type { Sorting } from './messages.ts';
import { comparableColumns, countDifferences, differingRows } from './compared.ts';
import { digitsIn, type Digits } from './digits.ts';
import { ReportSignMark } from './sign.tsx';
import { tableCsv } from './table-csv.ts';
import { ToolButton } from '../page/tool-icon.tsx';
import { ariaSort, nextSorting, sortRows } from './sorting.ts';
import { signWords, texts } from './texts.ts';

/** The properties of a table. */
export interface TableProps {
  readonly table: ReportTable;
  readonly sorting: Sorting | undefined;
  readonly onSorted: (sorting: Sorting | undefined) => void;
  readonly onFollow: (target: TargetIndex) => void;
  /** Called with the table as CSV. */
  readonly onExported: (content: string) => void;
}

/** The number of rows drawn at first, and added each time more are requested. */
const rowsAtOnce = 300;

/** The number of levels above zero. */
const heatLevels = 5;

/** Shows a table. */
export function Table({ table, sorting, onSorted, onFollow, onExported }: TableProps): VNode {
  const element = useRef<HTMLTableElement>(null);
  const [wanted, setWanted] = useState(rowsAtOnce);
  const [base, setBase] = useState<number>();
  const rows = useMemo(() => sortRows(table.rows, sorting), [table, sorting]);
  const digits = useMemo(() => digitsIn([table]), [table]);
  useEffect(() => {
    if (element.current !== null) ensureReachable(element.current);
  });
  if (rows.length === 0) return <p class="quiet">{table.empty}</p>;
  return (
    <>
      <Tools
        table={table}
        base={base}
        onCompared={setBase}
        onExported={() => {
          onExported(tableCsv(table, rows));
        }}
      />
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
              <Row key={keyOf(row)} row={row} table={table} digits={digits} base={base} onFollow={onFollow} />
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
    </>
  );
}

interface ToolsProps extends Pick<TableProps, 'table'> {
  /** The column that all others are compared with. */
  readonly base: number | undefined;
  readonly onCompared: (base: number | undefined) => void;
  readonly onExported: () => void;
}

/** Shows the tools of a table: comparing its columns, and saving it. */
function Tools({ table, base, onCompared, onExported }: ToolsProps): VNode {
  const comparable = comparableColumns(table);
  return (
    <div class="pickers table-tools">
      {comparable.length > 1 && (
        <label>
          {texts.against}
          <select
            value={base ?? ''}
            onChange={({ currentTarget }) => {
              onCompared(currentTarget.value === '' ? undefined : Number(currentTarget.value));
            }}
          >
            <option value="">{texts.nothing}</option>
            {comparable.map((column) => (
              <option key={column} value={column}>
                {table.columns[column]?.title}
              </option>
            ))}
          </select>
        </label>
      )}
      {base !== undefined && (
        <span class="quiet" role="status">
          {`${texts.differ}: ${differingRows(table.rows, base).toString()}`}
        </span>
      )}
      <ToolButton icon="save" label={texts.saveTable} onClick={onExported} hasText />
    </div>
  );
}

function Head({ table, sorting, onSorted }: Pick<TableProps, 'table' | 'sorting' | 'onSorted'>): VNode {
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
  readonly digits: Digits;
  readonly base: number | undefined;
}

function Row({ row, table, digits, base, onFollow }: RowProps): VNode {
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
            <Cell
              cell={cell}
              digits={digits}
              against={base === undefined || base === column ? undefined : countDifferences(cell, row[base])}
              onFollow={onFollow}
            />
          </Tag>
        );
      })}
    </tr>
  );
}

interface CellProps extends Pick<TableProps, 'onFollow'> {
  readonly cell: ReportCell;
  readonly digits: Digits;
  /** By how much its counts exceed those that it is compared with. */
  readonly against: readonly number[] | undefined;
}

function Cell({ cell, digits, against, onFollow }: CellProps): VNode {
  const { target, counts, text, hint } = cell;
  const content = counts === undefined ? text : <Counts cell={cell} digits={digits} against={against} />;
  if (target === undefined) return <>{content}</>;
  return (
    <button
      type="button"
      class={counts === undefined ? 'link' : 'counts-button'}
      tabIndex={-1}
      title={counts === undefined ? hint : text}
      onClick={() => {
        onFollow(target);
      }}
    >
      {content}
    </button>
  );
}

/** The counts of a cell; screen readers hear the words of their signs, which are also in the tooltip and the legend. */
function Counts({ cell: { counts = [] }, digits, against }: Omit<CellProps, 'onFollow'>): VNode {
  const shown = counts.flatMap((each, place) =>
    digits.has(each.sign) ? [{ ...each, difference: against?.[place] ?? 0 }] : [],
  );
  return (
    <span class={against?.every((each) => each === 0) === true ? 'counts is-equal' : 'counts'}>
      {shown.map(({ sign, count, difference }, place) => (
        <span key={sign} class={count === 0 ? 'count is-zero' : 'count'} data-count={sign}>
          <ReportSignMark sign={sign} />
          <span class="number" data-digits={digits.get(sign)}>
            {count}
          </span>
          {difference !== 0 && <span class="difference">{signed(difference)}</span>}
          <span class="unseen">{` ${signWords[sign]}${place + 1 < shown.length ? ', ' : ''}`}</span>
        </span>
      ))}
    </span>
  );
}

/** Returns a difference with its sign: `+2`, `−1`. */
const signed = (difference: number): string => (difference > 0 ? `+${difference}` : `−${-difference}`);
