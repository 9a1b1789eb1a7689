/**
 * Writes files atomically: into a new file beside the old one, which is then renamed over it. Readers find the old text
 * or the new one, even if the program is ended in between.
 */
import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { holdInterrupt } from './interrupts.ts';
import { systemReason } from './regular-file.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The content of a file, whole or in pieces. */
export type FileContent = string | Uint8Array | Iterable<Uint8Array>;

/** Replaces a regular file, keeping its owner and mode. */
export function replaceFile(path: string, text: FileContent, { mode, uid, gid }: Stats): Promise<void> {
  const fill = async (handle: FileHandle): Promise<void> => {
    await handle.writeFile(text);
    const made = await handle.stat();
    // Only some users may change the owner; others keep the file as theirs.
    if (made.uid !== uid || made.gid !== gid) await handle.chown(uid, gid).catch(() => undefined);
    await handle.chmod(mode & 0o7777);
  };
  return throughNewFile(path, fill, (beside) => rename(beside, path));
}

/** Creates a file; fails with `EEXIST` if it exists by now. */
export function createFile(path: string, text: FileContent): Promise<void> {
  const fill = (handle: FileHandle): Promise<void> => handle.writeFile(text);
  return throughNewFile(path, fill, async (beside) => {
    try {
      await link(beside, path);
    } catch (error) {
      if (!linkless.includes(systemReason(error).code)) throw error;
      await rename(beside, path);
    }
  });
}

/** The error codes of systems without hard links. */
const linkless = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'];

/** Signals that Ctrl+C ended the program while it wrote a file, and what happened to the file. */
export class Interrupted extends Error {}

/** Moves a filled new file into place; leaves nothing behind, even if a signal ends the program. */
async function throughNewFile(
  path: string,
  fill: (handle: FileHandle) => Promise<void>,
  place: (beside: string) => Promise<void>,
): Promise<void> {
  const signals = await holdSignals();
  let isPlaced = false;
  const beside = join(dirname(path), `.aftermath-${randomUUID()}.part`);
  try {
    const handle = await open(beside, 'wx');
    try {
      await fill(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (signals.held() === undefined) {
      await place(beside);
      isPlaced = true;
    }
  } finally {
    await rm(beside, { force: true });
    signals.letGo();
  }
  if (signals.held() !== undefined)
    throw new Interrupted(`Interrupted; "${basename(path)}" is ${isPlaced ? 'written' : t`as it was`}.`);
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals that would end the program are held; a second one of the same kind ends it. */
interface HeldSignals {
  readonly held: () => NodeJS.Signals | undefined;
  /** Releases the held signals. Ctrl+C is left to the caller, the others end the program now. */
  readonly letGo: () => void;
}

async function holdSignals(): Promise<HeldSignals> {
  const interrupt = await holdInterrupt();
  let held: NodeJS.Signals | undefined;
  const hold = (signal: NodeJS.Signals): void => {
    held = signal;
  };
  // A signal that has a listener does not end the program. A listener would take the place of what hears interrupts.
  const isOpen = (signal: NodeJS.Signals): boolean =>
    process.listenerCount(signal) === 0 && !(signal === 'SIGINT' && interrupt !== undefined);
  const waiting = endings.filter(isOpen);
  for (const signal of waiting) process.once(signal, hold);
  return {
    held: () => held ?? (interrupt?.hasCome() === true ? 'SIGINT' : undefined),
    letGo: () => {
      for (const signal of waiting) process.removeListener(signal, hold);
      interrupt?.letGo();
      if (held !== undefined && held !== 'SIGINT') process.kill(process.pid, held);
    },
  };
}
