/**
 * The frames of a one-file report: each holds a page of the extension, with the same script and style, and the same
 * logic as a panel of VS Code.
 */
import { frameScript, type BookPart } from '../../server/src/protocol/book.ts';
import { partText } from './parts.ts';

/** A page in a frame. */
export interface FramedPage {
  readonly element: HTMLIFrameElement;
  readonly post: (message: unknown) => void;
}

/** The pages that a frame can hold. */
export type FramePage = 'graph' | 'report' | 'trace';

/** Makes a frame with a title; its page reports ready to `receive` once it is in the document. */
export type MakeFrame = (page: FramePage, title: string, receive: (message: unknown) => void) => Promise<FramedPage>;

/** Makes a frame of the parts of the report. */
export const makePartFrame: MakeFrame = async (page, title, receive) => {
  const [script, style] = await Promise.all([partText(scriptOf(page)), partText(styleOf(page))]);
  const layout = page === 'graph' ? dataUrl(await partText('webview/layout-worker.js')) : '';
  const element = document.createElement('iframe');
  element.title = title;
  element.srcdoc = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8" /><title></title>',
    `<style>${themeText()}</style><style>${style}</style></head>`,
    `<body class="${document.body.className}"><div id="root" data-layout-worker="${layout}" data-elk-worker="data:,"></div>`,
    `<script>${frameScript}</script><script>${script}</script></body></html>`,
  ].join('');
  return connectFrame(element, receive);
};

/** Connects what an element shows: its messages are received, and it is sent messages. */
export function connectFrame(element: HTMLIFrameElement, receive: (message: unknown) => void): FramedPage {
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== null && source === element.contentWindow) receive(data);
  });
  return {
    element,
    post: (message) => {
      element.contentWindow?.postMessage(message, '*');
    },
  };
}

const scriptOf = (page: FramePage): BookPart => `webview/${page}.js`;
const styleOf = (page: FramePage): BookPart => `webview/${page}.css`;

const themeText = (): string => document.getElementById('theme')?.textContent ?? '';

const dataUrl = (script: string): string => `data:text/javascript;base64,${btoa(latin(script))}`;

/** Base64 knows only bytes. */
const latin = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
