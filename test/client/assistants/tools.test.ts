/** The tools of assistants in VS Code: the manifest declares those of the table, and they run the command line. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../../../client/src/assistants/tool-run.ts';
import { assistantTools } from '../../../server/src/protocol/assistant-tools.ts';

const root = join(import.meta.dirname, '../../..');

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly inputSchema: object;
      readonly modelDescription: string;
    }[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
  };
}

describe('the language-model tools', () => {
  const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

  it('are declared as the server of the protocol lists them', () => {
    assert.deepEqual(
      contributes.languageModelTools.map(({ name, inputSchema, modelDescription }) => [
        name,
        modelDescription,
        inputSchema,
      ]),
      assistantTools.map(({ name, description, inputSchema }) => [`aftermath_${name}`, description, inputSchema]),
    );
    assert.deepEqual(
      contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      ['aftermath'],
    );
  });

  const tool = (wanted: string) => assistantTools.find(({ name }) => name === wanted) ?? assert.fail(wanted);
  const program = join(root, 'dist/command-line.cjs');
  const run = (
    name: string,
    input: unknown,
    folders = [join(root, 'language/examples')],
    signal = new AbortController().signal,
  ) => runTool(tool(name), input, { program, folders, signal });

  it('answer with reasons', async () => {
    const text = await run('crash_entity', { file: 'shop.aft', names: ['db'] });
    assert.match(text, /Broken[^]*"api\[1\]" needs "rack\.right\.db"/);
  });

  it('say what to do', async () => {
    assert.match(await run('crash_entity', { file: 'shop.aft', names: ['dbb'] }), /^There is no PD and no node "dbb"/);
    assert.match(await run('crash_entity', { file: '/etc/passwd', names: ['db'] }), /outside the folders/);
    assert.match(await run('crash_entity', {}), /needs "file"/);
    assert.match(await run('check_model', { files: ['shop.aft'] }, []), /No folder is open/);
    assert.equal(await run('check_model', { files: ['shop.aft'] }, undefined, AbortSignal.abort()), 'Cancelled.');
  });
});
