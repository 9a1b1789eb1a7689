/** The text of a model in a one-file report, with numbered lines. */
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { writeAddress, type Address } from './address.ts';
import type { Book, BookModel } from '../../server/src/protocol/book.ts';

/** The properties of the view. */
export interface SourceProps {
  readonly book: Book;
  readonly model: BookModel;
  readonly address: Address;
}

/** The text that an address names, scrolled to its line. */
export function SourceText({ book, model, address }: SourceProps): JSX.Element {
  const marked = useRef<HTMLLIElement>(null);
  const wanted = address.file;
  const shown = book.texts.find(({ name, uri }) => (wanted === undefined ? uri === model.uri : name === wanted));
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'center' });
  }, [address]);
  return (
    <div class="source">
      {book.texts.length > 1 && (
        <nav aria-label="Files">
          {book.texts.map(({ name }) => (
            <a
              key={name}
              href={writeAddress({ model: model.name, view: 'text', file: name })}
              aria-current={name === shown?.name ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      )}
      {shown === undefined && <p class="quiet">The report does not have the text of this place.</p>}
      {shown !== undefined && (
        <ol tabIndex={0} aria-label={shown.name}>
          {shown.text.split(/\r?\n/u).map((line, index) => {
            const isMarked = index + 1 === address.line;
            return (
              <li key={index} {...(isMarked && { ref: marked, class: 'marked' })}>
                <code>{line}</code>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
