/**
 * The page of a one-file report: everything in one text, with a content policy that lets only the scripts run that are
 * in it. The contents are data, which nothing runs.
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { bookParts, frameScript, type Book } from '../../protocol/book.ts';

/** Returns the text of a file of the program, by its path in `dist`. */
export type ReadPart = (path: string) => Promise<string>;

/** Returns the page. The same book and program give the same text. */
export async function bookPage(book: Book, read: ReadPart): Promise<string> {
  const [script, style, theme] = await Promise.all([
    read('webview/book.js'),
    read('webview/book.css'),
    read('webview/theme.css'),
  ]);
  const parts = await Promise.all(bookParts.map(async (name) => ({ name, text: await read(name) })));
  const inFrames = parts.filter(({ name }) => name.startsWith('webview/') && !name.endsWith('-worker.js'));
  const scripts = [script, frameScript, ...inFrames.flatMap(({ name, text }) => (name.endsWith('.js') ? [text] : []))];
  const styles = [theme, style, ...inFrames.flatMap(({ name, text }) => (name.endsWith('.css') ? [text] : []))];
  const policy = [
    `default-src 'none'`,
    `script-src ${scripts.map(hashOf).join(' ')}`,
    `style-src ${styles.map(hashOf).join(' ')}`,
    // Pictures are painted from their own text before they are saved; workers and layouts come from the page itself.
    'img-src data: blob:',
    'connect-src data:',
    'worker-src blob:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const packed = parts.map(
    ({ name, text }) => `<script type="text/plain" id="part:${name}">${packedText(text)}</script>\n`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escaped(book.title)}</title>
<style id="theme">${theme}</style>
<style>${style}</style>
</head>
<body class="vscode-light">
<div id="root"></div>
<script type="application/json" id="book">${dataText(book)}</script>
${packed.join('')}<script>${script}</script>
</body>
</html>
`;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The header of gzip says no time and no system, so equal texts give equal bytes. */
const packedText = (text: string): string => gzipSync(text, { level: 9 }).toString('base64');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON in which nothing can end the element it is in. */
const dataText = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
