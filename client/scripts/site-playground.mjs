/**
 * The playground of the site: its page, the pages of the extension as frames, the language server as a worker. All
 * addresses are relative, so it can be served from any folder, and its content policy lets nothing be loaded from or sent
 * to elsewhere.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { frameScript } from '../../server/src/protocol/book.ts';
import { htmlPage } from './site-html.mjs';
import { checkout } from './processes.mjs';

/** The pages of the extension that the playground shows. */
const framePages = ['graph', 'report', 'trace'];

/**
 * Writes the playground into a folder of the site, with the script and the colours of its other pages.
 * @param {string} target
 * @param {readonly { readonly name: string, readonly title: string }[]} examples
 * @returns {Promise<readonly import('esbuild').Metafile[]>} what was bundled
 */
export async function writePlayground(target, examples) {
  const frames = join(target, 'playground/frames');
  await mkdir(frames, { recursive: true });
  const built = (/** @type {string} */ file) => join(checkout, 'dist', file);
  const files = framePages.flatMap((page) => [`${page}.js`, `${page}.css`]);
  const [playground, others] = await Promise.all([
    bundle(target, 'esm', { 'playground/playground': 'client/site/main.tsx' }),
    // A script that runs before the page is drawn cannot be a module.
    bundle(target, 'iife', { theme: 'client/site/theme-main.tsx', site: 'client/site/site.css' }),
    ...[...files, 'layout-worker.js'].map((file) => copyFile(built(`webview/${file}`), join(frames, file))),
    copyFile(built('browser/server.js'), join(target, 'playground/server.js')),
    copyFile(built('webview/theme.css'), join(target, 'theme.css')),
    // A frame begins with the theme of the page around it.
    writeFile(join(frames, 'frame.js'), `document.body.className=parent.document.body.className;${frameScript}`),
    writeFile(join(target, 'playground/index.html'), playgroundPage(examples)),
    ...framePages.map((page) => writeFile(join(frames, `${page}.html`), framePage(page))),
  ]);
  return [playground.metafile, others.metafile];
}

/**
 * @param {string} outdir
 * @param {'esm' | 'iife'} format
 * @param {Record<string, string>} entryPoints
 */
function bundle(outdir, format, entryPoints) {
  return build({
    ...{ absWorkingDir: checkout, outdir, format, entryPoints },
    ...{ bundle: true, minify: true, legalComments: 'none', metafile: true, logLevel: 'warning' },
    ...{ platform: 'browser', target: 'chrome134', jsx: 'automatic', jsxImportSource: 'preact' },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
}

/** @param {readonly { readonly name: string, readonly title: string }[]} examples */
function playgroundPage(examples) {
  return htmlPage({
    title: 'Aftermath playground',
    policy: {
      'script-src': `'self'`,
      'style-src': `'self'`,
      'img-src': `'self' data:`,
      'connect-src': `'self'`,
      'worker-src': `'self'`,
      'frame-src': `'self'`,
    },
    styles: ['../theme.css', 'playground.css'],
    head: `<meta name="referrer" content="no-referrer" />\n<link rel="icon" href="../icon.png" />\n`,
    body: `<div id="root"></div>
<noscript>The playground runs in your browser, so it needs JavaScript. The <a href="../docs/index.html">documentation</a> does not.</noscript>
<script type="application/json" id="examples">${JSON.stringify(examples).replaceAll('<', String.raw`\u003c`)}</script>
<script type="module" src="playground.js"></script>
`,
  });
}

/** @param {string} page */
function framePage(page) {
  return htmlPage({
    title: 'Aftermath',
    policy: {
      'script-src': `'self'`,
      'style-src': `'self'`,
      // Pictures are painted from their own text before they are saved; the layout is a worker from a blob.
      'img-src': 'data: blob:',
      'connect-src': `'self' data:`,
      'worker-src': 'blob:',
    },
    styles: ['../../theme.css', `${page}.css`],
    body: `<div id="root" data-layout-worker="layout-worker.js" data-elk-worker="data:,"></div>
<script src="frame.js"></script>
<script src="${page}.js"></script>
`,
  });
}
