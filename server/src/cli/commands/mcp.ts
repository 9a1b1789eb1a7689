/**
 * `aftermath mcp`: serves assistants by the Model Context Protocol over the standard streams.
 */
import { itemAt } from '../../../../language/src/model/common/lookup.ts';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { assistantTools } from '../../protocol/assistant-tools.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { serve } from '../mcp/serve.ts';

const nameWidth = Math.max(...assistantTools.map(({ name }) => name.length));

/** The command `mcp`. */
export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'serve assistants by the Model Context Protocol, reading only',
  usage: '[FOLDER...]',
  operands: { least: 0 },
  options: {},
  hasNoJson: true,
  details: [
    [
      'Speaks over standard input and output and ends when the input closes. It writes no',
      'file and opens no port. It reads files in the FOLDERs; without one, in the folders',
      'that the client names, or else in the working directory.',
    ],
    ['Tools:', ...assistantTools.map(({ name, title }) => `  ${name.padEnd(nameWidth)}  ${title}`)],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const { folder, operands, output, documentation, arriving, runCaptured } = context;
  if (arriving === undefined || runCaptured === undefined) return refuse(context, '"mcp" needs a process of its own.');
  const folders = operands.map((name) => resolve(folder, name));
  for (const [index, path] of folders.entries()) {
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) return refuse(context, `"${itemAt(operands, index)}" is not a folder.`);
  }
  const isGiven = folders.length > 0;
  await serve({
    ...{ output, arriving, runCaptured, folders: isGiven ? folders : [folder], followsClient: !isGiven },
    ...(documentation !== undefined && { documentation }),
  });
  return exitCodes.fine;
}
