/**
 * The shapes that the messages of several pages share.
 */
import { index, oneOf, record, text } from './shape.ts';

const position = record({ line: index, character: index });

/** A range of a text, as the language counts it. */
export const span = record({ uri: text, start: position, end: position });

/** The formats in which a page exports its picture. */
export const pagePictureFormats = ['svg', 'png', 'mermaid', 'json'] as const;

/** One of these formats. */
export type PagePictureFormat = (typeof pagePictureFormats)[number];

/** The messages to the extension that every page sends. */
export const ofEveryPage = {
  /** Asks for the same once more, with the current text. */
  retry: record({ type: oneOf(['retry']) }),
  showLog: record({ type: oneOf(['showLog']) }),
  /** A message for the log. */
  trouble: record({ type: oneOf(['trouble']), message: text }),
};
