/**
 * The report page: the subject of a report, its legend, and its tables and lists.
 */
import type { VNode } from 'preact';
import { useEffect, useMemo, useReducer } from 'preact/hooks';
import { drawnEnds, type ReportQuestion } from '../../../language/src/view/report/question.ts';
import type { ReportSection, ReportSign, ReportText } from '../../../language/src/view/report/report.ts';
import { digitsIn } from './digits.ts';
import { List } from './list.tsx';
import type { reportExportFormats, ReportHost } from './messages.ts';
import {
  groupOf,
  initialReportState,
  nextReportState,
  sortingOf,
  type ReportEvent,
  type ReportState,
  type ShownReport,
} from './report-state.ts';
import { MatrixPicker, PlanPickers } from './plan-pickers.tsx';
import { ReportSignMark } from './sign.tsx';
import { Table } from './table.tsx';
import { PlanTimeline, type TimelineProps } from './timeline.tsx';
import { menuOfModel } from '../page/page-menu.ts';
import { ToolButton } from '../page/tool-icon.tsx';
import { signWords, texts } from './texts.ts';
import { Failure, Notice } from '../page/notice.tsx';
import { t } from '../../../language/src/model/common/translation.ts';

/** The properties of the page. */
export interface ReportPageProps {
  readonly host: ReportHost;
}

/** The whole page. */
export function ReportPage({ host }: ReportPageProps): VNode {
  const saved = useMemo(() => host.saved(), [host]);
  const [state, dispatch] = useReducer(nextReportState, initialReportState(saved));
  const { shown, sortings, chosen, failure, isBusy } = state;
  useEffect(() => {
    host.listen(dispatch);
    host.post({ type: 'ready' });
  }, []);
  useEffect(() => {
    if (shown !== undefined) host.save({ subject: shown.subject, sortings, ...(chosen.length > 0 && { chosen }) });
  }, [shown, sortings, chosen]);
  if (failure !== undefined) return <Failure sentence={texts.failed} details={failure} post={host.post} />;
  if (shown === undefined) {
    return <Notice kind="busy" sentence={texts.busy} />;
  }
  const { report, subject } = shown;
  return (
    <main
      class="report"
      data-report={subject.question.kind}
      data-number={shown.number}
      data-vscode-context={menuOfModel(subject.uri)}
    >
      <Header host={host} shown={shown} isBusy={isBusy} />
      {report.sections.map((section, place) => (
        <Section
          key={`${section.title} ${place.toString()}`}
          section={section}
          isAlone={report.sections.length === 1}
          state={state}
          dispatch={dispatch}
          onFollow={(target) => {
            host.post({ type: 'follow', number: shown.number, target });
          }}
          onSelected={(name) => {
            dispatch({ type: 'select', name });
            host.post({ type: 'selected', name });
          }}
          onStep={(step) => {
            host.post({ type: 'showInGraph', step });
          }}
          onExported={(format, content) => {
            host.post({ type: 'export', format, content });
          }}
          onTrouble={(error) => {
            host.post({ type: 'trouble', message: t`The picture was not painted: ${String(error)}` });
          }}
        />
      ))}
    </main>
  );
}

interface HeaderProps extends ReportPageProps {
  readonly shown: ShownReport;
  readonly isBusy: boolean;
}

/** The subject of the report, and links to others. */
function Header({ host, shown: { report, subject, choices }, isBusy }: HeaderProps): VNode {
  return (
    <header>
      <div class="title">
        <h1>{report.title}</h1>
        <Ways question={subject.question} host={host} />
      </div>
      <p class="quiet">
        {subject.title}
        <span role="status">{isBusy && ` · ${texts.updating}`}</span>
      </p>
      {subject.question.kind === 'plan' && choices !== undefined && (
        <PlanPickers
          question={subject.question}
          choices={choices}
          onAsked={(question) => {
            host.post({ type: 'ask', question });
          }}
          onOther={() => {
            host.post({ type: 'choosePlan' });
          }}
        />
      )}
      {subject.question.kind === 'matrix' && (
        <MatrixPicker
          question={subject.question}
          onAsked={(question) => {
            host.post({ type: 'ask', question });
          }}
        />
      )}
      {report.about.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {report.legend.length > 0 && <Legend signs={shownSigns(report)} />}
    </header>
  );
}

/** The links of a report as a whole: of a comparison and a plan to the graph, of a plan to related reports. */
function Ways({ question, host }: { readonly question: ReportQuestion } & ReportPageProps): VNode | null {
  if (question.kind !== 'plan' && question.kind !== 'changes') return null;
  return (
    <div class="ways">
      {(question.kind === 'changes' || drawnEnds.includes(question.end)) && (
        <ToolButton
          icon="graph"
          label={texts.showInGraph}
          onClick={() => {
            host.post({ type: 'showInGraph' });
          }}
          hasText
        />
      )}
      {(question.kind === 'plan' ? (['matrix', 'isolation'] as const) : []).map((kind) => (
        <ToolButton
          key={kind}
          icon="matrix"
          label={texts[kind]}
          onClick={() => {
            host.post({ type: 'ask', question: { kind } });
          }}
          hasText
        />
      ))}
    </div>
  );
}

interface SectionProps {
  readonly section: ReportSection;
  /** A single table needs no title besides that of the report. */
  readonly isAlone: boolean;
  readonly state: ReportState;
  readonly dispatch: (event: ReportEvent) => void;
  readonly onFollow: (target: number) => void;
  readonly onSelected: TimelineProps['onSelected'];
  readonly onStep: (step: number) => void;
  readonly onExported: (format: (typeof reportExportFormats)[number], content: string) => void;
  readonly onTrouble: TimelineProps['onTrouble'];
}

function Section({
  section,
  isAlone,
  state,
  dispatch,
  onFollow,
  onSelected,
  onStep,
  onExported,
  onTrouble,
}: SectionProps): VNode | null {
  const { title, note } = section;
  if (section.kind === 'timeline') {
    return (
      <section aria-label={title} data-section={title}>
        <PlanTimeline
          timeline={section}
          number={state.shown?.number ?? 0}
          title={state.shown?.report.title ?? title}
          pointed={state.pointed}
          {...{ onFollow, onSelected, onStep, onExported, onTrouble }}
        />
        {note !== undefined && <p class="quiet">{note}</p>}
      </section>
    );
  }
  const group = section.kind === 'table' ? section.group : undefined;
  if (group !== undefined && groupOf(state, group).shown !== title) return null;
  const isEmpty = (section.kind === 'list' ? section.items : section.rows).length === 0;
  return (
    <section aria-label={title} data-section={title} class={isEmpty ? 'is-empty' : undefined}>
      {!(isAlone && section.kind === 'table') && (
        <h2>{group === undefined ? title : <GroupTitle group={group} state={state} dispatch={dispatch} />}</h2>
      )}
      {section.kind === 'list' ? (
        <List list={section} onFollow={onFollow} />
      ) : (
        <Table
          table={section}
          sorting={sortingOf(state, title, section.columns.length)}
          onSorted={(sorting) => {
            dispatch({ type: 'sorted', table: title, sorting });
          }}
          onFollow={onFollow}
          onExported={(content) => {
            onExported('csv', content);
          }}
        />
      )}
      {note !== undefined && <p class="quiet">{note}</p>}
    </section>
  );
}

/** The picker of the shown table of a group. */
function GroupTitle({
  group,
  state,
  dispatch,
}: { readonly group: string } & Pick<SectionProps, 'state' | 'dispatch'>): VNode {
  const { tables, shown } = groupOf(state, group);
  return (
    <>
      {`${group}: `}
      <select
        aria-label={group}
        value={shown}
        onChange={({ currentTarget }) => {
          dispatch({ type: 'chosen', group, table: currentTarget.value });
        }}
      >
        {tables.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </>
  );
}

/** Returns the signs that the tables of a report show. */
function shownSigns({ legend, sections }: ReportText): readonly ReportSign[] {
  const digits = digitsIn(sections.filter((section) => section.kind === 'table'));
  return digits.size === 0 ? legend : legend.filter((sign) => digits.has(sign));
}

const Legend = ({ signs }: { readonly signs: readonly ReportSign[] }): VNode => (
  <p class="counts">
    <span class="quiet">{`${texts.legend}:`}</span>
    {signs.map((sign) => (
      <span key={sign} class="count" data-count={sign}>
        <ReportSignMark sign={sign} />
        {signWords[sign]}
      </span>
    ))}
  </p>
);
