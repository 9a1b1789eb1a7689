/** Models in addresses: every text comes back, and nothing that somebody else wrote does harm. */
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { readLink, writeLink, type LinkContent } from '../../../client/site/link.ts';
import { mostPackedBytes, mostPacked, packText, unpackText } from '../../../client/site/packed-text.ts';
import { anyText } from '../../any-text.ts';
import { runs } from '../../properties.ts';

const packedBy = (bytes: Uint8Array | string): string => deflateRawSync(bytes).toString('base64url');

describe('a model in an address', () => {
  it('comes back as it was, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(anyText({ maxLength: 300 }), async (text) => {
        const packed = await packText(text);
        assert.ok('value' in packed && /^[\w-]*$/u.test(packed.value));
        assert.deepEqual(await unpackText(packed.value), { value: text });
      }),
      { numRuns: runs(20, 3_000) },
    );
    assert.deepEqual(await unpackText(packedBy('pd db\n')), { value: 'pd db\n' });
  });

  it('is refused if it is too large, packed or unpacked', async () => {
    assert.deepEqual(await packText('a'.repeat(mostPackedBytes + 1)), {
      refusal: 'The model is too large for a link.',
    });
    const bomb = packedBy(new Uint8Array(50_000_000));
    assert.ok(bomb.length < mostPacked);
    assert.deepEqual(await unpackText(bomb), { refusal: 'The model in the link is too large.' });
    assert.deepEqual(await unpackText('A'.repeat(mostPacked + 1)), { refusal: 'The model in the link is too large.' });
  });

  it('is refused if it is damaged', async () => {
    const good = packedBy('pd db { needs disk }\npd disk\n');
    const damaged = ['<script>', 'A', good.slice(0, -3), packedBy(Uint8Array.of(255))];
    for (const each of damaged)
      assert.deepEqual(await unpackText(each), { refusal: 'The model in the link is damaged.' }, each);
  });
});

describe('a link to the playground', () => {
  it('comes back as it was written', async () => {
    const links: readonly LinkContent[] = [
      { address: { view: 'graph', crash: ['a & b'], policy: 'careful' } },
      { source: { kind: 'example', name: 'kv-store' }, address: { view: 'plan', crash: ['x'], end: 'destroy' } },
      { source: { kind: 'text', text: 'pd "ä"\r\n#&=+%' }, address: { view: 'checks', title: '100% + #1' } },
    ];
    for (const link of links) {
      const written = await writeLink(link);
      assert.ok('value' in written);
      assert.deepEqual(await readLink(written.value), { value: link });
    }
  });

  it('names no example that could lead elsewhere, and is refused with a damaged model', async () => {
    for (const name of ['../x', 'https://a', 'a/b', '%2e%2e', 'A'.repeat(99)])
      assert.deepEqual(await readLink(`#example=${name}`), { value: { address: { view: 'overview' } } });
    assert.deepEqual(await readLink('#model=%00'), { refusal: 'The model in the link is damaged.' });
  });
});
