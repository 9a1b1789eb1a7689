/**
 * Runs the command line in this process, with captured output, in a given folder.
 */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Captured, CommandSurroundings } from '../../../server/src/cli/input/command.ts';
import { runCommandLine } from '../../../server/src/cli/run.ts';
import type { FindingCache } from '../../../server/src/questions/files/finding-cache.ts';
import { programFiles } from '../../../server/src/workspace/files/program-files.ts';

/** Models and dumps for tests of the command line. */
export const fixtures = join(import.meta.dirname, '../../fixtures/command-line');

export interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly notes: string;
}

export interface Surroundings {
  /** The working directory; the folder of the fixtures by default. */
  readonly folder?: string;
  /** The content of the standard input. */
  readonly input?: string | Uint8Array;
  readonly isColoured?: boolean;
  /** The clock, if durations are reported. */
  readonly clock?: () => number;
  /** Runs a command line in another process, if there is one. */
  readonly runCaptured?: (args: readonly string[]) => Promise<Captured>;
  /** Findings of earlier runs, if they are kept. */
  readonly cache?: FindingCache;
  /** Interrupts, if there are any. */
  readonly onInterrupt?: CommandSurroundings['onInterrupt'];
  /** Reads files, if not every file may be read. */
  readonly readFile?: CommandSurroundings['readFile'];
}

/** Runs `aftermath` with these arguments. */
export async function aftermath(args: readonly string[], place: Surroundings = {}): Promise<Outcome> {
  const { folder = fixtures, input = '', isColoured = false, clock, cache, readFile, runCaptured, onInterrupt } = place;
  let output = '';
  let notes = '';
  const code = await runCommandLine(args, {
    folder,
    output: { write: (text) => void (output += text), isColoured },
    notes: { write: (text) => void (notes += text), isColoured },
    readInput: () => Promise.resolve(Buffer.from(input)),
    readPart: programFiles(join(import.meta.dirname, '../../../dist/aftermath.cjs')),
    ...(clock !== undefined && { clock }),
    ...(onInterrupt !== undefined && { onInterrupt }),
    ...(runCaptured !== undefined && { runCaptured }),
    ...(cache !== undefined && { cache }),
    ...(readFile !== undefined && { readFile }),
  });
  return { code, output, notes };
}

/** Runs `body` in a new folder with these files, and removes it afterwards. */
export async function inFolder(
  files: Readonly<Record<string, string>>,
  body: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'aftermath-')));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    await body(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the text of a fixture. */
export const fixture = (name: string): Promise<string> => readFile(join(fixtures, name), 'utf8');
