/** Writes the project's Markdown pages as HTML: with anchors as GitHub forms them, links that stay on the site, coloured models. */
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import { escaped } from './site-html.mjs';
import { siteLink } from './site-places.mjs';

/**
 * A token of markdown-it, as far as pages need it.
 * @typedef {object} Token
 * @property {string} type
 * @property {string} info
 * @property {string} content
 * @property {readonly Token[] | null} children
 * @property {unknown} attrs
 * @property {(name: string) => string | null} attrGet
 * @property {(name: string, value: string) => void} attrSet
 */

/**
 * The library, as far as pages need it; it comes without types.
 * @typedef {object} Markdown
 * @property {object} options
 * @property {(text: string, environment: object) => readonly Token[]} parse
 * @property {Renderer} renderer
 */

/**
 * @typedef {object} Renderer
 * @property {Record<string, (tokens: readonly Token[], index: number) => string>} rules
 * @property {(tokens: readonly Token[], options: object, environment: object) => string} render
 */

/** @type {new (options: { readonly html: boolean }) => Markdown} */
const MarkdownIt = createRequire(import.meta.url)('markdown-it');

/**
 * A page as HTML.
 * @typedef {object} Rendered
 * @property {string} html
 * @property {string} title its first heading
 * @property {readonly (readonly [from: string, to: string])[]} copied files that it shows or leads to
 */

/**
 * Returns a function that renders a page. Models that are whole lead to the playground.
 * @param {(text: string) => string} colour writes a model as HTML
 * @returns {(page: string, text: string, up: string) => Rendered}
 */
export function pageRenderer(colour) {
  return (page, text, up) => {
    const markdown = new MarkdownIt({ html: true });
    /** @type {(readonly [string, string])[]} */
    const copied = [];
    const { rules } = markdown.renderer;
    rules.fence = (tokens, index) => {
      const { info = '', content = '' } = tokens[index] ?? {};
      return fence(info.trim(), content, { colour, up });
    };
    rules.table_open = () => '<div class="wide"><table>\n';
    rules.table_close = () => '</table></div>\n';
    const tokens = markdown.parse(text, {});
    const anchors = new Set();
    let title = '';
    tokens.forEach((token, index) => {
      if (token.type === 'heading_open') {
        const heading = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
        if (title === '') title = heading;
        token.attrSet('id', anchorOf(heading, anchors));
      }
      for (const part of token.children ?? []) {
        const name = part.type === 'image' ? 'src' : 'href';
        const target = part.type === 'image' || part.type === 'link_open' ? part.attrGet(name) : null;
        if (target === null) continue;
        const link = siteLink(page, target);
        if (link.copied !== undefined) copied.push(link.copied);
        if (link.address !== undefined) part.attrSet(name, link.address);
        else part.attrs = [];
      }
    });
    return { html: markdown.renderer.render(tokens, markdown.options, {}), title, copied };
  };
}

/**
 * @param {string} heading
 * @param {Set<unknown>} taken
 */
function anchorOf(heading, taken) {
  const plain = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
  let [anchor, count] = [plain, 0];
  while (taken.has(anchor)) anchor = `${plain}-${String((count += 1))}`;
  taken.add(anchor);
  return anchor;
}

/**
 * @param {string} info
 * @param {string} content
 * @param {{ readonly colour: (text: string) => string, readonly up: string }} how
 */
function fence(info, content, { colour, up }) {
  if (!/^aftermath\b/.test(info)) return `<pre tabindex="0"><code>${escaped(content)}</code></pre>\n`;
  const shown = `<pre tabindex="0" class="model"><code>${colour(content.trimEnd())}\n</code></pre>\n`;
  // The others are parts of a model.
  if (info !== 'aftermath' && !info.endsWith('.aft')) return shown;
  return `<div class="tried">${shown}${playgroundLink(up, content)}</div>\n`;
}

/**
 * Returns a link that opens a model in the playground, which unpacks it again (client/site/packed-text.ts).
 * @param {string} up
 * @param {string} model
 */
export function playgroundLink(up, model) {
  const packed = deflateRawSync(model, { level: 9 }).toString('base64url');
  return `<a class="try" href="${up}playground/index.html#view=graph&amp;model=${packed}">Open in the playground</a>`;
}
