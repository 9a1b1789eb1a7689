/**
 * Writes the site of the project, static pages for any host and any folder of it: the documentation, the examples with
 * their pictures, and the playground. `npm run site` writes it to dist/site, after a build, whose bundles it takes.
 */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noticesOf } from './notices.mjs';
import { modelColours } from './site-colours.mjs';
import { escaped } from './site-html.mjs';
import { pageRenderer, playgroundLink } from './site-markdown.mjs';
import { sitePage } from './site-page.mjs';
import { modelFolders, placeOf, upFrom } from './site-places.mjs';
import { writePlayground } from './site-playground.mjs';
import { checkout } from './processes.mjs';

/**
 * A model with a page.
 * @typedef {{ readonly name: string, readonly title: string, readonly text: string, readonly file: string }} ModelPage
 */

/**
 * Writes the site into a folder, in place of what is there.
 * @param {string} target
 */
export async function buildSite(target) {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const colour = await modelColours();
  const render = pageRenderer(colour);
  const folders = await Promise.all(
    Object.keys(modelFolders).map(async (folder) => ({ folder, models: await modelsIn(folder) })),
  );
  const examples = folders.find(({ folder }) => folder === 'language/examples')?.models ?? [];
  const [metafiles] = await Promise.all([
    writePlayground(
      target,
      examples.map(({ name, title }) => ({ name, title })),
    ),
    writeDocs(target, render),
    ...folders.map(({ folder, models }) => writeModels(target, folder, models, colour)),
    copyTo(target, 'client/media/icon.png', 'icon.png'),
  ]);
  await writeFile(join(target, 'THIRD-PARTY-NOTICES.txt'), await notices(metafiles));
}

/**
 * Writes the pages of the documentation, and copies what they show.
 * @param {string} target
 * @param {ReturnType<typeof pageRenderer>} render
 */
async function writeDocs(target, render) {
  const names = await readdir(join(checkout, 'language/docs'), { recursive: true });
  const docs = names
    .filter((name) => name.endsWith('.md'))
    .map((name) => `language/docs/${name.replaceAll('\\', '/')}`);
  const index = render(
    'language/docs/README.md',
    await readFile(join(checkout, 'language/docs/README.md'), 'utf8'),
    '../',
  );
  for (const page of ['README.md', 'CHANGELOG.md', ...docs]) {
    const place = placeOf(page) ?? '';
    const rendered = render(page, await readFile(join(checkout, page), 'utf8'), upFrom(place));
    const beside = page.startsWith('language/docs/') ? contentsFor(place, index.html) : '';
    const content = place === 'index.html' ? `${invitation}${rendered.html}` : rendered.html;
    await write(target, place, sitePage({ place, title: rendered.title, content, contents: beside }));
    for (const [from, to] of rendered.copied) await copyTo(target, from, to);
  }
}

const invitation = `<p class="invitation"><a class="button" href="playground/index.html">Try it in your browser</a>
<a href="docs/tutorial.html">Model your own service in 15 minutes</a></p>
`;

/**
 * Returns the list of the documentation beside a page: the headings of its index with their links, without the words.
 * @param {string} place
 * @param {string} index the page of the index
 */
function contentsFor(place, index) {
  const back = upFrom(place).slice('../'.length);
  const parts = index.matchAll(/<h2[^>]*>(.*?)<\/h2>|<a href="(?!\w+:)([^"#]*\.html)">(.*?)<\/a>/gs);
  const lines = [];
  for (const [, heading, href = '', name = ''] of parts) {
    if (heading !== undefined) lines.push(`<p>${heading}</p>`);
    else if (!href.startsWith('../')) {
      const current = `docs/${href}` === place ? ' aria-current="page"' : '';
      lines.push(`<a href="${back}${href}"${current}>${name}</a>`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/**
 * @param {string} folder
 * @returns {Promise<readonly ModelPage[]>}
 */
async function modelsIn(folder) {
  const names = (await readdir(join(checkout, folder))).filter((name) => name.endsWith('.aft')).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = `${folder}/${name}`;
      const text = await readFile(join(checkout, file), 'utf8');
      return { name: name.replace(/\.aft$/, ''), title: firstSentence(text), text, file };
    }),
  );
}

/**
 * Returns the first sentence of a model's documentation.
 * @param {string} text
 */
function firstSentence(text) {
  const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(text) ?? [];
  const words = comment
    .replaceAll(/^\s*\* ?/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.:](?= |$)/.exec(words)?.[0].replace(/[.:]$/, '') ?? words;
}

/**
 * Writes a page for each model of a folder, with its text beside it, and a list of them.
 * @param {string} target
 * @param {string} folder
 * @param {readonly ModelPage[]} models
 * @param {(text: string) => string} colour
 */
async function writeModels(target, folder, models, colour) {
  const [place, heading] = [placeOf(folder) ?? '', headings[folder] ?? folder];
  const rows = models.map(({ name, title }) => `<li><a href="${name}.html">${name}</a>: ${escaped(title)}.</li>`);
  const list = `<h1>${heading}</h1>\n<ul>\n${rows.join('\n')}\n</ul>\n`;
  await write(target, place, sitePage({ place, title: heading, content: list }));
  for (const { name, title, text, file } of models) {
    const at = placeOf(file) ?? '';
    const isListed = folder === 'language/examples';
    const open = isListed
      ? `<a class="try" href="../playground/index.html#example=${name}">Open in the playground</a>`
      : playgroundLink('../', text);
    const picture = isListed ? await drawn(target, file, name) : '';
    const content = `<h1>${name}</h1>\n<p>${escaped(title)}.</p>\n${picture}<div class="tried"><pre tabindex="0" class="model"><code>${numbered(colour(text))}</code></pre>\n${open}</div>\n`;
    await write(target, at, sitePage({ place: at, title: name, content }));
    await copyTo(target, file, at.replace(/\.html$/, '.aft'));
  }
}

/**
 * Draws the graph of an example beside its page; returns what shows it.
 * @param {string} target
 * @param {string} file
 * @param {string} name
 */
async function drawn(target, file, name) {
  /** @type {Pick<typeof import('../../server/src/library/api.ts'), 'ask'>} */
  const { ask } = await import(pathToFileURL(join(checkout, 'dist/api.js')).href);
  const answer = await ask('export', ['svg', join(checkout, file)]);
  const text = 'value' in answer && 'text' in answer.value ? answer.value.text : undefined;
  if (typeof text !== 'string') throw new Error(`The example "${name}" cannot be drawn.`);
  await write(target, `examples/${name}.svg`, text);
  return `<p class="picture"><a href="${name}.svg"><img src="${name}.svg" alt="The graph of the example ${name}" /></a></p>\n`;
}

/**
 * Gives each line of a coloured model an anchor, `L1` for the first.
 * @param {string} html
 */
const numbered = (html) =>
  html
    .split('\n')
    .map((line, index) => `<span id="L${String(index + 1)}">${line}</span>`)
    .join('\n');

/** @type {Readonly<Record<string, string>>} */
const headings = {
  'language/examples': 'Examples',
  'language/std': 'Standard library',
  'language/faults': 'Models with a fault',
};

/**
 * Returns the notices of what is bundled here, and of what was bundled before.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
async function notices(metafiles) {
  const before = await readFile(join(checkout, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  return `${await noticesOf(metafiles)}\n${before}`;
}

/**
 * @param {string} target
 * @param {string} from
 * @param {string} to
 */
async function copyTo(target, from, to) {
  await mkdir(dirname(join(target, to)), { recursive: true });
  await copyFile(join(checkout, from), join(target, to));
}

/**
 * @param {string} target
 * @param {string} place
 * @param {string} text
 */
async function write(target, place, text) {
  await mkdir(dirname(join(target, place)), { recursive: true });
  await writeFile(join(target, place), text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildSite(join(checkout, 'dist/site'));
  process.stdout.write('The site is in dist/site; any server of static files can show it.\n');
}
