/**
 * The models in a Markdown page that want a picture: fences of `aftermath` with words after it, such as
 * `crash=db policy="very careful"`, and the pictures that follow them.
 */
import { pictureMark, wishesIn } from '../protocol/fence-words.ts';

/** A fence that wants a picture. */
export interface PictureFence {
  /** The words after `aftermath`, by name; `draw` has an empty value. */
  readonly wishes: ReadonlyMap<string, string>;
  /** The model, with as many empty lines before it as it has in the page. */
  readonly text: string;
  /** The line of the fence, from 1. */
  readonly line: number;
  /** The offset after the fence and its line end, where its picture goes. */
  readonly end: number;
  /** The offset after the picture that is there; `end` if there is none. */
  readonly pictureEnd: number;
}

const after = '<!-- /aftermath: picture -->';

/** Returns the fences of a page that want a picture, in order. */
export function pictureFences(page: string): PictureFence[] {
  const found: PictureFence[] = [];
  const opening = /^(?<indent> {0,3})(?<fence>`{3,}|~{3,})[ \t]*(?<info>[^\n\r]*)\r?\n/gmu;
  for (let match = opening.exec(page); match !== null; match = opening.exec(page)) {
    const { fence = '', info = '' } = match.groups ?? {};
    const closing = new RegExp(`^ {0,3}${fence.charAt(0)}{${String(fence.length)},}[ \\t]*(?:\\r?\\n|$)`, 'gmu');
    closing.lastIndex = opening.lastIndex;
    const closed = closing.exec(page);
    // A fence that is never closed goes to the end of the page.
    if (closed === null) return found;
    const wishes = wishesIn(info);
    const end = closed.index + closed[0].length;
    if (wishes !== undefined) {
      const line = page.slice(0, match.index).split('\n').length;
      const text = `${'\n'.repeat(line)}${page.slice(opening.lastIndex, closed.index)}`;
      found.push({ wishes, text, line, end, pictureEnd: pictureEnd(page, end) });
    }
    opening.lastIndex = end;
  }
  return found;
}

function pictureEnd(page: string, start: number): number {
  const [there] = new RegExp(`^\\s*${pictureMark}[^]*?${after}[ \\t]*(?:\\r?\\n|$)`, 'u').exec(page.slice(start)) ?? [];
  return start + (there?.length ?? 0);
}

/** Returns the text after a fence: its picture between marks, by which it is found again. */
export const pictureBlock = (alt: string, path: string): string =>
  `\n${pictureMark}\n\n![${alt.replaceAll(/[\\[\]\n\r]/gu, ' ')}](${path})\n\n${after}\n`;
