/**
 * The linter applies to the right files and refuses what the style forbids: a rule counts only after it has been seen
 * to fail.
 */
import assert from 'node:assert/strict';
import { ESLint } from 'eslint';
import { checkout } from '../client/scripts/processes.mjs';

const strict = ['@typescript-eslint/no-explicit-any', '@typescript-eslint/no-floating-promises', 'max-lines'];

/** One file that exists in each kind of source. */
const samples = [
  'language/src/model/model.ts',
  'server/src/main.ts',
  'client/src/extension.ts',
  'client/webview/graph/main.tsx',
  'client/scripts/build.mjs',
  'test/lint.test.ts',
];

const bad = `
export default function first(list: any): string { return list[0]!; }
export enum Colour { Red }
export async function last() { return 1; }
export const now = Date.now();
`;

describe('the linter', () => {
  const eslint = new ESLint({ cwd: checkout });

  for (const sample of samples) {
    it(`holds the strict rules in ${sample}`, async () => {
      const config: unknown = await eslint.calculateConfigForFile(sample);
      const off = strict.filter((rule) => !isError(config, rule));
      assert.deepEqual(off, []);
    });
  }

  it('refuses what the style forbids', async () => {
    // With the file's own project: that of all files takes ten times as long to load.
    const parserOptions = { project: null, projectService: true };
    const own = new ESLint({ cwd: checkout, overrideConfig: { languageOptions: { parserOptions } } });
    const [result] = await own.lintText(bad, { filePath: 'language/src/model/model.ts' });
    const rules = new Set(result?.messages.map(({ ruleId }) => ruleId));
    const expected = ['no-explicit-any', 'no-non-null-assertion', 'require-await'].map(
      (rule) => `@typescript-eslint/${rule}`,
    );
    for (const rule of [...expected, 'no-restricted-syntax', 'no-restricted-properties'])
      assert.ok(rules.has(rule), `${rule} saw nothing`);
  });
});

function isError(config: unknown, rule: string): boolean {
  assert.ok(typeof config === 'object' && config !== null && 'rules' in config);
  const { rules } = config;
  assert.ok(typeof rules === 'object' && rules !== null);
  const setting: unknown = Object.entries(rules).find(([name]) => name === rule)?.[1];
  return Array.isArray(setting) && setting[0] === 2;
}
