/**
 * The state of the report page and how it changes: a pure function of what happened.
 */
import type { ReportMessageToPage, SavedReport, Sorting } from './messages.ts';

/** A report with what it is about. */
export type ShownReport = Omit<ReportMessageToPage & { readonly type: 'report' }, 'type'>;

export interface ReportState {
  readonly shown: ShownReport | undefined;
  /** Whether a report is being made. */
  readonly isBusy: boolean;
  /** Why there is none; then an older report is not shown. */
  readonly failure: string | undefined;
  /** The entity that was selected elsewhere last. */
  readonly pointed: string | undefined;
  readonly sortings: SavedReport['sortings'];
  /** Which table of each group is shown; without a choice, the first. */
  readonly chosen: NonNullable<SavedReport['chosen']>;
}

export type ReportEvent =
  | ReportMessageToPage
  | { readonly type: 'chosen'; readonly group: string; readonly table: string }
  | { readonly type: 'sorted'; readonly table: string; readonly sorting: Sorting | undefined };

/** Returns the state of a page that was just opened. */
export const initialReportState = (saved: SavedReport | undefined): ReportState => ({
  shown: undefined,
  isBusy: true,
  failure: undefined,
  pointed: undefined,
  sortings: saved?.sortings ?? [],
  chosen: saved?.chosen ?? [],
});

/** Returns the state after an event. */
export function nextReportState(state: ReportState, event: ReportEvent): ReportState {
  switch (event.type) {
    case 'report': {
      return { ...state, shown: event, isBusy: false, failure: undefined };
    }
    case 'select':
      return { ...state, pointed: event.name };
    case 'busy':
      return { ...state, isBusy: true };
    case 'failed':
      return { ...state, isBusy: false, failure: event.message };
    case 'chosen': {
      const { group, table } = event;
      return { ...state, chosen: [...state.chosen.filter((each) => each.group !== group), { group, table }] };
    }
    case 'sorted': {
      const others = state.sortings.filter(({ table }) => table !== event.table);
      const own = event.sorting === undefined ? [] : [{ table: event.table, sorting: event.sorting }];
      return { ...state, sortings: [...others, ...own] };
    }
  }
}

/** Returns the tables of a group, and which of them is shown: the one that was chosen, else the first. */
export function groupOf(
  state: ReportState,
  group: string,
): { readonly tables: readonly string[]; readonly shown: string | undefined } {
  const tables = (state.shown?.report.sections ?? []).flatMap((each) =>
    each.kind === 'table' && each.group === group ? [each.title] : [],
  );
  const chosen = state.chosen.find((each) => each.group === group)?.table;
  return { tables, shown: tables.find((each) => each === chosen) ?? tables[0] };
}

/** Returns how a table is sorted; a column that is not there any more sorts nothing. */
export function sortingOf(state: ReportState, table: string, columnCount: number): Sorting | undefined {
  const sorting = state.sortings.find((each) => each.table === table)?.sorting;
  return sorting !== undefined && sorting.column < columnCount ? sorting : undefined;
}
