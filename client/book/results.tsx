/** The scenarios or checks of a model with their results; the chosen one is run or explored again, in the page. */
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { verifyRequest, type CheckOutcome } from '../../server/src/protocol/protocol.ts';
import { writeAddress, type Address } from './address.ts';
import type { BookModel } from '../../server/src/protocol/book.ts';
import { titleIn, type ShownModel, type ShownResult } from './show-frame.ts';
import type { BookServer } from './server.ts';

/** The properties of the list. */
export interface ResultsProps {
  readonly model: ShownModel & Pick<BookModel, 'name'>;
  readonly address: Address;
  readonly server: Promise<BookServer>;
  /** Shows the run of a counterexample. */
  readonly onCounterexample: (question: NonNullable<CheckOutcome['messages'][number]['question']>) => void;
}

/** The list, with the outcome of a chosen check. */
export function ResultList({ model, address, server, onCounterexample }: ResultsProps): JSX.Element {
  const isChecks = address.view === 'checks';
  const chosen = titleIn(model, address);
  const results: readonly ShownResult[] = isChecks ? model.checks : model.scenarios;
  return (
    <div class="results">
      <ul>
        {results.map(({ title, result }) => (
          <li key={title} class={result}>
            <a
              href={writeAddress({ model: model.name, view: address.view, title })}
              aria-current={title === chosen ? 'true' : undefined}
            >
              {title}
            </a>{' '}
            <span class="result">{result}</span>
          </li>
        ))}
      </ul>
      {isChecks && chosen !== undefined && (
        <Verdict key={chosen} {...{ model, server, onCounterexample }} title={chosen} />
      )}
    </div>
  );
}

/** The most states that the page explores. */
const mostStates = 200_000;

interface VerdictProps extends Pick<ResultsProps, 'model' | 'server' | 'onCounterexample'> {
  readonly title: string;
}

/** Explores a check once more, and shows the run to its counterexample. */
function Verdict({ model, server, title, onCounterexample }: VerdictProps): JSX.Element {
  const [outcome, setOutcome] = useState<CheckOutcome | string>();
  useEffect(() => {
    const asking = new AbortController();
    const explore = async (): Promise<void> => {
      const { ask } = await server;
      const answer = await ask(verifyRequest, { uri: model.uri, title, states: mostStates }, asking.signal);
      if (asking.signal.aborted) return;
      setOutcome('refusal' in answer ? answer.refusal : answer);
      const run = 'refusal' in answer ? undefined : answer.messages.find(({ question }) => question !== undefined);
      if (run?.question !== undefined) onCounterexample(run.question);
    };
    explore().catch((error: unknown) => {
      setOutcome(error instanceof Error ? error.message : String(error));
    });
    return () => {
      asking.abort();
    };
  }, []);
  if (outcome === undefined) return <p class="quiet">Exploring…</p>;
  if (typeof outcome === 'string') return <p role="alert">{outcome}</p>;
  return (
    <div class="verdict">
      <p>
        <b>{outcome.verdict}</b>: {[outcome.text, ...outcome.left].join('; ')}
      </p>
      {outcome.messages.map(({ message }, index) => (
        <p key={index}>{message}</p>
      ))}
    </div>
  );
}
