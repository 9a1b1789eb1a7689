/** The first view of a one-file report: what is in a model, its state, and what hurts most. */
import type { JSX } from 'preact';
import type { EntityKind } from '../../language/src/model/entity-kind.ts';
import { writeAddress, type Address } from './address.ts';
import type { BookModel, BookResult } from '../../server/src/protocol/book.ts';

/** The properties of the view. */
export interface BookOverviewProps {
  readonly model: BookModel;
}

const kindWords: Readonly<Record<EntityKind, readonly [one: string, many: string]>> = {
  pd: ['PD', 'PDs'],
  node: ['node', 'nodes'],
  space: ['space', 'spaces'],
  resource: ['resource', 'resources'],
  object: ['object', 'objects'],
  region: ['region', 'regions'],
};

/** Counts, results, the worst crashes and the findings of a model. */
export function BookOverview({ model }: BookOverviewProps): JSX.Element {
  const to = (address: Address): string => writeAddress({ model: model.name, ...address });
  return (
    <div class="overview">
      <section aria-label="Contents">
        <h2>{model.name}</h2>
        <ul class="counts">
          {model.counts.map(({ kind, count }) => (
            <li key={kind}>
              <b>{count}</b> {count === 1 ? kindWords[kind][0] : kindWords[kind][1]}
            </li>
          ))}
        </ul>
        <ul class="counts">
          {summaryOf('scenarios', model.scenarios, to({ view: 'scenarios' }))}
          {summaryOf('checks', model.checks, to({ view: 'checks' }))}
        </ul>
      </section>
      <section>
        <h2>Worst crashes</h2>
        {model.crashes.length === 0 && <p class="quiet">No crash harms anything else.</p>}
        {model.crashes.length > 0 && (
          <table>
            <thead>
              <tr>
                <th>Crash of</th>
                <th>destroyed</th>
                <th>broken</th>
                <th>degraded</th>
              </tr>
            </thead>
            <tbody>
              {model.crashes.map(({ name, destroyed, broken, degraded }) => (
                <tr key={name}>
                  <td>
                    <a href={to({ view: 'graph', crash: [name], policy: 'default' })}>{name}</a>
                  </td>
                  <td>{destroyed}</td>
                  <td>{broken}</td>
                  <td>{degraded}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p>
          <a href={to({ view: 'matrix' })}>All crashes under all policies</a>
        </p>
      </section>
      <section>
        <h2>Findings</h2>
        {model.findings.length === 0 && <p class="quiet">None.</p>}
        <ul class="findings">
          {model.findings.map(({ severity, code, message, line, uri }, index) => (
            <li key={index} class={severity}>
              <b>{severity}</b> {message}{' '}
              <a href={to({ view: 'text', line: line + 1, file: decodeURIComponent(uri.replace('file:///', '')) })}>
                {code}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function summaryOf(name: string, results: readonly BookResult[], address: string): JSX.Element | undefined {
  if (results.length === 0) return undefined;
  const count = (wanted: BookResult['result']): number => results.filter(({ result }) => result === wanted).length;
  const words = (['passed', 'failed', 'undecided'] as const)
    .filter((each) => count(each) > 0)
    .map((each) => `${String(count(each))} ${each}`);
  return (
    <li>
      <a href={address}>{name}</a>: {words.join(', ')}
    </li>
  );
}
