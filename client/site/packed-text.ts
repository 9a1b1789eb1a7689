/**
 * A text as part of an address: compressed, in letters that an address can have. Whoever writes an address may write
 * anything, so reading one is bounded.
 */
import type { Answer } from '../../language/src/model/common/answer.ts';

/** The most letters of a packed text. */
export const mostPacked = 100_000;
/** The most bytes of a text before it is packed. */
export const mostPackedBytes = 400_000;

/** Packs a text; refuses one that is too large for an address. */
export async function packText(text: string): Promise<Answer<string>> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > mostPackedBytes) return tooLarge;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  const written = letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return written.length > mostPacked ? tooLarge : { value: written };
}

const tooLarge = { refusal: 'The model is too large for a link.' };
const broken = { refusal: 'The model in the link is damaged.' };

/** Unpacks a text; refuses what is too large, before it has taken much memory, and what is none. */
export async function unpackText(packed: string): Promise<Answer<string>> {
  if (packed.length > mostPacked) return { refusal: 'The model in the link is too large.' };
  if (!/^[\w-]*$/u.test(packed)) return broken;
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return await unpackBytes(bytes);
  } catch {
    // Not base64, not compressed, or no UTF-8.
    return broken;
  }
}

async function unpackBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Answer<string>> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { value: text + decoder.decode() };
    size += value.length;
    if (size > mostPackedBytes) {
      await reader.cancel();
      return { refusal: 'The model in the link is too large.' };
    }
    text += decoder.decode(value, { stream: true });
  }
}
