/** The page of a one-file report: a bar with its views, and the view that the address names. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Span } from '../../language/src/model/span.ts';
import { addressOf, readAddress, writeAddress, type Address, type BookView } from './address.ts';
import type { Book, BookModel } from '../../server/src/protocol/book.ts';
import { BookOverview } from './overview.tsx';
import { makePartFrame } from './frames.ts';
import { makePages, fileNameOf, type Pages } from './pages.ts';
import { ResultList } from './results.tsx';
import type { BookServer } from './server.ts';
import { showFrame } from './show-frame.ts';
import { SourceText } from './source-text.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** The properties of the page. */
export interface BookProps {
  readonly book: Book;
  readonly server: Promise<BookServer>;
}

const titles: Readonly<Record<BookView, string>> = {
  overview: 'Overview',
  graph: 'Graph',
  plan: 'Plans',
  matrix: 'Crash matrix',
  points: 'Cut sets',
  isolation: 'Isolation',
  scenarios: 'Scenarios',
  checks: 'Checks',
  text: 'Text',
};

/** The whole page. */
export function BookPage({ book, server }: BookProps): JSX.Element {
  const [address, setAddress] = useState(() => readAddress(location.hash));
  const [trouble, setTrouble] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  const model = book.models.find(({ name }) => name === address.model) ?? book.models[0];
  const go = (to: Address): void => {
    location.hash = writeAddress({ ...(address.model !== undefined && { model: address.model }), ...to });
  };
  const tell = (error: unknown): void => {
    setTrouble(error instanceof Error ? error.message : String(error));
  };
  const latest = useRef({ go, tell });
  latest.current = { go, tell };
  useEffect(() => {
    const read = (): void => {
      setAddress(readAddress(location.hash));
    };
    window.addEventListener('hashchange', read);
    return () => {
      window.removeEventListener('hashchange', read);
    };
  }, []);
  const pages = useMemo(() => server.then((each) => pagesOf(each, book, latest, place)), []);
  useEffect(() => {
    setTrouble(undefined);
    if (model === undefined) return;
    showFrame(pages, model, address, place).catch(tell);
  }, [address]);
  if (model === undefined) return <p class="empty">This report has no model.</p>;
  const isFramed = !['overview', 'text'].includes(address.view);
  return (
    <div class="book">
      <Bar book={book} address={address} go={go} />
      {trouble !== undefined && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <main class={`view view-${address.view}`} id="view" aria-label={titles[address.view]}>
        {address.view === 'overview' && <BookOverview model={model} />}
        {address.view === 'text' && <SourceText book={book} model={model} address={address} />}
        {(address.view === 'scenarios' || address.view === 'checks') && (
          <ResultList
            {...{ model, address, server }}
            onCounterexample={(question) => {
              showFrame(pages, model, address, place, question).catch(tell);
            }}
          />
        )}
        <div class="frames" ref={place} hidden={!isFramed} />
      </main>
    </div>
  );
}

/** Frames are put where the pages are, hidden until they are shown. */
function pagesOf(
  server: BookServer,
  book: Book,
  latest: { readonly current: { readonly go: (to: Address) => void; readonly tell: (error: unknown) => void } },
  place: { readonly current: HTMLDivElement | null },
): Pages {
  return makePages({
    server,
    makeFrame: makePartFrame,
    mount: ({ element }) => {
      element.hidden = true;
      place.current?.append(element);
    },
    reveal: ({ uri, start }: Span) => {
      const file = book.texts.find((each) => each.uri === uri)?.name ?? fileNameOf(uri);
      latest.current.go({ view: 'text', file, line: start.line + 1 });
    },
    showReport: (question) => {
      latest.current.go(addressOf(question));
    },
    planChanged: (question) => {
      const { model } = readAddress(location.hash);
      history.replaceState(null, '', writeAddress({ ...addressOf(question), ...(model !== undefined && { model }) }));
    },
    showCrash: (crash, policy) => {
      latest.current.go({ view: 'graph', crash, policy });
    },
    showGraph: () => {
      latest.current.go({ view: 'graph' });
    },
    tell: (message) => {
      latest.current.tell(message);
    },
    showPlan: (of) => {
      latest.current.go({ view: 'plan', ...(of !== undefined && { crash: [of] }) });
    },
  });
}

interface BarProps {
  readonly book: Book;
  readonly address: Address;
  readonly go: (to: Address) => void;
}

function Bar({ book, address, go }: BarProps): JSX.Element {
  const views = Object.entries(titles) as readonly (readonly [BookView, string])[];
  const model = book.models.find(({ name }) => name === address.model) ?? book.models[0];
  return (
    <header class="bar">
      <h1>{book.title}</h1>
      {book.models.length > 1 && (
        <select
          aria-label="Model"
          value={model?.name ?? ''}
          onChange={(event) => {
            go({ view: address.view, model: event.currentTarget.value });
          }}
        >
          {book.models.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      <nav aria-label="Views">
        {views
          .filter(([view]) => isThere(view, model))
          .map(([view, title]) => (
            <a
              key={view}
              href={writeAddress({ ...(address.model !== undefined && { model: address.model }), view })}
              aria-current={view === address.view ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
      </nav>
      <ThemeChoice />
    </header>
  );
}

/** A model without scenarios or checks has no view of them. */
function isThere(view: BookView, model: BookModel | undefined): boolean {
  if (view === 'scenarios') return (model?.scenarios.length ?? 0) > 0;
  return view !== 'checks' || (model?.checks.length ?? 0) > 0;
}
