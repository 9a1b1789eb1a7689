/** `aftermath docs`: draws the models in Markdown pages, and writes the pictures beside the pages. */
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { beginWork } from '../input/interruption.ts';
import { fencePicture } from '../../pictures/fence-picture.ts';
import { pictureBlock, type PictureFence, pictureFences } from '../../pictures/markdown-fences.ts';
import { layOutLater } from '../../pictures/lay-out-later.ts';
import { openModel } from '../../questions/files/open-models.ts';
import { uriOf } from '../../questions/files/places.ts';
import { readWholeText } from '../../questions/files/read-text.ts';
import { writeFindings } from '../text/findings-text.ts';
import { writeJson } from '../text/json.ts';
import { writeText } from '../text/write-text.ts';

/** The folder of the pictures, beside the page. */
const folderName = 'pictures';

/** The command `docs`. */
export const docsCommand: Command = {
  name: 'docs',
  summary: 'draw the models in Markdown pages, as pictures beside the pages',
  usage: 'FILE.md... [--check]',
  operands: { least: 1 },
  options: { check: { summary: 'change nothing; exit with 1 if a page or picture would change' } },
  changesUnless: 'check',
  details: [
    [
      'Draws each fence with words after "aftermath": draw, view=TITLE, machine=NAME, or',
      'crash=NAME with policy=NAME. The picture goes into the folder "pictures" beside the page,',
      'which shows it after the fence, between two comments that mark it.',
    ],
  ],
  run,
};

/** A page or picture, and what becomes of it. */
interface Outcome {
  readonly file: string;
  readonly state: 'unchanged' | 'written';
}

async function run(context: Context): Promise<ExitCode> {
  const outcomes: Outcome[] = [];
  const work = beginWork(context);
  const failures: string[] = [];
  for (const name of context.operands) {
    if (!(await work.shouldContinue(() => `drawing ${name}`))) {
      work.end();
      context.notes.write('Interrupted: the remaining pages are unchanged.\n');
      return exitCodes.undecided;
    }
    const drawn = await drawPage(name, context);
    if ('refusal' in drawn) failures.push(drawn.refusal);
    else outcomes.push(...drawn.value);
  }
  work.end();
  if (context.flags.has('json')) writeJson(context.output, 'docs', { files: outcomes, failures });
  else
    for (const { file, state } of outcomes)
      if (state === 'written')
        context.output.write(`${context.flags.has('check') ? 'would change' : 'written'} ${file}\n`);
  for (const failure of failures) refuse(context, failure);
  if (failures.length > 0) return exitCodes.refused;
  return context.flags.has('check') && outcomes.some(({ state }) => state === 'written')
    ? exitCodes.findings
    : exitCodes.fine;
}

/** Draws the fences of a page; writes nothing of a page in which one cannot be drawn. */
async function drawPage(name: string, context: Context): Promise<Answer<readonly Outcome[]>> {
  const read = await readWholeText(name, context);
  if ('refusal' in read) return read;
  const page = read.value;
  const stem = basename(name).replace(/\.[^.]*$/u, '');
  const pictures: { readonly path: string; readonly svg: string }[] = [];
  const parts: string[] = [];
  let at = 0;
  for (const [index, fence] of pictureFences(page).entries()) {
    const picture = await pictureOf(name, fence, context);
    if ('refusal' in picture) return { refusal: `${name}:${String(fence.line)}: ${picture.refusal}` };
    const file = `${stem}-${String(index + 1)}.svg`;
    pictures.push({ path: join(dirname(name), folderName, file), svg: picture.value.svg });
    const eol = page.includes('\r\n') ? '\r\n' : '\n';
    const block = pictureBlock(picture.value.alt, `${folderName}/${encodeURIComponent(file)}`).replaceAll('\n', eol);
    parts.push(page.slice(at, fence.end), fence.end > 0 && page[fence.end - 1] !== '\n' ? eol : '', block);
    at = fence.pictureEnd;
  }
  parts.push(page.slice(at));
  if (pictures.length === 0) return { value: [{ file: name, state: 'unchanged' }] };
  const inside = await placeFor(name, context);
  if ('refusal' in inside) return inside;
  const outcomes: Outcome[] = [];
  for (const { path, text } of [
    ...pictures.map(({ path, svg }) => ({ path, text: svg })),
    { path: name, text: parts.join('') },
  ]) {
    const written = await writeChanged(path, text, context);
    if ('refusal' in written) return written;
    outcomes.push(written.value);
  }
  return { value: outcomes };
}

async function pictureOf(name: string, { text, wishes }: PictureFence, context: Context) {
  const instead = new Map([[uriOf(name, context), text]]);
  const opened = await openModel(name, { ...context, instead });
  if ('refusal' in opened) return opened;
  const { errors, nameOf } = opened.value;
  if (errors.length === 0) return fencePicture(opened.value, wishes, layOutLater);
  writeFindings(context.notes, errors, nameOf);
  return { refusal: 'The model has errors, so it is not drawn.' };
}

/** Makes the folder for the pictures of a page; refuses one that is a link, because it may lead elsewhere. */
async function placeFor(name: string, { folder, flags }: Context): Promise<Answer<undefined>> {
  const page = await realpath(dirname(resolve(folder, name)));
  const place = join(page, folderName);
  const found = await lstat(place).catch(() => undefined);
  if (found !== undefined && !found.isDirectory())
    return { refusal: `"${join(dirname(name), folderName)}" is not a folder, so there is no place for pictures.` };
  if (found === undefined && !flags.has('check')) await mkdir(place);
  return { value: undefined };
}

async function writeChanged(path: string, text: string, context: Context): Promise<Answer<Outcome>> {
  const { folder, flags } = context;
  const target = resolve(folder, path);
  const found = await lstat(target).catch(() => undefined);
  if (found !== undefined && !found.isFile()) return { refusal: `"${path}" is not a file that can be replaced.` };
  const before = found === undefined ? undefined : await readWholeText(path, context);
  if (before !== undefined && 'value' in before && before.value === text)
    return { value: { file: path, state: 'unchanged' } };
  if (flags.has('check')) return { value: { file: path, state: 'written' } };
  const written = await writeText(path, text, { folder, force: true, sources: [] });
  return 'refusal' in written ? written : { value: { file: path, state: 'written' } };
}
