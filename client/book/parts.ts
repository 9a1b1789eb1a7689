/** The parts of a one-file report: packed files and contents, which are in the page as text that nothing runs. */
import type { Book, BookPart } from '../../server/src/protocol/book.ts';

/** Returns the contents of the report. */
export const readBook = (): Book => JSON.parse(textIn('book')) as Book;

const unpacked = new Map<string, Promise<string>>();

/** Returns the text of a packed file. */
export function partText(name: BookPart): Promise<string> {
  const known = unpacked.get(name) ?? unpack(textIn(`part:${name}`));
  unpacked.set(name, known);
  return known;
}

function textIn(id: string): string {
  const found = document.getElementById(id)?.textContent;
  if (found === undefined) throw new Error(`The report lacks its part "${id}".`);
  return found;
}

async function unpack(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}
