/**
 * Random changes of real files, one after another in one workspace, like those of a user: nothing may throw or hang,
 * and after each change the model and the findings are those of the text built from scratch.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { createCompleter } from '../../server/src/completion/complete.ts';
import { createDocumentTrees, type DocumentTrees } from '../../server/src/workspace/document-trees.ts';
import { filesIn } from '../language/dsl/aftermath-texts.ts';
import { formatText } from '../language/dsl/formatting/formatted.ts';
import { applyEdit, edit, type Edit } from '../language/dsl/random-edits.ts';
import { assertWithin } from '../within.ts';

const uri = 'memory:/main.aft';
const importedUri = 'memory:/other.aft';
export const imported = 'pd elsewhere\nspace shared { resource page }\nmachine Other for pd { initial state A }\n';
const importing = 'import "other"\npd here runs Other { holds shared.page }\nscenario "s" { crash elsewhere }\n';
const conflict = '<<<<<<< HEAD\npd mine { holds shared.page }\n=======\npd theirs\n>>>>>>> other\n';
const everything = new URL('../syntaxes/fixtures/every-construct.aft', import.meta.url);

/** Returns real files, unchanged and with the line ends of Windows. */
export function startTexts(): readonly string[] {
  const texts = [...filesIn('examples'), ...filesIn('std')]
    .map(({ text }) => text)
    .filter(({ length }) => length < 9000);
  const whole = [...texts, readFileSync(everything, 'utf8'), importing, `${importing}${conflict}pd last`];
  return [...whole, ...whole.slice(0, 4).map((text) => text.replaceAll('\n', '\r\n'))];
}

/** A change, sometimes of an imported file, and the position of a request. */
interface Turn {
  readonly edit: Edit;
  readonly inImported: boolean;
  readonly place: number;
}

const turn: fc.Arbitrary<Turn> = fc.record({
  edit,
  inImported: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** The number of consecutive turns on one file. */
const turnsPerFile = 20;

/** Seconds of processor time within which a change of a file this small must be processed, on the slowest machine. */
const patience = 20;

/** Makes this many random changes; a failure reports its seed and text. */
export function fuzz(changes: number): void {
  const turns = fc.array(turn, { minLength: turnsPerFile, maxLength: turnsPerFile });
  fc.assert(
    fc.property(fc.constantFrom(...startTexts()), turns, (text, all) => {
      play(text, all);
    }),
    { numRuns: Math.ceil(changes / turnsPerFile) },
  );
}

const trees = makeTrees();
const completer = createCompleter(trees.services);
/** Builds each text from scratch. */
const scratch = makeTrees();

function play(start: string, turns: readonly Turn[]): void {
  let [text, other] = [start, imported];
  trees.drop(uri);
  trees.replace(importedUri, other);
  trees.replace(uri, text);
  loadedIn(trees);
  for (const { edit: change, inImported, place } of turns) {
    const begun = process.cpuUsage();
    if (inImported) trees.replace(importedUri, (other = applyEdit(other, change)));
    else trees.replace(uri, (text = applyEdit(text, change)));
    const known = loadedIn(trees);
    assert.deepEqual(known, afresh(text, other), text);
    const document = trees.find(uri);
    assert.ok(document !== undefined);
    completer(document, Math.floor(place * text.length), trees.all());
    if (place < 0.1) assert.equal(withoutBlanks(formatText(text).text), withoutBlanks(text));
    assertWithin(patience, begun, text);
  }
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

function makeTrees(): DocumentTrees {
  return createDocumentTrees({
    onChanged: () => undefined,
    log: (message) => {
      throw new Error(message);
    },
  });
}

function loadedIn({ find, models }: DocumentTrees): unknown {
  const document = find(uri);
  assert.ok(document !== undefined);
  const { model, sources, findings } = models.of(document);
  const faults = findings.filter(({ code }) => code.startsWith('internal/'));
  assert.deepEqual(faults, [], document.textDocument.getText());
  return { model, sources, findings };
}

function afresh(text: string, other: string): unknown {
  for (const each of [uri, importedUri]) scratch.drop(each);
  scratch.replace(importedUri, other);
  scratch.replace(uri, text);
  return loadedIn(scratch);
}
