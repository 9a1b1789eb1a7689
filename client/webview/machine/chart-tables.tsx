/**
 * The chart as tables, for users who prefer to read: the states and the transitions, each with its current status.
 */
import type { VNode } from 'preact';
import { standingWords } from '../../../language/src/drawing/statechart/chart-words.ts';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import type { DrawnChart } from './machine-state.ts';
import { texts } from './texts.ts';

/** The properties of the tables. */
export interface ChartTablesProps {
  readonly drawn: DrawnChart;
  readonly run: ChartRun | undefined;
  readonly onChosen: (id: string, focus: boolean) => void;
}

/** Shows the tables. */
export function ChartTables({ drawn: { chart }, run, onChosen }: ChartTablesProps): VNode {
  const nameOf = (id: string | undefined): string => chart.states.find((each) => each.id === id)?.name ?? '';
  const link = (id: string, text: string): VNode => (
    <button
      type="button"
      class="link"
      onClick={() => {
        onChosen(id, true);
      }}
    >
      {text}
    </button>
  );
  return (
    <div class="tables" tabindex={0}>
      <table data-table="states">
        <caption>{texts.states}</caption>
        <Head names={[texts.state, texts.kind, texts.within, texts.now]} />
        <tbody>
          {chart.states.slice(1).map(({ id, name, parent, isInitial, isFinal, isParallel, history, mark }) => (
            <tr key={id}>
              <th scope="row">{link(id, name)}</th>
              <td>
                {[
                  ...(isInitial ? [texts.initial] : []),
                  ...(isFinal ? [texts.final] : []),
                  ...(isParallel === true ? [texts.parallel] : []),
                  ...(history === undefined ? [] : [texts[history]]),
                  ...(mark === undefined ? [] : [texts[mark]]),
                ].join(', ')}
              </td>
              <td>{nameOf(parent)}</td>
              <td>{run?.active.includes(id) === true ? texts.active : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table data-table="transitions">
        <caption>{texts.transitions}</caption>
        <Head names={[texts.transition, texts.from, texts.now]} />
        <tbody>
          {chart.transitions.map(({ id, text, source }) => (
            <tr key={id}>
              <th scope="row">{link(id, text)}</th>
              <td>{nameOf(source)}</td>
              <td>{standingWords(id, run).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Head = ({ names }: { readonly names: readonly string[] }): VNode => (
  <thead>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
