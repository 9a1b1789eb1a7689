/**
 * The address of the playground: the model, which is an example or a packed text, and what is shown of it, as in a
 * one-file report: `#example=shop&crash=db&policy=careful`, `#model=…&view=matrix`.
 */
import type { Answer } from '../../language/src/model/common/answer.ts';
import { readAddress, writeAddress, type Address } from '../book/address.ts';
import { packText, unpackText } from './packed-text.ts';

/** The model of a link: an example by its name, or a text. */
export type LinkSource =
  | { readonly kind: 'example'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/** The content of a link. */
export interface LinkContent {
  readonly source?: LinkSource;
  readonly address: Address;
}

/** Reads a link. A model that cannot be read is a refusal. */
export async function readLink(hash: string): Promise<Answer<LinkContent>> {
  const { model, ...address } = readAddress(hash);
  const example = new URLSearchParams(hash.replace(/^#/u, '')).get('example');
  if (example !== null && /^[a-z][a-z-]{0,40}$/u.test(example))
    return { value: { source: { kind: 'example', name: example }, address } };
  if (model === undefined) return { value: { address } };
  const text = await unpackText(model);
  return 'refusal' in text ? text : { value: { source: { kind: 'text', text: text.value }, address } };
}

/** Writes a link; `readLink` reads it back. Refuses a model that is too large. */
export async function writeLink({ source, address }: LinkContent): Promise<Answer<string>> {
  if (source === undefined) return { value: writeAddress(address) };
  if (source.kind === 'example')
    return { value: `#example=${source.name}&${writeAddress(address).replace(/^#/u, '')}` };
  const packed = await packText(source.text);
  return 'refusal' in packed ? packed : { value: writeAddress({ ...address, model: packed.value }) };
}
