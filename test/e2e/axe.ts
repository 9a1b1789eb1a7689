/**
 * Checks a page with axe, even in a webview, whose content policy admits no script. All rules are on. Drawings are
 * ignored: a drawn name may be cut and is drawn in pieces, while its accessible name is complete.
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

/** Returns the serious and critical problems, one text per element. */
export async function graveFindings(target: Page | Frame): Promise<readonly string[]> {
  // Wait for moving or fading elements.
  await target.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((each) => each.finished));
  });
  // The debugger's access to the page is not blocked by its content policy.
  if (!(await target.evaluate(() => 'axe' in globalThis))) await target.evaluate(`${source}\n${settings}`);
  // Only these are told by the page: what passes is many times as long.
  const run = 'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)';
  const violations = await target.evaluate<AxeResults['violations']>(run);
  return violations.filter(({ impact }) => grave.includes(impact)).flatMap((rule) => rule.nodes.map(words(rule)));
}

const words =
  ({ id, help }: Result) =>
  ({ target, html, failureSummary = '' }: NodeResult): string =>
    `${id} (${help}) at ${target.join(' ')}: ${html.slice(0, 200)} ${failureSummary.replace(/\s+/gu, ' ')}`;
