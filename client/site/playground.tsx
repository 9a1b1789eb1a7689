/** The page of the playground: a model, and beside it what follows from it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { formatDocument } from '@codemirror/lsp-client';
import { openLintPanel } from '@codemirror/lint';
import { writeAddress, type BookView } from '../book/address.ts';
import { ResultList } from '../book/results.tsx';
import { ThemeChoice } from '../book/theme-choice.tsx';
import { EventBar } from './event-bar.tsx';
import { listedExamples } from './examples.ts';
import { startSession, type Session } from './session.ts';
import { findingCountText, withNamedView, type PlaygroundProps, type SiteState } from './shown.ts';

/** The views in the order of their tabs; that of the text is a tab only where there is no room beside it. */
const titles: Readonly<Partial<Record<BookView, string>>> = {
  text: 'Model',
  graph: 'Graph',
  plan: 'Plan',
  matrix: 'Crash matrix',
  points: 'Cut sets',
  isolation: 'Isolation',
  scenarios: 'Scenarios',
  checks: 'Checks',
};

/** The whole page. */
export function Playground(props: PlaygroundProps): JSX.Element {
  const [shown, setShown] = useState<SiteState>();
  const session = useRef<Session | undefined>(undefined);
  const [host, place] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useEffect(() => {
    if (host.current === null) throw new Error('The page has no place for the editor.');
    session.current = startSession({ ...props, host: host.current, place, onShown: setShown });
  }, []);
  const { view } = shown?.address ?? withNamedView(props.address);
  const isResults = view === 'scenarios' || view === 'checks';
  return (
    <div class={`playground ${view === 'text' ? 'at-text' : 'at-view'}`}>
      <Bar shown={shown} session={session} />
      {shown?.trouble !== undefined && (
        <p class="trouble" role="alert">
          {shown.trouble}
        </p>
      )}
      <main>
        <Tabs shown={shown} view={view} />
        <section class="text" aria-label="Model">
          <div class="editor" ref={host} />
          <p class="status">
            <button
              type="button"
              onClick={() => {
                if (session.current !== undefined) openLintPanel(session.current.editor);
              }}
            >
              {shown === undefined ? 'Starting…' : findingCountText(shown.counts)}
            </button>
            {shown?.finding !== undefined && (
              <a href={shown.finding.page} target="_blank" rel="noopener">
                {shown.finding.code}
              </a>
            )}
            <span role="status">{shown?.notice}</span>
          </p>
        </section>
        <section class="answers" aria-label={titles[view] ?? 'Graph'}>
          {shown !== undefined && ['text', 'graph'].includes(view) && (
            <EventBar
              choices={shown.model.choices}
              address={shown.address}
              onChosen={(event) => session.current?.go({ view: 'graph', ...event })}
            />
          )}
          {shown !== undefined && session.current !== undefined && isResults && (
            <ResultList
              key={shown.model.version}
              model={shown.model.shown}
              address={shown.address}
              server={Promise.resolve(session.current.server)}
              onCounterexample={session.current.showRun}
            />
          )}
          <div class="frames" ref={place} />
        </section>
      </main>
    </div>
  );
}

interface BarProps {
  readonly shown: SiteState | undefined;
  readonly session: { readonly current: Session | undefined };
}

function Bar({ shown, session }: BarProps): JSX.Element {
  return (
    <header class="bar">
      <a class="home" href="../index.html">
        Aftermath
      </a>
      <h1>Playground</h1>
      <select
        aria-label="Example"
        value={shown?.example ?? ''}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') session.current?.openExample(value);
        }}
      >
        <option value="">Open an example…</option>
        {listedExamples().map(({ name, title }) => (
          <option key={name} value={name} title={title}>
            {name}
          </option>
        ))}
      </select>
      <button
        type="button"
        title="Shift+Alt+F"
        onClick={() => {
          if (session.current !== undefined) formatDocument(session.current.editor);
        }}
      >
        Format
      </button>
      <button
        type="button"
        onClick={() => {
          void session.current?.copyLink();
        }}
      >
        Copy link
      </button>
      <a href="../docs/language-in-brief.html" target="_blank" rel="noopener">
        Language
      </a>
      <ThemeChoice />
    </header>
  );
}

function Tabs({ shown, view }: { readonly shown: SiteState | undefined; readonly view: BookView }): JSX.Element {
  const { crash, policy, end } = shown?.address ?? {};
  const event = { ...(crash !== undefined && { crash }), ...(policy !== undefined && { policy }) };
  const model = shown?.model.shown;
  const isThere = (each: string): boolean =>
    each === 'scenarios' ? model?.scenarios.length !== 0 : each !== 'checks' || model?.checks.length !== 0;
  return (
    <nav aria-label="Views">
      {(Object.entries(titles) as readonly (readonly [BookView, string])[])
        .filter(([each]) => isThere(each) || each === view)
        .map(([each, title]) => (
          <a
            key={each}
            class={`to-${each}`}
            href={writeAddress({ view: each, ...(['graph', 'plan', 'text'].includes(each) && !end && event) })}
            aria-current={each === view ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
    </nav>
  );
}
