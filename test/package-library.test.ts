/**
 * The packed package as a library, as other programs install it: unpacked into its modules, used with types, run by
 * Node. The programs are those of language/docs/reference/library.md and extension.md.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout, npm, run } from '../client/scripts/processes.mjs';

const blockOf = (language: string, page = 'library'): string => {
  const text = readFileSync(join(checkout, 'language', 'docs', 'reference', `${page}.md`), 'utf8');
  return (
    new RegExp('```' + language + '\\n([^]*?)```').exec(text)?.[1] ??
    assert.fail(`The page has no block of ${language}.`)
  );
};

describe('the packed library', () => {
  let root = '';
  const command = async (program: string, args: readonly string[]): Promise<string> => {
    const { code, output } = await run(program, args, { cwd: root, output: 'capture' });
    assert.equal(code, 0, output);
    return output;
  };

  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'aftermath-library-'));
    const { code, output } = await npm(['pack', '--ignore-scripts', '--pack-destination', root], { output: 'capture' });
    assert.equal(code, 0, output);
    const module = join(root, 'node_modules', 'aftermath');
    mkdirSync(module, { recursive: true });
    await command('tar', ['-xf', 'aftermath-0.1.0.tgz', '-C', module, '--strip-components=1']);
    writeFileSync(join(root, 'package.json'), '{"type": "module"}');
    writeFileSync(join(root, 'program.ts'), blockOf('ts'));
    writeFileSync(join(root, 'extension.ts'), blockOf('ts', 'extension'));
    writeFileSync(join(root, 'shop.aft'), blockOf('aftermath'));
  });

  after(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('has types for all that it gives', async () => {
    const types = join(checkout, 'node_modules', '@types');
    await command('tsc', [
      ...['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node,vscode'],
      ...['--typeRoots', types, 'program.ts', 'extension.ts'],
    ]);
  });

  it('does what its page says', async () => {
    const output = await command(join(checkout, 'node_modules', 'node', 'bin', 'node'), ['program.ts']);
    assert.equal(output.trim(), blockOf('text').trim());
  });
});
