/** The links of all pages for people, and the files that guides name: each leads to a file, folder or heading that exists, and the index has every page. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findingCodes, findingPage } from '../../language/src/model/finding-codes.ts';

const root = join(import.meta.dirname, '../..');
const docs = 'language/docs';

/** Returns the pages in a folder and below, by their paths from the root. */
function pagesIn(folder: string): readonly string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

const houses = ['language', 'server', 'client', 'test'].map((house) => `${house}/README.md`);
const guides = ['README.md', '.github/CONTRIBUTING.md', ...houses];
const pages = [...guides, 'CHANGELOG.md', ...pagesIn(docs), ...pagesIn('client/walkthrough')];

const readPage = (page: string): string =>
  readFileSync(join(root, page), 'utf8').replaceAll(/^ *```[^]*?^ *```$/gmu, '');

/** Returns the targets of the links and pictures of a page that stay in the project. */
function linksOf(page: string): readonly string[] {
  const targets = [...readPage(page).matchAll(/\]\(([^)\s]*)\)/gu)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/u.test(target));
}

/** Returns the anchors of a page's headings, formed as GitHub and VS Code form them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...readPage(page).matchAll(/^#+ (.*)$/gmu)].map(([, heading = '']) => heading);
  const anchors = new Set<string>();
  for (const heading of headings) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let count = 0;
    while (anchors.has(count === 0 ? anchor : `${anchor}-${String(count)}`)) count += 1;
    anchors.add(count === 0 ? anchor : `${anchor}-${String(count)}`);
  }
  return anchors;
}

/** Returns the paths of files and folders that a guide names as code, from the root or its own folder; `NAME` stands for any. */
function pathsIn(page: string): readonly string[] {
  const paths = [...readPage(page).matchAll(/`([a-z][\w.-]*\/[\w./-]*)`/gu)].map(([, path = '']) => path);
  return paths.filter((path) => !/NAME|^(?:dist|group|import)\//u.test(path));
}

/** Says why a link leads nowhere, if it does. */
function brokenLink(page: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const place = path === '' ? page : relative(root, join(root, dirname(page), decodeURI(path)));
  if (!existsSync(join(root, place))) return `${page}: ${target} does not exist`;
  if (anchor === undefined) return undefined;
  if (statSync(join(root, place)).isDirectory()) return `${page}: ${target} names a heading of a folder`;
  return anchorsOf(place).has(anchor) ? undefined : `${page}: ${target} names no heading`;
}

describe('the links of the docs', () => {
  it('lead somewhere', () => {
    const links = pages.flatMap((page) => linksOf(page).map((target) => ({ page, target })));
    assert.ok(links.length > 200, `${String(links.length)} links`);
    assert.deepEqual(
      links.flatMap(({ page, target }) => brokenLink(page, target) ?? []),
      [],
    );
  });

  it('are joined by paths of files that exist', () => {
    const named = guides.flatMap((page) => pathsIn(page).map((path) => ({ page, path })));
    assert.ok(named.length > 100, `${String(named.length)} paths`);
    const missing = named.filter(
      ({ page, path }) => !existsSync(join(root, path)) && !existsSync(join(root, dirname(page), path)),
    );
    assert.deepEqual(missing, []);
  });

  it('notice a missing file, heading and folder', () => {
    for (const target of ['gone.md', '../README.md#no-such-heading', '#no-such-heading', 'findings#one', '../nowhere/'])
      assert.notEqual(brokenLink(`${docs}/README.md`, target), undefined, target);
  });

  it('lead from the list of findings to the page of each code', () => {
    const list = readFileSync(join(root, docs, 'reference/findings.md'), 'utf8');
    const rows = [...list.matchAll(/^\| \[`(.*?)`\]\(\.\.\/findings\/(.*?)\) +\| (\w+) +\| (.*?) +\|$/gmu)];
    const byCode = (one: readonly string[], other: readonly string[]): number =>
      (one[0] ?? '') < (other[0] ?? '') ? -1 : 1;
    assert.deepEqual(
      rows.map(([, code = '', page = '', severity = '', title = '']) => [code, page, severity, title]).sort(byCode),
      findingCodes.map(({ code, severity, title }) => [code, findingPage(code), severity, title]).sort(byCode),
    );
  });

  it('begin at an index that has every page', () => {
    const index = new Set(linksOf(`${docs}/README.md`).map((target) => join(docs, target)));
    const indexed = pagesIn(docs).filter(
      (page) => !page.startsWith(`${docs}/findings/`) && page !== `${docs}/README.md`,
    );
    assert.deepEqual(
      indexed.filter((page) => !index.has(page)),
      [],
    );
  });
});
