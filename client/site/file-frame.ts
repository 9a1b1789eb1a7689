/** The frames of the playground: pages of the extension as files of the site. */
import { connectFrame, type MakeFrame } from '../book/frames.ts';

/** Makes a frame of the site's own files. */
export const makeFileFrame: MakeFrame = (page, title, receive) => {
  const element = document.createElement('iframe');
  element.title = title;
  element.src = `frames/${page}.html`;
  return Promise.resolve(connectFrame(element, receive));
};
