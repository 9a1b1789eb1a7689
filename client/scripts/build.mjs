/**
 * Bundles the command line, the language server, the extension and its pages into dist/. `--dev` keeps the code
 * readable and adds source maps; `--watch` bundles again on every change. The notices of the bundled packages are
 * written beside the bundles. A missing entry or any warning of the bundler fails the build.
 */
import { globSync } from 'node:fs';
import { chmod, copyFile, mkdir, writeFile, rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { build, context } from 'esbuild';
import { noticesOf } from './notices.mjs';
import { checkout } from './processes.mjs';
import { allWords } from './words.mjs';

const isWatch = process.argv.includes('--watch');
const isDev = isWatch || process.argv.includes('--dev');

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: checkout,
  outdir: 'dist',
  bundle: true,
  minify: !isDev,
  sourcemap: isDev ? 'inline' : false,
  // The notices contain each licence once.
  legalComments: 'none',
  metafile: true,
  loader: { '.aft': 'text' },
  logLevel: 'warning',
};

/**
 * The files of modules that are imported later: programs, so that their compiled code can be cached, and the layout
 * engine, which is as large as the rest of the command line and needed only for drawings.
 * @type {Readonly<Record<string, string>>}
 */
const apartFiles = {
  'server/src/cli/main.ts': './command-line.cjs',
  'server/src/main.ts': './language-server.cjs',
  'server/src/pictures/elk-layout.ts': './elk-layout.cjs',
};

const elkScript = 'node_modules/elkjs/lib/elk-worker.min.js';

/** @type {import('esbuild').Plugin} */
const apart = {
  name: 'apart',
  setup: (build) => {
    build.onResolve({ filter: /\/elk-worker\.min\.js$/ }, () => ({
      ...{ path: './webview/elk-worker.cjs', external: true },
    }));
    build.onResolve({ filter: /^\..*\.ts$/ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = apartFiles[relative(checkout, join(resolveDir, path)).replaceAll('\\', '/')];
      return file === undefined ? undefined : { path: file, external: true };
    });
  },
};

/**
 * Langium and the language server would each bring the protocol in a version of its own: a twentieth of a program, and
 * two classes of each name. All take the server's, which fits both.
 * @type {import('esbuild').Plugin}
 */
const oneProtocol = {
  name: 'one protocol',
  setup: (build) => {
    const resolveDir = join(checkout, 'node_modules', 'vscode-languageserver');
    build.onResolve(
      { filter: /^vscode-(?:jsonrpc|languageserver-(?:protocol|types))(?:$|\/)/ },
      ({ path, kind, pluginData }) =>
        pluginData === oneProtocol ? undefined : build.resolve(path, { kind, resolveDir, pluginData: oneProtocol }),
    );
  },
};

/** @type {import('esbuild').BuildOptions} */
const node = { ...common, outExtension: { '.js': '.cjs' }, platform: 'node', format: 'cjs' };

/**
 * Returns the options for the entry point of a program, for any version of Node. The version check precedes all other
 * code, and the syntax is lowered so that Node from version 12 on reaches the check instead of failing on a `??`.
 * @param {string} name
 * @param {Record<string, string>} entryPoints
 * @returns {import('esbuild').BuildOptions}
 */
function start(name, entryPoints) {
  const check = [
    '#!/usr/bin/env node',
    'if (parseInt(process.versions.node, 10) < 20) {',
    `  process.stderr.write("${name} needs Node.js 20 or newer; this is " + process.version + ".\\n");`,
    '  process.exit(2);',
    '}',
  ];
  return {
    ...node,
    entryPoints,
    target: 'node12.20',
    // The code of a module loaded by `import()` is not cached.
    supported: { 'dynamic-import': false },
    banner: { js: check.join('\n') },
    plugins: [apart, oneProtocol],
  };
}

/**
 * The programs themselves, one file each; they also run without their entry points.
 * @type {import('esbuild').BuildOptions}
 */
const programs = {
  ...node,
  entryPoints: { 'command-line': 'server/src/cli/main.ts', 'language-server': 'server/src/main.ts' },
  target: 'node20',
  banner: { js: '#!/usr/bin/env node' },
  // The other form of jsonc-parser, UMD, hides its imports from the bundler.
  mainFields: ['module', 'main'],
  inject: ['client/scripts/object-group-by.mjs'],
  plugins: [apart, oneProtocol],
  // A native program; if it is installed, PNG export is available.
  external: ['@resvg/resvg-js'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
};

/** @type {import('esbuild').BuildOptions} */
const script = { ...common, outdir: 'dist/webview', platform: 'browser', target: 'chrome134' };

/** @type {import('esbuild').BuildOptions} */
const page = { ...script, format: 'iife' };

/** @type {readonly import('esbuild').BuildOptions[]} */
const bundles = [
  start('aftermath', { aftermath: 'server/src/cli/start.ts' }),
  start('aftermath-language-server', { server: 'server/src/start.ts' }),
  programs,
  {
    ...node,
    entryPoints: {
      'elk-layout': 'server/src/pictures/elk-layout.ts',
      'search-worker': 'server/src/search/search-worker.ts',
      'import-worker': 'server/src/import-worker.ts',
    },
    target: 'node20',
    plugins: [apart, oneProtocol],
    // With it, ELK could run on a thread of its own.
    external: ['web-worker'],
  },
  // The library, as an ECMAScript module.
  {
    ...common,
    entryPoints: { api: 'server/src/library/api.ts' },
    // Some packages ask for modules of Node by `require`, which a module does not have.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    inject: ['client/scripts/object-group-by.mjs'],
    plugins: [apart, oneProtocol],
    external: ['@resvg/resvg-js'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
  },
  {
    ...node,
    entryPoints: { client: 'client/src/node-main.ts' },
    target: 'node22',
    external: ['vscode'],
  },
  {
    ...page,
    entryPoints: {
      graph: 'client/webview/graph/main.tsx',
      report: 'client/webview/report/main.tsx',
      trace: 'client/webview/trace/main.tsx',
      machine: 'client/webview/machine/main.tsx',
      book: 'client/book/main.tsx',
      theme: 'client/book/theme.css',
    },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': isDev ? '"development"' : '"production"' },
  },
  // The extension in a browser is a module of its host, which provides "require"; its server is a worker.
  {
    ...page,
    outdir: 'dist/browser',
    entryPoints: { client: 'client/src/browser-main.ts' },
    // The host takes files named ".js" for ECMAScript modules here, which it cannot load.
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    external: ['vscode'],
  },
  {
    ...page,
    outdir: 'dist/browser',
    entryPoints: { server: 'server/src/browser-main.ts' },
    plugins: [oneProtocol],
    jsx: 'automatic',
    jsxImportSource: 'preact',
  },
  {
    ...page,
    entryPoints: { 'layout-worker': 'client/webview/layout/layout-worker.ts' },
  },
  // ELK as it comes: the same file is the script of a worker and a module of Node.
  { ...script, entryPoints: { 'elk-worker': elkScript }, outExtension: { '.js': '.cjs' }, bundle: false },
];

if (isWatch) for (const bundle of bundles) await (await context(bundle)).watch();
else await buildAll();

async function buildAll() {
  const results = await Promise.allSettled(bundles.map((bundle) => build(bundle)));
  const isGood = results.every((result) => result.status === 'fulfilled' && result.value.warnings.length === 0);
  if (!isGood) {
    process.stderr.write('The build failed; the bundler says above why.\n');
    process.exit(1);
  }
  await writeWords();
  const metafiles = results.flatMap((result) => (result.status === 'fulfilled' ? (result.value.metafile ?? []) : []));
  await removeOthers(metafiles.flatMap(({ outputs }) => Object.keys(outputs)));
  await writeFile(join(checkout, 'dist/THIRD-PARTY-NOTICES.txt'), await noticesOf(metafiles));
  for (const program of ['aftermath', 'server', 'language-server']) {
    await chmod(join(checkout, `dist/${program}.cjs`), 0o755);
  }
}

/**
 * Removes pages and workers of earlier builds, which nobody asks for any more.
 * @param {readonly string[]} written
 */
async function removeOthers(written) {
  for (const file of globSync('dist/webview/*', { cwd: checkout })) {
    if (!written.includes(file.replaceAll('\\', '/'))) await rm(join(checkout, file));
  }
}

/** Writes the words to translate and their translations to where VS Code looks for them. */
async function writeWords() {
  const words = Object.fromEntries(allWords().map((word) => [word, word]));
  await mkdir(join(checkout, 'dist/l10n'), { recursive: true });
  await writeFile(join(checkout, 'dist/l10n/bundle.l10n.json'), `${JSON.stringify(words, undefined, 2)}\n`);
  for (const file of globSync('client/l10n/*.json', { cwd: checkout })) {
    await copyFile(join(checkout, file), join(checkout, 'dist/l10n', basename(file)));
  }
}
