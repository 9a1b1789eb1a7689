/** The frame of the site's pages: the way to the other parts, and the choice of a theme. No page loads anything from elsewhere. */
import { htmlPage } from './site-html.mjs';
import { upFrom } from './site-places.mjs';

/** @type {readonly (readonly [place: string, title: string])[]} */
const parts = [
  ['docs/tutorial.html', 'Tutorial'],
  ['docs/index.html', 'Docs'],
  ['examples/index.html', 'Examples'],
  ['playground/index.html', 'Playground'],
];

/**
 * Returns a page of the site.
 * @param {{ readonly place: string, readonly title: string, readonly content: string, readonly contents?: string }} page
 *   `contents` is the list of pages beside it, if it is one of several
 */
export function sitePage({ place, title, content, contents = '' }) {
  const up = upFrom(place);
  const links = parts.map(([to, name]) => {
    const current = to === place ? ' aria-current="page"' : '';
    return `<a href="${up}${to}"${current}>${name}</a>`;
  });
  const beside = contents === '' ? '' : `<nav class="contents" aria-label="Contents">\n${contents}</nav>\n`;
  return htmlPage({
    title: title === 'Aftermath' ? title : `${title} · Aftermath`,
    policy: { 'script-src': `'self'`, 'style-src': `'self'`, 'img-src': `'self'` },
    styles: [`${up}theme.css`, `${up}site.css`],
    head: `<link rel="icon" href="${up}icon.png" />\n`,
    body: `<script src="${up}theme.js"></script>
<a class="skip" href="#content">Skip to the text</a>
<header class="top"><a class="home" href="${up}index.html"><img src="${up}icon.png" alt="" width="24" height="24" />Aftermath</a>
<nav aria-label="Site">${links.join('\n')}</nav><span id="theme"></span></header>
<div class="columns">
${beside}<main id="content">
${content}</main>
</div>
`,
  });
}
