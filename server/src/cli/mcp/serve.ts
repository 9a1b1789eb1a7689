/**
 * Serves the tools of assistants over the standard streams, until the input closes: reads below some folders only,
 * writes no file and opens no port.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assistantTools } from '../../protocol/assistant-tools.ts';
import { pathOf } from '../../questions/files/places.ts';
import type { CommandSurroundings } from '../input/command.ts';
import { jsonLines } from './json-lines.ts';
import { beginSession, type Call, faultyLine, type Resource } from './session.ts';
import { toolResult } from './tool-result.ts';

/** The surroundings of a server. */
export interface Served extends Pick<CommandSurroundings, 'output' | 'documentation'> {
  readonly arriving: NonNullable<CommandSurroundings['arriving']>;
  readonly runCaptured: NonNullable<CommandSurroundings['runCaptured']>;
  /** The folders to read; the first is that of relative paths. */
  readonly folders: readonly string[];
  /** True if the client's folders take the place of these. */
  readonly followsClient: boolean;
}

/** The most tools that run at the same time. */
const atOnce = 2;

/** Serves until the input closes. */
export async function serve({
  output,
  documentation,
  arriving,
  runCaptured,
  folders,
  followsClient,
}: Served): Promise<void> {
  let roots = folders;
  const inTurn = limited(atOnce);
  const call = async (asked: Call): Promise<object> => {
    const tool = assistantTools.find(({ name }) => name === asked.name);
    if (tool === undefined) throw new Error(`There is no tool "${asked.name}".`);
    return inTurn(() => toolResult(tool, asked, { roots, run: runCaptured }));
  };
  const session = beginSession({
    send: (message) => {
      output.write(`${JSON.stringify(message)}\n`);
    },
    call,
    resources: resourcesIn(documentation),
    setRoots: (uris) => {
      if (!followsClient) return;
      const given = uris.flatMap(folderOf);
      roots = given.length === 0 ? folders : given;
    },
  });
  for await (const line of jsonLines(arriving())) {
    if ('message' in line) session.take(line.message);
    else output.write(`${JSON.stringify(faultyLine(line.fault))}\n`);
  }
  session.end();
}

function folderOf(uri: string): readonly string[] {
  try {
    return uri.startsWith('file://') ? [pathOf(uri)] : [];
  } catch {
    // A URI that is no path of this machine.
    return [];
  }
}

/** Returns a function that runs at most so many tasks at the same time, in their order. */
function limited(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let count = 0;
  return async (task) => {
    if (count < most) count += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The next one takes over the place.
      const next = waiting.shift();
      if (next === undefined) count -= 1;
      else next();
    }
  };
}

function resourcesIn(folder: string | undefined): readonly Resource[] {
  if (folder === undefined) return [];
  const file = (name: string) => () => readFile(join(folder, name), 'utf8').catch(() => undefined);
  const markdown = 'text/markdown';
  return [
    {
      ...{ uri: 'aftermath://guide', name: 'guide', title: 'The language in brief', mimeType: markdown },
      ...{ description: 'Read this before you write a model.', read: file('language-in-brief.md') },
    },
    {
      ...{ uri: 'aftermath://language', name: 'language', title: 'The language reference', mimeType: markdown },
      ...{ description: 'Everything about the language.', read: file('reference/language.md') },
    },
    {
      ...{
        uri: 'aftermath://schema',
        name: 'schema',
        title: 'The schema of JSON answers',
        mimeType: 'application/json',
      },
      ...{ description: 'What tools return with "json": true.', read: file('command-line.schema.json') },
    },
  ];
}
