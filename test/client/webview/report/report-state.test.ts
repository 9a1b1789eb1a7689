import assert from 'node:assert/strict';
import { initialReportState, nextReportState, sortingOf } from '../../../../client/webview/report/report-state.ts';
import { matrixMessage, subject } from './sample-report.ts';

describe('The state of the report page', () => {
  const start = initialReportState(undefined);
  const sorting = { column: 1, isDescending: true };

  it('begins busy, with the saved sort orders', () => {
    const nothing = { shown: undefined, failure: undefined, pointed: undefined };
    assert.deepEqual(start, { ...nothing, isBusy: true, sortings: [], chosen: [] });
    const sortings = [{ table: 'Crashes', sorting }];
    assert.deepEqual(initialReportState({ subject, sortings }).sortings, sortings);
  });

  it('shows a report until the next one comes, also while that is made', () => {
    const shown = nextReportState(start, matrixMessage);
    assert.equal(shown.shown?.number, matrixMessage.number);
    assert.equal(shown.isBusy, false);
    const busy = nextReportState(shown, { type: 'busy' });
    assert.equal(busy.shown, shown.shown);
    assert.equal(busy.isBusy, true);
  });

  it('says why there is no report, until there is one', () => {
    const failed = nextReportState(start, { type: 'failed', message: 'No.' });
    assert.deepEqual([failed.failure, failed.isBusy], ['No.', false]);
    assert.equal(nextReportState(failed, matrixMessage).failure, undefined);
  });

  it('keeps a sort order for each table across reports, and forgets it when it is cleared', () => {
    const sorted = nextReportState(start, { type: 'sorted', table: 'Crashes', sorting });
    const other = nextReportState(sorted, {
      type: 'sorted',
      table: 'Costs',
      sorting: { column: 0, isDescending: false },
    });
    const shown = nextReportState(other, matrixMessage);
    assert.deepEqual(sortingOf(shown, 'Crashes', 3), sorting);
    const ended = nextReportState(shown, { type: 'sorted', table: 'Crashes', sorting: undefined });
    assert.equal(sortingOf(ended, 'Crashes', 3), undefined);
    assert.deepEqual(sortingOf(ended, 'Costs', 3), { column: 0, isDescending: false });
  });

  it('does not sort by a column that is gone', () => {
    const sorted = nextReportState(start, {
      type: 'sorted',
      table: 'Crashes',
      sorting: { column: 4, isDescending: true },
    });
    assert.equal(sortingOf(sorted, 'Crashes', 4), undefined);
  });
});
