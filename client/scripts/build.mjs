/**
 * Bundles the command line, the language server, the extension and its pages into dist/.
 * `--dev` keeps the code readable and adds source maps, `--watch` bundles again on every change.
 * A missing entry and every warning of the bundler fail the build.
 */
import { globSync } from 'node:fs';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, context } from 'esbuild';
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
  legalComments: 'none',
  loader: { '.aft': 'text' },
  logLevel: 'warning',
};

/**
 * A program that a Node of any age can be asked to run. The check stands before all other code, and the
 * syntax is lowered so far that a Node from version 12 on reads on to it instead of stopping at a `??`.
 * @param {string} name
 * @param {string} entry
 * @returns {import('esbuild').BuildOptions}
 */
function program(name, entry) {
  const check = [
    '#!/usr/bin/env node',
    'if (parseInt(process.versions.node, 10) < 20) {',
    `  process.stderr.write("${name} needs Node.js 20 or newer; this is " + process.version + ".\\n");`,
    '  process.exit(2);',
    '}',
  ];
  return {
    ...common,
    entryPoints: { [name === 'aftermath' ? 'aftermath' : 'server']: entry },
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    format: 'cjs',
    target: 'node12.20',
    // The other form of jsonc-parser, UMD, hides from the bundler what it requires.
    mainFields: ['module', 'main'],
    inject: ['client/scripts/object-group-by.mjs'],
    banner: { js: check.join('\n') },
    plugins: [elkLayoutApart],
    jsx: 'automatic',
    jsxImportSource: 'preact',
  };
}

/**
 * The layout engine is as large as everything else in the command line together, so it lies beside it and is
 * read only by those who draw.
 * @type {import('esbuild').Plugin}
 */
const elkLayoutApart = {
  name: 'elk-layout-apart',
  setup: (build) => {
    build.onResolve({ filter: /\/elk-layout\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './elk-layout.cjs', external: true } : undefined,
    );
  },
};

/** @type {import('esbuild').BuildOptions} */
const page = { ...common, outdir: 'dist/webview', platform: 'browser', format: 'iife', target: 'chrome134' };

/** @type {readonly import('esbuild').BuildOptions[]} */
const bundles = [
  program('aftermath', 'server/src/cli/main.ts'),
  program('aftermath-language-server', 'server/src/main.ts'),
  {
    ...common,
    entryPoints: { 'elk-layout': 'server/src/cli/elk-layout.ts', 'search-worker': 'server/src/search-worker.ts' },
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  },
  // The library, as a module of ECMAScript.
  {
    ...common,
    entryPoints: { api: 'server/src/api.ts' },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    inject: ['client/scripts/object-group-by.mjs'],
  },
  {
    ...common,
    entryPoints: { client: 'client/src/node-main.ts' },
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
  },
  {
    ...page,
    entryPoints: {
      graph: 'client/webview/main.tsx',
      report: 'client/webview/report/main.tsx',
      trace: 'client/webview/trace/main.tsx',
      machine: 'client/webview/machine/main.tsx',
    },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': isDev ? '"development"' : '"production"' },
  },
  // The extension in a browser is a module of its host, which gives it "require"; its server is a worker.
  {
    ...page,
    outdir: 'dist/browser',
    entryPoints: { client: 'client/src/browser-main.ts' },
    // The host takes what ends in ".js" for a module of ECMAScript here, which it cannot load.
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    external: ['vscode'],
  },
  { ...page, outdir: 'dist/browser', entryPoints: { server: 'server/src/browser-main.ts' } },
  {
    ...page,
    entryPoints: {
      'layout-worker': 'client/webview/layout-worker.ts',
      'graphviz-worker': 'client/webview/graphviz-worker.ts',
    },
  },
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
  await chmod(join(checkout, 'dist/aftermath.cjs'), 0o755);
  await chmod(join(checkout, 'dist/server.cjs'), 0o755);
}

/** The words to translate, and beside them those of other languages, where VS Code looks for them. */
async function writeWords() {
  const words = Object.fromEntries(allWords().map((word) => [word, word]));
  await mkdir(join(checkout, 'dist/l10n'), { recursive: true });
  await writeFile(join(checkout, 'dist/l10n/bundle.l10n.json'), `${JSON.stringify(words, undefined, 2)}\n`);
  for (const file of globSync('client/l10n/*.json', { cwd: checkout })) {
    await copyFile(join(checkout, file), join(checkout, 'dist/l10n', basename(file)));
  }
}
