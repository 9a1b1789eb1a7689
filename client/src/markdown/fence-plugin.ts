/**
 * A plugin of markdown-it that draws the fences of `aftermath` with words after it. It answers at once, as the library
 * asks: with the picture if it is there, otherwise with the text of the model. Independent of VS Code.
 */
import { pictureMark, wishesIn } from '../../../server/src/protocol/fence-words.ts';
import type { Fence, FencePictures } from './fence-pictures.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A token of markdown-it, as far as fences go. */
interface Token {
  readonly type: string;
  readonly info: string;
  readonly content: string;
}

type Rule = (
  tokens: readonly Token[],
  index: number,
  options: unknown,
  environment: unknown,
  self: { readonly renderAttrs: (token: object) => string },
) => string;

/** The parts of markdown-it that the plugin needs. */
export interface Markdown {
  readonly renderer: { readonly rules: { fence?: Rule | undefined } };
  readonly utils: { readonly escapeHtml: (text: string) => string };
}

/** The most fences of a page that are drawn. */
export const mostFences = 100;

/** Adds the drawing of fences to a Markdown renderer; returns it. */
export function drawFences<M extends Markdown>(markdown: M, pictures: Pick<FencePictures, 'of'>): M {
  const { escapeHtml } = markdown.utils;
  const usual = markdown.renderer.rules.fence;
  if (usual === undefined) throw new Error(t`A Markdown renderer has a rule for fences.`);
  markdown.renderer.rules.fence = (tokens, index, options, environment, self) => {
    const source = (): string => usual(tokens, index, options, environment, self);
    const token = tokens[index];
    if (token === undefined || !isDrawn(token) || isFollowedByPicture(tokens[index + 1])) return source();
    const number = tokens.slice(0, index).filter(isDrawn).length;
    const lines = self.renderAttrs(token);
    const note = (text: string): string => `<p${lines}><em>${escapeHtml(text)}</em></p>\n`;
    if (number >= mostFences) return `${source()}${note(t`Only the first ${mostFences} models are drawn.`)}`;
    const picture = pictures.of(fenceOf(token, environment));
    if (picture === undefined) return source();
    if ('refusal' in picture) return `${source()}${note(picture.refusal)}`;
    const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`;
    return `<p${lines}><img src="${escapeHtml(address)}" alt="${escapeHtml(picture.alt)}"></p>\n`;
  };
  return markdown;
}

const isDrawn = ({ type, info }: Token): boolean => type === 'fence' && wishesIn(info.trim()) !== undefined;

/** `aftermath docs` has written the picture, which the page already shows. */
const isFollowedByPicture = (token: Token | undefined): boolean =>
  token?.type === 'html_block' && token.content.includes(pictureMark);

/** The page is in VS Code's environment; a text without a place has no imports. */
function fenceOf({ info, content }: Token, environment: unknown): Fence {
  const { currentDocument: page } = (environment ?? {}) as { readonly currentDocument?: { toString(): string } };
  const uri = page?.toString() ?? 'untitled:page.md';
  return { uri, info: info.trim(), text: content };
}
