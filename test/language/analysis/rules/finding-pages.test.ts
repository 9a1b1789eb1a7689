/** The example on the page of each check has exactly its finding, where the page says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rules } from '../../../../language/src/analysis/rules/registry.ts';
import { createLoader } from '../../../../language/src/dsl/load.ts';
import { findingPage } from '../../../../language/src/model/finding-codes.ts';

const pages = new URL('../../../../language/docs/findings/', import.meta.url);

describe('the example on the page of', () => {
  for (const { code } of rules) {
    // The language may refuse a relation between wrong kinds before any rule sees it; rules.test.ts has that case.
    if (code === 'relation/wrong-kinds') continue;
    it(`${code} has that finding alone, on the line that says so`, async () => {
      const page = readFileSync(new URL(findingPage(code), pages), 'utf8');
      const example = /```aftermath\n([^]*?)```/.exec(page)?.[1] ?? '';
      const marked = example.split('\n').findIndex((line) => line.includes('// reported'));
      const loader = createLoader(() => Promise.resolve(example), { severities: { [code]: 'warning' } });
      const { findings } = await loader.load('test:page.aft');
      assert.deepEqual(
        findings.map((finding) => [finding.code, finding.span.start.line]),
        [[code, marked]],
      );
    });
  }
});
