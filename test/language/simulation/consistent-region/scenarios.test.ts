/**
 * The scenarios of consistent regions: every file of this folder, and the findings where the original would have
 * stopped.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { faultsOf, runScenarios } from '../run-scenarios.ts';

/** What a scenario reports, by a part of its title; all others report nothing. */
const reported: readonly (readonly [string, readonly RegExp[]])[] = [
  ['S5:', [/is healthy again, but has used up its resets/]],
  ['S18:', [/checkpoint 1 of pe1 is late, repeated or not asked for/]],
  ['S19:', [/checkpoint 1 of pe1 is late, repeated or not asked for/]],
  ['begins the phase again', [/had completed checkpoint 1, and takes that back/]],
  ['H1:', [/cannot make sense of what host.pe1 says of 1/]],
  ['H1, repaired', [/cannot make sense of what host.pe1 says of 1/]],
  ['a member that does not answer holds up', Array<RegExp>(4).fill(/does not answer; it is not called again/)],
  ['an answer that is lost is not given again', Array<RegExp>(2).fill(/gets no answer about 1/)],
  ['a drain with another number', [/asked for drain 2, but 1 is next/]],
];

const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.aft'))
  .sort((a, b) => a.localeCompare(b, 'en'));

describe('consistent regions', () => {
  it('have scenarios', () => {
    assert.ok(files.length > 0);
  });

  for (const file of files) {
    it(`behave as ${file} says`, async () => {
      for (const result of await runScenarios(readFileSync(new URL(file, import.meta.url), 'utf8'))) {
        assert.deepEqual({ [result.title]: faultsOf(result) }, { [result.title]: [] });
        const messages = result.remarks.flatMap(({ code, message }) => (code === 'run/report' ? [message] : []));
        const expected = reported.flatMap(([title, all]) => (result.title.includes(title) ? all : []));
        assert.equal(messages.length, expected.length, `${result.title}: ${messages.join(' ')}`);
        for (const [index, pattern] of expected.entries()) assert.match(messages[index] ?? '', pattern);
      }
    });
  }
});
