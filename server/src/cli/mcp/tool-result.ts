/**
 * The result of a tool of an assistant: what its command line has printed, in the form of the protocol.
 */
import { type AssistantTool, usualSeconds } from '../../protocol/assistant-tools.ts';
import { checkInput } from '../../protocol/shapes/tool-input.ts';
import { standardInput } from '../../questions/files/places.ts';
import type { Captured, CommandSurroundings } from '../input/command.ts';
import type { Call } from './session.ts';

/** The most characters of an answer, so that it fits what an assistant can read. */
const mostCharacters = 100_000;
const mostBytes = 8 * 2 ** 20;

const error = (text: string): object => ({ content: [{ type: 'text', text }], isError: true });

/** Runs a tool in a process of its own. */
export async function toolResult(
  tool: AssistantTool,
  { input: given, signal, onProgress }: Call,
  { roots, run }: { readonly roots: readonly string[]; readonly run: NonNullable<CommandSurroundings['runCaptured']> },
): Promise<object> {
  const checked = checkInput(tool, given);
  if ('refusal' in checked) return error(checked.refusal);
  const input = checked.value;
  const seconds = Number(input.timeout ?? usualSeconds);
  const [folder] = roots;
  if (folder === undefined) return error('There is no folder to read from: the client named none.');
  const limits = { folder, roots, milliseconds: 1000 * seconds, bytes: mostBytes, signal, onProgress };
  const asked = tool.argumentsOf(input);
  if (asked.includes(standardInput))
    return error('Nothing arrives at the standard input "-"; give the path of a file.');
  return resultOf(tool, await run(asked, limits), { seconds, isJson: input.json === true });
}

function resultOf(
  { isPicture, inputSchema }: AssistantTool,
  { output, notes, ended }: Captured,
  { seconds, isJson }: { readonly seconds: number; readonly isJson: boolean },
): object {
  if (ended === 'cancelled') return error('Cancelled.');
  if (ended === 'too long')
    return error(`The answer is longer than ${String(mostBytes / 2 ** 20)} MB; ask about less of the model.`);
  if (ended === 'out of time') {
    const advice =
      'timeout' in inputSchema.properties
        ? 'give a longer "timeout" or ask for one check'
        : 'ask about less of the model';
    return error(`Out of time after ${String(seconds)} s; ${advice}.`);
  }
  const remarks = notes.replaceAll(/^aftermath: /gm, '').trim();
  if (output.trim() === '') return error(remarks === '' ? 'The command printed nothing.' : remarks);
  if (isPicture === true) {
    const picture = { uri: 'aftermath://picture.svg', mimeType: 'image/svg+xml', text: output };
    return { content: [{ type: 'resource', resource: picture }, ...(remarks === '' ? [] : [textOf(remarks)])] };
  }
  const more = [remarks, ended === 3 ? 'Not everything was decided: a limit or bound came first.' : ''].filter(
    (each) => each !== '',
  );
  const content = [textOf(output), ...more.map(textOf)];
  // A text may begin as JSON does.
  return isJson && output.length <= mostCharacters
    ? { content, structuredContent: JSON.parse(output) as object }
    : { content };
}

function textOf(text: string): object {
  const rest = text.length - mostCharacters;
  const shown =
    rest <= 0
      ? text
      : `${text.slice(0, mostCharacters)}\n… ${String(rest)} more characters; ask about less of the model.`;
  return { type: 'text', text: shown };
}
