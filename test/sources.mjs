/**
 * Lets Node run the sources directly. Node itself leaves out the types; only files with JSX are compiled, all at once
 * when the first is imported, because each run of the compiler is a process.
 */
import { globSync } from 'node:fs';
import { createRequire, registerHooks, setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = join(import.meta.dirname, '..');

/** @type {ReadonlyMap<string, string> | undefined} */
let compiled;

/** Compiles all files with JSX; returns their texts by path. Few threads and processes need the compiler. */
function compileAll() {
  /** @type {typeof import('esbuild')} */
  const { buildSync } = createRequire(import.meta.url)('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: globSync('{language/src,client/webview}/**/*.tsx', { cwd: checkout }),
    absWorkingDir: checkout,
    outdir: checkout,
    outbase: checkout,
    outExtension: { '.js': '.tsx' },
    write: false,
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: 'inline',
  });
  return new Map(outputFiles.map(({ path, text }) => [path, text]));
}

setSourceMapsSupport(true, { nodeModules: false });
registerHooks({
  load: (url, context, next) => {
    if (!url.endsWith('.tsx')) return next(url, context);
    compiled ??= compileAll();
    return { format: 'module', source: compiled.get(fileURLToPath(url)), shortCircuit: true };
  },
});
