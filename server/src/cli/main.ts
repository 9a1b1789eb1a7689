/**
 * The program `aftermath`: connects the command line to its process.
 */
import { wantsColours } from './text/colours.ts';
import { type ExitCode, exitCodes, type Output, refuse } from './input/command.ts';
import { documentationFolder } from '../workspace/finding-pages.ts';
import { listenForInterrupts } from '../workspace/files/interrupts.ts';
import { programFiles } from '../workspace/files/program-files.ts';
import { keptFindings } from './kept-findings.ts';
import { runCommandLine } from './run.ts';
import { endWithParent } from './end-with-parent.ts';
import { runApart } from './run-apart.ts';
import { readingWithin, runCaptured, tellsProgress } from './run-captured.ts';
import { processMemory } from './memory.ts';

/** Set if a stream failed before all output was written. */
let failure: ExitCode | undefined;

function outputTo(stream: NodeJS.WriteStream): Output {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that closes early, such as "head", is no error; Windows reports it as EOF.
    if (error.code === 'EPIPE' || error.code === 'EOF') return;
    failure = exitCodes.refused;
    process.exitCode = failure;
    if (stream !== process.stderr) process.stderr.write(`aftermath: The output cannot be written: ${error.message}.\n`);
  });
  const isTerminal = stream.isTTY || (stream === process.stderr && tellsProgress());
  return { write: (text) => void stream.write(text), isColoured: wantsColours(stream, process.env), isTerminal };
}

async function readInput(most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) break;
  }
  return Buffer.concat(chunks);
}

const clock = (): number => performance.now();

/** Returns the working directory, or nothing if it was deleted meanwhile. */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

async function run(): Promise<ExitCode> {
  const around = { output: outputTo(process.stdout), notes: outputTo(process.stderr) };
  const folder = workingFolder();
  if (folder === undefined) return refuse(around, 'The working directory was deleted; change to one that exists.');
  const readFile = readingWithin();
  const cache = keptFindings(process.argv[1], process.env);
  return runCommandLine(process.argv.slice(2), {
    ...around,
    readPart: programFiles(process.argv[1]),
    folder,
    readInput,
    onInterrupt: listenForInterrupts,
    runApart,
    clock,
    memory: processMemory(),
    runCaptured,
    arriving: () => process.stdin,
    program: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
    documentation: documentationFolder(process.argv[1]),
    ...(readFile === undefined ? cache !== undefined && { cache } : { readFile }),
  });
}

/** Resolves when everything written so far is with the system, or cannot be written. */
const written = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });

endWithParent();
// The process is ended, because giving back gigabytes of states takes longer than anyone waits after Ctrl+C.
void run().then(async (code) => {
  process.exitCode = failure ?? code;
  await Promise.all([written(process.stdout), written(process.stderr)]);
  process.exit(failure ?? code);
});
