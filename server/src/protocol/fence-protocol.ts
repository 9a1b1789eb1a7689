/** The request for the picture of a fence in a Markdown page. */
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { Method, OfDocument } from './protocol.ts';

/** A fence of a Markdown page: the page, the words after its mark, and the model in it. */
export type OfFence = OfDocument & { readonly info: string; readonly text: string };

/** Draws the model of a fence as an SVG, with words for those who do not see it; imports are relative to the page. */
export const fencePictureRequest: Method<OfFence, { readonly svg: string; readonly alt: string } | Refusal> = {
  method: 'aftermath/fencePicture',
};
