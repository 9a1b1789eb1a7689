/**
 * The program `aftermath`: joins the command line to the process it runs in.
 */
import { wantsColours } from './colours.ts';
import type { ExitCode, Output } from './command.ts';
import { exitCodes } from './command.ts';
import { findingPages } from '../finding-pages.ts';
import { runCommandLine } from './run.ts';

/** Set when a stream could not take all that was written to it. */
let failure: ExitCode | undefined;

function outputTo(stream: NodeJS.WriteStream): Output {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, such as "head", is no fault; Windows calls it EOF.
    if (error.code === 'EPIPE' || error.code === 'EOF') return;
    failure = exitCodes.refused;
    process.exitCode = failure;
    if (stream !== process.stderr) process.stderr.write(`aftermath: The output cannot be written: ${error.message}.\n`);
  });
  const isTerminal = stream.isTTY;
  return { write: (text) => void stream.write(text), isColoured: wantsColours(stream, process.env), isTerminal };
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    controller.abort();
  });
  return controller.signal;
}

const surroundings = {
  folder: process.cwd(),
  output: outputTo(process.stdout),
  notes: outputTo(process.stderr),
  readInput,
  page: findingPages(process.argv[1]),
  onInterrupt,
};

// The exit code is set, not forced, so that all output is written before the process ends.
void runCommandLine(process.argv.slice(2), surroundings).then((code) => {
  process.exitCode = failure ?? code;
});
