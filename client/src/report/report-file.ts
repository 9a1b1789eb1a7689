/**
 * Writes the one-file report of a model, by the command line that comes with the extension, in a process of its own.
 * Knows nothing of VS Code.
 */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';

/** The files of a report. */
export interface ReportFiles {
  /** The file of the command line. */
  readonly program: string;
  readonly model: string;
  /** The file to write, which is replaced if it exists. */
  readonly target: string;
  readonly signal: AbortSignal;
}

const mostBytes = 2 ** 20;

/** Returns why nothing was written, or undefined; rejects if the signal ends it. */
export function writeReportFile({ program, model, target, signal }: ReportFiles): Promise<string | undefined> {
  const options = {
    ...{ cwd: dirname(model), signal, maxBuffer: mostBytes, windowsHide: true },
    // The host is an Electron; told so, it runs a program like Node.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  };
  const given = [program, 'report', '--force', '-o', target, '--', model];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, given, options, (error, output, notes) => {
      if (error === null) resolve(undefined);
      else if (signal.aborted) reject(new Error('Cancelled.', { cause: error }));
      else resolve(notes.replaceAll(/^aftermath: /gmu, '').trim() || output.trim() || error.message);
    });
  });
}
