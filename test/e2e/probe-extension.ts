/**
 * An extension of another author in the extension host of a walk: it asks VS Code's language-model tools what the file
 * `asked.json` of its workspace says, and writes each answer beside it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from './host.ts';
import { written } from './drive.ts';

/** A call of a tool, by the name that VS Code gives it. */
interface AskedTool {
  readonly name: string;
  readonly input: object;
}

const manifest = {
  ...{ name: 'probe', publisher: 'aftermath-test', version: '1.0.0', engines: { vscode: '^1.100.0' } },
  ...{ main: './main.cjs', activationEvents: ['workspaceContains:asked.json'] },
};

/** The program; it waits for tools of servers that are not started yet. */
const program = `
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { lm, workspace } = require('vscode');
exports.activate = () => {
  const file = (name) => join(workspace.workspaceFolders[0].uri.fsPath, name);
  const waiting = new Map(JSON.parse(readFileSync(file('asked.json'), 'utf8')).entries());
  const ask = async (index, { name, input }) => {
    const answer = await lm.invokeTool(name, { input, toolInvocationToken: undefined }).then(
      ({ content }) => ({ text: content.map(({ value }) => value).join('') }),
      (error) => ({ error: String(error) }),
    );
    writeFileSync(file('answer.part'), JSON.stringify(answer));
    renameSync(file('answer.part'), file('answer-' + index + '.json'));
  };
  const timer = setInterval(() => {
    for (const [index, asked] of waiting) {
      if (!lm.tools.some(({ name }) => name === asked.name)) continue;
      waiting.delete(index);
      void ask(index, asked);
    }
    if (waiting.size === 0) clearInterval(timer);
  }, 100);
};
`;

/** Adds the extension to those of a VS Code; its next window has it. */
export function installProbe({ root }: Host): void {
  const extensions = join(root, 'extensions');
  const [name, list] = ['aftermath-test.probe-1.0.0', join(extensions, 'extensions.json')];
  const folder = join(extensions, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.cjs'), program);
  const installed = JSON.parse(readFileSync(list, 'utf8')) as object[];
  const entry = {
    ...{ identifier: { id: 'aftermath-test.probe' }, version: manifest.version, relativeLocation: name, metadata: {} },
    location: { $mid: 1, path: folder, scheme: 'file' },
  };
  writeFileSync(list, JSON.stringify([...installed, entry]));
}

/** Writes the questions into a workspace before its window is open. */
export function askTools(workspace: string, asked: readonly AskedTool[]): void {
  writeFileSync(join(workspace, 'asked.json'), JSON.stringify(asked));
}

/** Waits for the answer to a question, by its place. */
export async function toolAnswer(workspace: string, index: number): Promise<string> {
  const answer = JSON.parse(String(await written(join(workspace, `answer-${String(index)}.json`)))) as {
    readonly text?: string;
    readonly error?: string;
  };
  if (answer.text === undefined) throw new Error(answer.error);
  return answer.text;
}
