/** Each code has its check, its file, its page with an example that shows it, and its fixtures. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { rules } from '../../../language/src/analysis/rules/registry.ts';
import { languageRules } from '../../../language/src/dsl/rules/registry.ts';
import { createLoader } from '../../../language/src/dsl/load.ts';
import { findingCodes, findingPage } from '../../../language/src/model/finding-codes.ts';

const codes: string[] = findingCodes.map(({ code }) => code);
const ofDirectives = ['ignore/unused', 'ignore/no-reason', 'ignore/unknown-code', 'lock/unused', 'lock/no-reason'];
const ofLanguage = languageRules.map(({ code }) => code);
const ofModel = rules.filter(({ isOptional }) => !isOptional).map(({ code }) => code);
const checked = [...new Set([...ofLanguage, ...ofModel, ...ofDirectives])];

const read = (path: string) => readFileSync(new URL(`../../../language/${path}`, import.meta.url), 'utf8');

describe('the table of the rules of the language', () => {
  it('has each code once', () => {
    assert.deepEqual(ofLanguage, [...new Set(ofLanguage)]);
  });

  it('has one file for each check, named after its code', () => {
    const files = new Set(readdirSync(new URL('../../../language/src/dsl/rules/', import.meta.url)));
    for (const code of ofLanguage) assert.ok(files.has(`${code.replace('/', '-')}.ts`), code);
  });

  it('follows the order of the table of codes', () => {
    const order = ofLanguage.map((code) => codes.indexOf(code));
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
  });

  it('has a folder of fixtures for each code, and no folder without a code', () => {
    const folders = readdirSync(new URL('fixtures/', import.meta.url), { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    );
    const names = new Set(folders.map(({ name }) => name));
    for (const code of checked) assert.ok(names.has(code.replace('/', '-')), code);
    const known = new Set(codes.map((code) => code.replace('/', '-')));
    assert.deepEqual(
      [...names].filter((name) => !known.has(name)),
      [],
    );
  });
});

describe('the page of', () => {
  for (const code of checked) {
    it(`${code} shows its finding alone, on the line that says so`, async () => {
      const example =
        /```aftermath(?: fragment)?\n([^]*?)```/.exec(read(`docs/findings/${findingPage(code)}`))?.[1] ?? '';
      const marked = example.split('\n').findIndex((line) => line.includes('reported'));
      const loader = createLoader((uri) => Promise.resolve(uri === 'test:/page.aft' ? example : undefined), {
        severities: { [code]: 'warning' },
      });
      const { findings } = await loader.load('test:/page.aft');
      assert.deepEqual(
        findings.map((finding) => [finding.code, finding.span.start.line]),
        [[code, marked]],
      );
    });
  }
});
