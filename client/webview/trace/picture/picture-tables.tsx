/**
 * The drawn part as tables: the states of each lane, the messages, and the series.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { RunStretch } from '../../../../language/src/view/run/run-stretch.ts';
import type { Instant } from '../../../../language/src/view/run/trace/trace.ts';
import { shortValue } from '../../../../language/src/drawing/sequence/series-chart.tsx';
import type { TraceSettings } from '../messages.ts';
import { texts } from '../texts.ts';
import { visibleOf } from './visible.ts';

/** The properties of the tables. */
export interface PictureTablesProps {
  readonly stretch: RunStretch;
  readonly settings: TraceSettings;
  readonly onSelect: (step: number) => void;
}

/** Shows the tables. */
export function PictureTables({ stretch, settings, onSelect }: PictureTablesProps): VNode {
  const { lanes, series } = visibleOf(stretch, settings);
  const names = new Map(stretch.lanes.map(({ entity, name }) => [entity, name]));
  const at = (instant: Instant | undefined, otherwise = ''): VNode | string =>
    instant === undefined ? otherwise : <StepLink instant={instant} onSelect={onSelect} />;
  return (
    <div class="picture-tables" tabIndex={0} role="region" aria-label={texts.asTable}>
      <Table title={texts.lanes} columns={[texts.entity, texts.state, texts.from, texts.until]}>
        {lanes.flatMap(({ name, bars }) =>
          bars.map(({ text, from, to }, index) => (
            <tr key={`${name} ${index.toString()}`}>
              <th scope="row">{name}</th>
              <td>{text}</td>
              <td>{at(from)}</td>
              <td>{at(to, texts.stillGoes)}</td>
            </tr>
          )),
        )}
      </Table>
      <Table
        title={texts.messagesLeft}
        columns={[texts.message, texts.from, texts.to, texts.sent, texts.ended, texts.outcome]}
      >
        {stretch.arrows.map(({ text, from, to, sent, end, outcome }, index) => (
          <tr key={index}>
            <th scope="row">{text}</th>
            <td>{from === undefined ? texts.outside : names.get(from)}</td>
            <td>{names.get(to)}</td>
            <td>{at(sent)}</td>
            <td>{at(end)}</td>
            <td>{outcome}</td>
          </tr>
        ))}
      </Table>
      <Table title={texts.numbers} columns={[texts.number, texts.from, texts.value]}>
        {series.flatMap(({ name, unit = '', points }) =>
          points.map((point, index) => (
            <tr key={`${name} ${index.toString()}`}>
              <th scope="row">{name}</th>
              <td>{at(point)}</td>
              <td>{`${shortValue(point.value)}${unit}`}</td>
            </tr>
          )),
        )}
      </Table>
    </div>
  );
}

const StepLink = ({
  instant,
  onSelect,
}: { readonly instant: Instant } & Pick<PictureTablesProps, 'onSelect'>): VNode => (
  <button
    type="button"
    class="link"
    onClick={() => {
      onSelect(instant.step);
    }}
  >
    {`${texts.step} ${instant.step.toString()}`}
  </button>
);

interface TableProps {
  readonly title: string;
  readonly columns: readonly string[];
  readonly children: ComponentChildren;
}

const Table = ({ title, columns, children }: TableProps): VNode => (
  <table class="facts" data-table={title}>
    <caption>{title}</caption>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
