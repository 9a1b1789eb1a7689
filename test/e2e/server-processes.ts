/** The processes of the language server of a window. */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

/** Returns the ids of the processes that serve the window of a workspace, and no other. */
export function serverProcesses(workspace: string): readonly number[] {
  const root = dirname(workspace);
  const all = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return all.filter((row) => row.includes(root) && row.includes('server.cjs')).map((row) => Number.parseInt(row, 10));
}
