/**
 * The VS Code server and the browser of this process, in a profile of their own. A worker of mocha keeps both for all
 * its walks: their start, and what a browser does when it sees VS Code for the first time, cost more than most walks.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installExtension, startServer, until } from '../../client/scripts/code-server.mjs';
import { packedFile } from '../../client/scripts/package.mjs';
import { checkout } from '../../client/scripts/processes.mjs';
import { makeProfile, writeSettings } from '../../client/scripts/profile.mjs';
import { launchBrowser } from './browser.ts';
import type { BrowserContext } from './playwright.ts';

/** A server, and a browser that shows one of its windows at a time. */
export interface Host {
  /** The folder of everything that belongs to it. */
  readonly root: string;
  readonly address: string;
  readonly context: BrowserContext;
  /** Replaces the user's settings; the next window reads them. */
  readonly setSettings: (settings: Readonly<Record<string, unknown>>) => void;
  /** Returns the ids of the running language servers. */
  readonly languageServers: () => readonly number[];
  /** Forgets what the last window left: its stored state, and processes that have not ended with it. */
  readonly forget: () => Promise<void>;
  /** Ends the browser, the server and all processes they started, and removes their files. */
  readonly close: () => Promise<void>;
}

const isWorker = process.env.MOCHA_WORKER_ID !== undefined;
let host: Promise<Host> | undefined;

/** Returns the host of this process; starts it if there is none. */
export function sharedHost(): Promise<Host> {
  return (host ??= startHost());
}

/** Closes the host, unless a worker keeps it for its next walk. What may be broken is not kept. */
export async function releaseHost(isBroken: boolean): Promise<void> {
  if (isWorker && !isBroken) return;
  const closed = host;
  host = undefined;
  await (await closed)?.close();
}

async function startHost(): Promise<Host> {
  const extension = join(checkout, await packedFile());
  if (!existsSync(extension)) throw new Error(`${extension} is not there. Run "npm run package" first.`);
  // A test runner that is told to end also ends the server.
  process.once('SIGTERM', () => process.exit(143));
  const root = mkdtempSync(join(tmpdir(), 'aft-'));
  const remove = (): void => {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', remove);
  const ends: (() => Promise<void> | void)[] = [remove];
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
    process.off('exit', remove);
  };
  try {
    const profile = makeProfile(root);
    ends.push(profile.release);
    await installExtension(profile, extension);
    const { address, pid, stop } = await startServer(profile);
    ends.push(stop);
    const context = await launchBrowser(root);
    ends.push(() => context.close());
    const languageServers = (): readonly number[] => processes(pid, 'server.cjs');
    return {
      ...{ root, address, context, languageServers, close },
      setSettings: (settings) => {
        writeSettings(profile, settings);
      },
      forget: async () => {
        await closeWindow(context, address);
        const left = (): readonly number[] => [...processes(pid, '--type=extensionHost'), ...languageServers()];
        // What hangs, or was stopped by its walk, does not end by itself.
        for (const pid of left()) kill(pid);
        await until('the processes of the last window to end', () => left().length === 0);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Replaces the pages by an empty one, and removes what they stored, but not what the browser fetched and compiled. */
async function closeWindow(context: BrowserContext, address: string): Promise<void> {
  const old = context.pages();
  // A browser without a page ends.
  const page = await context.newPage();
  for (const each of old) await each.close();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', {
    origin: address,
    storageTypes: 'cookies,local_storage,indexeddb',
  });
  await session.detach();
}

/** Returns the ids of the processes in a group whose command line contains a text. */
function processes(group: number, text: string): readonly number[] {
  const all = execFileSync('ps', ['-eo', 'pgid=,pid=,args='], { encoding: 'utf8' }).split('\n');
  return all
    .map((row) => row.trim().split(/\s+/))
    .filter(([own, , ...args]) => Number(own) === group && args.join(' ').includes(text))
    .map(([, pid]) => Number(pid));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
