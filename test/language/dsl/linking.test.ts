/** Each name refers to the right declaration, or has a finding that says why not. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { isReference, type LangiumDocument } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { referencesOf } from '../../../language/src/dsl/names/link.ts';
import { describeTarget, linkFile } from './link-file.ts';
import { type Mark, marksOf } from './marked-text.ts';

const folder = new URL('../../fixtures/language/linking/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.aft'));
const language = new URL('../../../language/', import.meta.url);
const examples = ['examples', 'std'].flatMap((each) =>
  readdirSync(new URL(`${each}/`, language)).map((file) => `${each}/${file}`),
);

const place = ({ line, start, end }: Pick<Mark, 'line' | 'start' | 'end'>) => `${line + 1}:${start + 1}-${end + 1}`;

/** Names that lead nowhere, in the order of the text. */
const unresolved = (document: LangiumDocument<ast.Document>): string[] =>
  referencesOf(document)
    .filter((each) => isReference(each) && each.ref === undefined)
    .map(({ $refText }) => $refText);

describe('linking', () => {
  for (const file of files) {
    it(`is as the fixture says: ${file}`, async () => {
      const url = new URL(file, folder);
      const marks = marksOf(readFileSync(url, 'utf8'));
      const { document, findings, referenceAt } = await linkFile(url);

      const expectedTargets: string[] = [];
      const targets: string[] = [];
      const expectedFindings: string[] = [];
      for (const mark of marks) {
        if (mark.expected.kind === 'target') {
          const target = referenceAt(mark.line, mark.start, mark.end)?.ref;
          expectedTargets.push(`${place(mark)} -> ${mark.expected.target}`);
          targets.push(`${place(mark)} -> ${target === undefined ? 'nothing' : describeTarget(target, document)}`);
        } else {
          expectedFindings.push(
            `${place(mark)} ${mark.expected.severity} ${mark.expected.code} "${mark.expected.text}"`,
          );
        }
      }
      assert.deepEqual(targets, expectedTargets);
      assert.ok(marks.length > 0, 'A fixture without expectations shows nothing.');

      // What the model lacks, such as a manager, is not what these fixtures are about: only errors count.
      const found = findings
        .filter(({ severity }) => severity === 'error')
        .map(({ span, severity, code, message }) => {
          const { line, character } = span.start;
          const at = place({ line, start: character, end: span.end.character });
          const known = marks.find(({ expected, ...mark }) => {
            return (
              place(mark) === at &&
              expected.kind === 'finding' &&
              expected.code === code &&
              message.includes(expected.text)
            );
          });
          return `${at} ${severity} ${code} "${known?.expected.kind === 'finding' ? known.expected.text : message}"`;
        });
      assert.deepEqual(found.sort(), expectedFindings.sort());
    });
  }

  it('is listed by `referencesOf` alone: the list of a document lacks the names that an edit has kept', () => {
    const root = new URL('../../../', import.meta.url);
    const files = ['language/src/dsl', 'server/src'].flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    );
    const readers = files.filter(
      (file) =>
        file.endsWith('.ts') && /\{ references\b|ocument\.references\b/.test(readFileSync(new URL(file, root), 'utf8')),
    );
    // These take away what they have added themselves, or name a group of services.
    assert.deepEqual(readers, [
      'language/src/dsl/read-expression.ts',
      'language/src/dsl/services.ts',
      'server/src/completion/probe.ts',
    ]);
  });

  it('has fixtures', () => {
    assert.ok(files.length >= 10, String(files.length));
  });

  for (const file of examples) {
    it(`leads every name somewhere: ${file}`, async () => {
      const { document, findings } = await linkFile(new URL(file, language));
      assert.deepEqual(unresolved(document), []);
      assert.deepEqual(
        findings.filter(({ severity }) => severity === 'error'),
        [],
      );
      assert.ok(referencesOf(document).length > 2);
    });
  }
});
