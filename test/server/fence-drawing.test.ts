/** The models in fences of Markdown pages over streams. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fencePictureRequest } from '../../server/src/protocol/fence-protocol.ts';
import { type LanguageClient, startClientHere } from './language-client.ts';

describe('the models in fences over streams', () => {
  let client: LanguageClient;
  const folder = mkdtempSync(join(tmpdir(), 'fences-'));
  const uri = pathToFileURL(join(folder, 'page.md')).toString();
  const draw = (info: string, text: string) =>
    client.ask(fencePictureRequest, { uri, info: `aftermath ${info}`, text });
  const drawn = async (info: string, text: string) => {
    const answer = await draw(info, text);
    if (!('svg' in answer)) assert.fail(JSON.stringify(answer));
    return answer;
  };
  const refused = async (info: string, text: string) => {
    const answer = await draw(info, text);
    assert.ok('refusal' in answer);
    return answer.refusal;
  };
  before(async () => {
    client = await startClientHere();
  });
  after(async () => {
    await client.stop();
    rmSync(folder, { recursive: true });
  });

  const model = [
    'pd db',
    'pd api { needs db }',
    'view "only db" { include db }',
    'machine lamp { initial state off { } state on { } }',
  ].join('\n');

  it('are drawn whole, as a view, a machine or a crash', async () => {
    const whole = await drawn('draw', model);
    assert.match(whole.svg, /^<svg[^]*>api</u);
    assert.equal(whole.alt, 'Model');
    const view = await drawn('view="only db"', model);
    assert.doesNotMatch(view.svg, />api</u);
    assert.equal(view.alt, 'only db');
    const crash = await drawn('crash=db', model);
    assert.equal(crash.alt, 'Crash of db under the policy default');
    assert.notEqual(crash.svg, whole.svg);
    assert.match((await drawn('machine=lamp', model)).svg, />off</u);
  });

  it('import files beside the page, as they are in the editor', async () => {
    writeFileSync(join(folder, 'base.aft'), 'pd fromDisk\n');
    assert.match((await drawn('draw', 'import "base.aft"\npd b')).svg, />fromDisk</u);
    await client.open(pathToFileURL(join(folder, 'base.aft')).toString(), 'pd fromEditor\n');
    assert.match((await drawn('draw', 'import "base.aft"\npd b')).svg, />fromEditor</u);
  });

  it('are refused with the reason: an error with its line, a strange word, an unknown name, a text too long', async () => {
    assert.match(await refused('draw', 'pd a\npd b { needs nobody }'), /^The model has errors.* Line 2: .*"nobody"/u);
    assert.match(await refused('crsh=db', model), /no word "crsh".*"crash"/u);
    assert.match(await refused('crash=dc', model), /"dc"/u);
    assert.match(await refused('view=a machine=b', model), /shows one thing/u);
    assert.match(await refused('draw', `pd db //${'x'.repeat(100_000)}`), /up to 100000 characters/u);
  });
});
