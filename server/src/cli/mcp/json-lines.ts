/**
 * Messages that arrive as lines of JSON.
 */

/** The most bytes of a line. */
const longest = 4 * 2 ** 20;

/** A line: a message, or that it is none. */
export type Line = { readonly message: unknown } | { readonly fault: 'not JSON' | 'too long' };

/** Returns the messages of a stream; a line that is too long is skipped whole, so that what follows is read. */
export async function* jsonLines(arriving: AsyncIterable<Uint8Array>): AsyncGenerator<Line, void> {
  let [waiting, size, isSkipped]: [Uint8Array[], number, boolean] = [[], 0, false];
  for await (const chunk of arriving) {
    let start = 0;
    for (let end = chunk.indexOf(newLine); end >= 0; end = chunk.indexOf(newLine, start)) {
      waiting.push(chunk.subarray(start, end));
      size += end - start;
      start = end + 1;
      if (isSkipped || size > longest) yield { fault: 'too long' };
      else {
        const line = readLine(Buffer.concat(waiting).toString());
        if (line !== undefined) yield line;
      }
      [waiting, size, isSkipped] = [[], 0, false];
    }
    size += chunk.length - start;
    isSkipped ||= size > longest;
    if (isSkipped) waiting = [];
    else waiting.push(chunk.subarray(start));
  }
}

const newLine = 10;

function readLine(text: string): Line | undefined {
  if (text.trim() === '') return undefined;
  try {
    return { message: JSON.parse(text) };
  } catch {
    return { fault: 'not JSON' };
  }
}
