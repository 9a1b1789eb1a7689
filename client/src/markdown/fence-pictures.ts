/**
 * The pictures of fences: asked for once per content, kept within bounds, and announced when they arrive. Independent
 * of VS Code.
 */
import { errorMessage } from '../../../language/src/model/common/error-message.ts';
import { fencePictureRequest, type OfFence } from '../../../server/src/protocol/fence-protocol.ts';
import type { Ask } from '../server/server-link.ts';

/** A fence: its page, the words after its mark, and the model in it. */
export type Fence = OfFence;

/** A picture as SVG, or why there is none. */
export type DrawnFence = { readonly svg: string; readonly alt: string } | { readonly refusal: string };

/** The parts that pictures need. */
export interface FencePicturesParts {
  readonly ask: Ask;
  /** Called once for all pictures that have arrived since. */
  readonly onArrival: () => void;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  /** Calls back after some milliseconds. */
  readonly later: (call: () => void, milliseconds: number) => void;
  /** The words for a picture that finds no room. */
  readonly full: string;
}

/** The pictures of all pages. */
export interface FencePictures {
  /** Returns the picture of a fence; nothing while it is being drawn, which starts with the first question. */
  readonly of: (fence: Fence) => DrawnFence | undefined;
  /** Forgets the pictures of models that import others, which have changed; the next question draws them again. */
  readonly forgetImporting: () => void;
}

/** The most pictures that are kept. */
export const mostPictures = 400;
/** The milliseconds that a picture is kept after it was last shown. */
export const keptFor = 60_000;

/** The milliseconds in which arrivals are announced together. */
const together = 50;

interface Entry {
  picture: DrawnFence | undefined;
  shown: number;
  readonly isImporting: boolean;
}

/** Prepares to draw; asks nothing before the first fence. */
export function createFencePictures({ ask, onArrival, now, later, full }: FencePicturesParts): FencePictures {
  const entries = new Map<string, Entry>();
  let waiting = false;
  const announce = (): void => {
    if (waiting) return;
    waiting = true;
    later(() => {
      waiting = false;
      onArrival();
    }, together);
  };
  const draw = async (key: string, entry: Entry, fence: Fence): Promise<void> => {
    // A failure is kept, too: if it were asked for again with every arrival, the page would never come to rest.
    const picture = await ask(fencePictureRequest, fence).catch((error: unknown): DrawnFence => ({ refusal: errorMessage(error) })); // oxfmt-ignore
    entry.picture = picture;
    if (entries.get(key) === entry) announce();
  };
  return {
    of: (fence) => {
      const key = JSON.stringify([fence.uri, fence.info, fence.text]);
      const known = entries.get(key);
      if (known !== undefined) {
        known.shown = now();
        return known.picture;
      }
      if (entries.size >= mostPictures) dropOld(entries, now() - keptFor);
      // Dropping one that is shown would draw it again and again.
      if (entries.size >= mostPictures) return { refusal: full };
      const entry: Entry = { picture: undefined, shown: now(), isImporting: /\bimport\b/u.test(fence.text) };
      entries.set(key, entry);
      void draw(key, entry, fence);
      return undefined;
    },
    forgetImporting: () => {
      const importing = [...entries].filter(([, { isImporting }]) => isImporting);
      for (const [key] of importing) entries.delete(key);
      if (importing.length > 0) announce();
    },
  };
}

function dropOld(entries: Map<string, Entry>, since: number): void {
  for (const [key, { shown, picture }] of entries) if (picture !== undefined && shown <= since) entries.delete(key);
}
