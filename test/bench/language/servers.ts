/**
 * The contenders of the suite: one server each, started again for every turn, on files in a folder of its own.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { serverArguments } from '../../../server/src/protocol/server-arguments.ts';
import { median } from '../stopwatch.ts';
import type { Contender, Input, Measurement } from '../suite.ts';
import { type Session, startSession } from './session.ts';
import { aftermathText, likec4Text, type TypedText } from './texts.ts';

/** The command that starts a server, and its input. */
interface Server {
  readonly command: readonly string[];
  readonly textOf: (lines: number) => TypedText;
}

const built = (name: string): string => fileURLToPath(new URL(`${name}.js`, import.meta.url));
const servers: Readonly<Record<'aftermath' | 'langium' | 'likec4', Server>> = {
  aftermath: { command: [...serverArguments, built('server'), '--stdio'], textOf: aftermathText },
  langium: { command: [built('plain-server'), '--stdio'], textOf: aftermathText },
  likec4: { command: ['test/bench/peers/node_modules/likec4/bin/likec4.mjs', 'lsp', '--stdio'], textOf: likec4Text },
};

/**
 * Types `edits` digits into one file of `lines` lines, each diagnosed before the next; fewer if that takes longer than
 * `seconds`.
 */
export const typingIn =
  (name: keyof typeof servers): Contender =>
  (input) =>
    inFolder(async (folder) => typeIn(servers[name], input, folder));

/**
 * Builds a workspace of `files` files of `lines` lines each, then types `edits` digits into one of them; gives up if it
 * is not built within `seconds`.
 */
export const buildingOf =
  (name: keyof typeof servers): Contender =>
  (input) =>
    inFolder(async (folder) => buildFolder(servers[name], input, folder));

async function typeIn({ command, textOf }: Server, input: Input, folder: string): Promise<Measurement> {
  const given = textOf(Number(input.lines));
  const session = await startSession(command, pathToFileURL(folder).href);
  try {
    const uri = pathToFileURL(join(folder, `typed.${given.extension}`)).href;
    const open = await diagnosed(session, () => openText(session, uri, given));
    await pause(400);
    const { edits, hovers, completions } = await typeDigits(session, uri, given, input);
    const times = {
      start: session.started,
      open,
      edit: median(edits),
      'edit p95': percentile(edits, 0.95),
      'hover p95': percentile(hovers, 0.95),
      'completion p95': percentile(completions, 0.95),
    };
    return { times, answers: {}, facts: { edits: edits.length, megabytes: session.peakMegabytes() } };
  } finally {
    session.stop();
  }
}

async function buildFolder({ command, textOf }: Server, input: Input, folder: string): Promise<Measurement> {
  const given = textOf(Number(input.lines));
  const count = Number(input.files);
  const path = (index: number): string => join(folder, `f${String(index)}.${given.extension}`);
  for (let index = 0; index < count; index++) await writeFile(path(index), ownNames(given.text, index));
  const session = await startSession(command, pathToFileURL(folder).href);
  try {
    const seconds = Number(input.seconds);
    const build = await session.untilDiagnosed(count, () => Promise.resolve(), seconds);
    const megabytes = session.peakMegabytes();
    if (build === undefined)
      return { times: { build: seconds * 1000 }, answers: {}, facts: { isGivenUp: 1, built: megabytes } };
    const uri = pathToFileURL(path(0)).href;
    const first = { ...given, text: ownNames(given.text, 0) };
    const typed = { ...first, typed: first.text.indexOf('  at ', first.text.length >> 1) + 5 };
    await diagnosed(session, () => openText(session, uri, typed));
    const { edits } = await typeDigits(session, uri, typed, input);
    const times = { build, edit: median(edits), 'edit p95': percentile(edits, 0.95) };
    await pause(1000);
    const before = session.worked();
    await pause(3000);
    const facts = { built: megabytes, edited: session.peakMegabytes(), idle: session.worked() - before };
    return { times, answers: { files: count }, facts };
  } finally {
    session.stop();
  }
}

/** Gives each file of a workspace names of its own, as in a real one. */
const ownNames = (text: string, index: number): string =>
  text.replace(/\b(store|block|Tick|Server|server|client)(?=\d)/g, `$1F${String(index)}x`);

const openText = (session: Session, uri: string, { languageId, text }: TypedText): Promise<void> =>
  session.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });

/** Returns the milliseconds until one document is diagnosed. */
async function diagnosed(session: Session, begin: () => Promise<void>): Promise<number> {
  const time = await session.untilDiagnosed(1, begin);
  if (time === undefined) throw new Error('The document was not diagnosed.');
  return time;
}

/** The fewest edits that are meaningful. */
const leastEdits = 5;

async function typeDigits(session: Session, uri: string, given: TypedText, input: Input) {
  const [count, end] = [Number(input.edits), performance.now() + Number(input.seconds) * 1000];
  const document = TextDocument.create(uri, given.languageId, 1, given.text);
  const range = { start: document.positionAt(given.typed), end: document.positionAt(given.typed + 1) };
  const asked = { textDocument: { uri }, position: document.positionAt(given.asked) };
  const [edits, hovers, completions]: [number[], number[], number[]] = [[], [], []];
  for (let index = 0; index < count && (index < leastEdits || performance.now() < end); index++) {
    const change = {
      textDocument: { uri, version: index + 2 },
      contentChanges: [{ range, text: String(1 + (index % 9)) }],
    };
    edits.push(await diagnosed(session, () => session.notify('textDocument/didChange', change)));
    await pause(20);
    // Of a dozen, the 95th percentile would be the slowest.
    hovers.push(await session.ask('textDocument/hover', asked));
    if (index % 5 === 0) completions.push(await session.ask('textDocument/completion', asked));
  }
  return { edits, hovers, completions };
}

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Returns the number below which this share of the numbers lies. */
function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

async function inFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'aftermath-bench-'));
  try {
    return await body(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
