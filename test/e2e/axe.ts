/**
 * What axe finds in a page, also in that of a webview, whose content policy lets no script in. All rules are
 * on. One looks past drawings: a drawn name may be cut and is drawn in pieces, and what is read out is whole.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult, Result } from 'axe-core';
import type { Frame, Page } from './playwright.ts';

const grave: readonly unknown[] = ['serious', 'critical'];
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const settings = `axe.configure({
  rules: [{ id: 'label-content-name-mismatch', selector: '*:not(svg *)' }],
})`;

/** Fails if axe finds anything serious or critical in a document; the message names rule and elements. */
export async function expectAccessible(target: Page | Frame, what = 'the page'): Promise<void> {
  const found = await graveFindings(target);
  assert.deepEqual(found, [], `axe finds something grave in ${what}`);
}

/** Returns what is serious or critical, one text for each element. */
export async function graveFindings(target: Page | Frame): Promise<readonly string[]> {
  // What moves into place or fades in is looked at once it stands.
  await target.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((each) => each.finished));
  });
  // The debugger's line into the page is not held up by its content policy.
  if (!(await target.evaluate(() => 'axe' in globalThis))) await target.evaluate(`${source}\n${settings}`);
  const results = await target.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  return results.violations
    .filter(({ impact }) => grave.includes(impact))
    .flatMap((rule) => rule.nodes.map(words(rule)));
}

const words =
  ({ id, help }: Result) =>
  ({ target, html, failureSummary = '' }: NodeResult): string =>
    `${id} (${help}) at ${target.join(' ')}: ${html.slice(0, 200)} ${failureSummary.replace(/\s+/gu, ' ')}`;
