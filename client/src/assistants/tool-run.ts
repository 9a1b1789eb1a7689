/**
 * Runs a tool of assistants: the command line that comes with the extension, in a process of its own. Knows nothing of
 * VS Code.
 */
import { execFile } from 'node:child_process';
import { type AssistantTool, usualSeconds } from '../../../server/src/protocol/assistant-tools.ts';
import { checkInput } from '../../../server/src/protocol/shapes/tool-input.ts';

/** The surroundings of a tool. */
export interface ToolPlace {
  /** The file of the command line. */
  readonly program: string;
  /** The folders that it may read; the first is that of relative paths. */
  readonly folders: readonly string[];
  readonly signal: AbortSignal;
}

const mostBytes = 8 * 2 ** 20;
/** The most characters of an answer, so that it fits what a model can read. */
const mostCharacters = 100_000;

/** Returns what a tool answers, or one sentence about what to change; never rejects. */
export function runTool(tool: AssistantTool, given: unknown, { program, folders, signal }: ToolPlace): Promise<string> {
  const checked = checkInput(tool, given);
  if ('refusal' in checked) return Promise.resolve(checked.refusal);
  const [cwd] = folders;
  if (cwd === undefined) return Promise.resolve('No folder is open; open the folder of the models first.');
  const seconds = Number(checked.value.timeout ?? usualSeconds);
  const options = {
    ...{ cwd, signal, maxBuffer: mostBytes, timeout: 1000 * seconds, killSignal: 'SIGKILL' as const },
    // The host is an Electron; told so, it runs a program like Node.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', AFTERMATH_ROOTS: JSON.stringify(folders) },
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...tool.argumentsOf(checked.value)], options, (error, output, notes) => {
      if (signal.aborted) resolve('Cancelled.');
      else if (error?.killed === true)
        resolve(`Ended after ${String(seconds)} s or ${String(mostBytes)} bytes; ask about less of the model.`);
      else
        resolve(
          shortened([output, notes.replaceAll(/^aftermath: /gmu, '')].filter((text) => text.trim() !== '').join('\n')),
        );
    });
  });
}

const shortened = (text: string): string =>
  text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}\n… cut off; ask about less of the model.`;
