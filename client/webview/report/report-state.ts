/**
 * The state of the report page and its transitions: a pure function of events.
 */
import type { ReportMessageToPage, SavedReport, Sorting } from './messages.ts';

/** A report and its subject. */
export type ShownReport = Omit<ReportMessageToPage & { readonly type: 'report' }, 'type'>;

/** The state of the report page. */
export interface ReportState {
  readonly shown: ShownReport | undefined;
  /** True while a report is under way. */
  readonly isBusy: boolean;
  /** The reason why there is no report; an older one is then not shown. */
  readonly failure: string | undefined;
  /** The entity last selected elsewhere. */
  readonly pointed: string | undefined;
  readonly sortings: SavedReport['sortings'];
  /** The chosen table of each group; without a choice, the first is shown. */
  readonly chosen: NonNullable<SavedReport['chosen']>;
}

/** An event of the report page. */
export type ReportEvent =
  | ReportMessageToPage
  | { readonly type: 'chosen'; readonly group: string; readonly table: string }
  | { readonly type: 'sorted'; readonly table: string; readonly sorting: Sorting | undefined };

/** Returns the initial state of a page. */
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

/** Returns the tables of a group, and the one shown: the chosen one, otherwise the first. */
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

/** Returns the sorting of a table; nothing if its column no longer exists. */
export function sortingOf(state: ReportState, table: string, columnCount: number): Sorting | undefined {
  const sorting = state.sortings.find((each) => each.table === table)?.sorting;
  return sorting !== undefined && sorting.column < columnCount ? sorting : undefined;
}
