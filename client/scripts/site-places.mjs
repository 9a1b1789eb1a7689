/** Where the files of the project are on the site, and how one page leads to another. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { checkout } from './processes.mjs';

/** The folders of models that have pages, each with its folder on the site. */
export const modelFolders = { 'language/examples': 'examples', 'language/std': 'std', 'language/faults': 'faults' };

/**
 * Returns the place on the site of a file or folder of the project; nothing if it is not on the site.
 * @param {string} path from the root of the project, with forward slashes
 * @returns {string | undefined}
 */
export function placeOf(path) {
  if (path === 'README.md' || path === '') return 'index.html';
  if (path === 'CHANGELOG.md') return 'changelog.html';
  if (path === 'LICENSE') return 'LICENSE.txt';
  if (path === 'language/docs/README.md') return 'docs/index.html';
  const [docs, page] = [/^language\/docs\/(.*)\.md$/.exec(path), /^client\/media\/pictures\/(.*)$/.exec(path)];
  if (docs !== null) return `docs/${docs[1] ?? ''}.html`;
  if (page !== null) return `pictures/${page[1] ?? ''}`;
  for (const [folder, target] of Object.entries(modelFolders)) {
    if (path === folder) return `${target}/index.html`;
    if (path.startsWith(`${folder}/`) && path.endsWith('.aft'))
      return `${target}/${path.slice(folder.length + 1).replace(/\.aft$/, '.html')}`;
  }
  return path.startsWith('language/docs/') ? path.slice('language/'.length) : undefined;
}

/**
 * Returns a link of a page of the project as it is on the site: the address to write, and the file to copy for it, if
 * there is one that is no page. A target that is not on the site has no address.
 * @param {string} page the page of the project, from its root
 * @param {string} target as the page writes it
 * @returns {{ readonly address?: string, readonly copied?: readonly [from: string, to: string] }}
 */
export function siteLink(page, target) {
  if (/^[a-z]+:/.test(target)) return { address: target };
  const [path = '', anchor] = target.split('#');
  const after = anchor === undefined ? '' : `#${anchor}`;
  if (path === '') return { address: after };
  const file = relative(checkout, join(checkout, dirname(page), decodeURI(path))).replaceAll('\\', '/');
  const to = placeOf(file);
  const from = placeOf(page);
  if (to === undefined || from === undefined || !existsSync(join(checkout, file))) return {};
  const address = `${relative(dirname(from), to).replaceAll('\\', '/')}${after}`;
  const isCopied = !to.endsWith('.html') && statSync(join(checkout, file)).isFile();
  return { address, ...(isCopied && { copied: /** @type {const} */ ([file, to]) }) };
}

/**
 * Returns the way from a page of the site to its first folder: empty, or `../` as often as needed.
 * @param {string} place
 */
export const upFrom = (place) => '../'.repeat(place.split('/').length - 1);
