/** Starts a one-file report. */
import { render } from 'preact';
import { partText, readBook } from './parts.ts';
import { startBookServer } from './server.ts';
import { BookPage } from './book-page.tsx';
import { startTheme } from './theme.ts';
import './book.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the report.');
startTheme();
const book = readBook();
const server = partText('browser/server.js').then((script) => startBookServer(script, book));
render(<BookPage book={book} server={server} />, root);
