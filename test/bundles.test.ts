/**
 * The built programs on other versions of Node: one that is too old says so in one sentence, and the oldest supported
 * version lacks nothing that they use.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript-6';
import { checkout } from '../client/scripts/processes.mjs';

const programs = [
  ['aftermath', 'dist/aftermath.cjs'],
  ['aftermath-language-server', 'dist/server.cjs'],
] as const;

/** Operators that Node 12 and 13 stop at before they run anything. */
const recent = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.QuestionDotToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
]);

describe('the built programs', () => {
  for (const [name, file] of programs) {
    it(`${name} says in one sentence that a Node is too old`, () => {
      const { status, stdout, stderr } = runAfter(
        `Object.defineProperty(process, 'version', { value: 'v18.20.0' });
         Object.defineProperty(process, 'versions', { value: { node: '18.20.0' } });`,
        [file],
      );
      assert.deepEqual([status, stdout], [2, '']);
      assert.equal(stderr, `${name} needs Node.js 20 or newer; this is v18.20.0.\n`);
    });

    it(`${name} has Node keep what it has compiled`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'aft-'));
      try {
        const env = { ...process.env, TMPDIR: folder, TEMP: folder, NODE_COMPILE_CACHE: undefined };
        spawnSync(process.execPath, [file, '--stdio'], { cwd: checkout, env, input: '' });
        const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
        const sizes = kept.map((entry) => statSync(join(entry.parentPath, entry.name)).size);
        // The program is by far the largest of what is loaded.
        assert.ok(Math.max(...sizes) > 100_000, String(sizes));
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it(`${name} can be read by an old Node up to that sentence`, () => {
      const source = ts.createSourceFile(file, readFileSync(join(checkout, file), 'utf8'), ts.ScriptTarget.Latest);
      assert.deepEqual(recentIn(source), []);
    });
  }

  it('the servers have the protocol in one version', () => {
    for (const file of ['dist/language-server.cjs', 'dist/browser/server.js']) {
      // Words of `vscode-jsonrpc` that are there once.
      const [, ...more] = readFileSync(join(checkout, file), 'utf8').split('Connection is closed');
      assert.equal(more.length, 1, file);
    }
  });

  it('aftermath reads a model without what Node 20 lacks', () => {
    const { status, stderr } = runAfter('delete Object.groupBy; delete Map.groupBy; delete Promise.withResolvers;', [
      'dist/aftermath.cjs',
      ...['check', 'language/examples/kv-store.aft'],
    ]);
    assert.deepEqual([status, stderr], [0, '']);
  });
});

/** Runs a program after some code that changes its Node. */
function runAfter(code: string, args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'aft-'));
  try {
    writeFileSync(join(folder, 'first.cjs'), code);
    const all = ['--require', join(folder, 'first.cjs'), ...args];
    return spawnSync(process.execPath, all, { cwd: checkout, encoding: 'utf8', input: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function recentIn(source: ts.SourceFile): readonly string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (recent.has(node.kind)) found.add(ts.SyntaxKind[node.kind]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}
