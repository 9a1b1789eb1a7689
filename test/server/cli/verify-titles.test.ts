/** `aftermath verify` of checks that share a title: each is shown its own run. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';
import { parsed, schemaFaults } from './json-shape.ts';

const model = `pd a
check "it" { run 1s  always a alive }
check "it" { fault crash of a up to 1  always a alive }
check "it" { for p in pds { crash p }  always a alive }
`;

describe('aftermath verify', () => {
  it('shows the run of the check that is broken, where others have its title', async () => {
    const { code, output } = await aftermath(['verify', '-'], { input: model });
    assert.equal(code, 1);
    assert.match(output, /^passed <stdin>:2:7: it /u);
    assert.doesNotMatch(output, /run 1s/u);
    assert.match(output, /^ {7}1 {2}0s {2}fault: crash a$/mu);
    assert.match(output, /^ {7}1 {2}0s {2}crash p {2}<stdin>:4:/mu);
    const json = await aftermath(['verify', '-', '--json'], { input: model });
    assert.deepEqual(schemaFaults(parsed(json.output)), []);
    // A trace names its check by the title.
    assert.doesNotMatch(json.output, /"aftermath-trace"/u);
  });
});
