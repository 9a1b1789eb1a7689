/**
 * The linter applies its rules to every kind of source and sees a fault of each rule: a rule counts only after it has
 * been seen to fail.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { checkout, run } from '../client/scripts/processes.mjs';
import { faults } from './lint-faults.ts';

interface Config {
  readonly rules: Readonly<Record<string, unknown>>;
}

/** Returns the rule in a code of the linter, `scope(rule)`: some are of another scope than in the configuration. */
const ruleOf = (code: string): string => code.replace(/^.*\((.*)\)$/, '$1');

/** Returns the rules that see something, by file. */
async function lint(files: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const root = mkdtempSync(join(tmpdir(), 'aftermath-lint-'));
  try {
    const { compilerOptions } = parse(readFileSync(join(checkout, 'tsconfig.json'), 'utf8')) as {
      readonly compilerOptions: object;
    };
    const all = {
      ...files,
      'names.ts': 'export const one = 1;\nexport const two = 2;\nexport interface Shape { size: number }\n',
      '.oxlintrc.json': readFileSync(join(checkout, '.oxlintrc.json'), 'utf8'),
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...compilerOptions, allowJs: true } }),
    };
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const { output } = await run('oxlint', ['--format=json'], { cwd: root, output: 'capture' });
    const found = new Map<string, Set<string>>();
    const { diagnostics } = JSON.parse(output) as {
      readonly diagnostics: readonly { readonly filename: string; readonly code: string }[];
    };
    for (const { filename, code } of diagnostics) {
      const rules = found.get(filename) ?? new Set();
      found.set(filename, rules.add(ruleOf(code)));
    }
    return found;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe('the linter', () => {
  it('sees a fault of every rule', async () => {
    const { rules } = parse(readFileSync(join(checkout, '.oxlintrc.json'), 'utf8')) as Config;
    const fileOf = (rule: string): string => `${rule.replace('/', '-')}.ts`;
    const found = await lint(Object.fromEntries(Object.entries(faults).map(([rule, text]) => [fileOf(rule), text])));
    const unseen = Object.keys(rules).filter((rule) => found.get(fileOf(rule))?.has(basename(rule)) !== true);
    assert.deepEqual(unseen, []);
  });

  it('holds the rules of each kind of source, and lets pass what is meant', async () => {
    const long = `export function long(): number {\n${'  names();\n'.repeat(80)}  return 1;\n}\nconst names = (): number => 1;\n`;
    const read = `/** @param {string} text */\nexport const read = (text) => JSON.parse(text);\n`;
    const drawn = 'export const drawn = Math.random();\nexport const now = Date.now();\n';
    const bad = 'export const first = (list: any): string => list[0]!;\n';
    const kinds = ['language/src', 'server/src', 'client/src', 'client/webview/graph', 'client/site', 'test/server'];
    const found = await lint({
      ...Object.fromEntries(kinds.map((kind) => [`${kind}/bad.ts`, bad])),
      'client/scripts/bad.mjs': `export function act() { void 0; return 1 == 1; }\n`,
      'language/src/long.ts': long,
      'test/long.ts': long,
      'language/src/drawn.ts': drawn,
      'server/src/drawn.ts': drawn,
      'client/scripts/read.mjs': read,
    });
    for (const kind of kinds)
      for (const rule of ['no-explicit-any', 'no-non-null-assertion'])
        assert.ok(found.get(`${kind}/bad.ts`)?.has(rule), `${rule} saw nothing in ${kind}`);
    assert.ok(found.get('client/scripts/bad.mjs')?.has('eqeqeq'));
    assert.deepEqual([...(found.get('language/src/long.ts') ?? [])], ['max-lines-per-function']);
    assert.deepEqual([...(found.get('language/src/drawn.ts') ?? [])], ['no-restricted-properties']);
    for (const file of ['test/long.ts', 'server/src/drawn.ts', 'client/scripts/read.mjs'])
      assert.deepEqual([...(found.get(file) ?? [])], [], file);
  });
});
