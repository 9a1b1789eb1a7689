/** Random names, numbers and texts, as they occur in a tree, including everything that is hard to print. */
import fc from 'fast-check';
import type { AstNode } from 'langium';
import { keywords } from './keywords.ts';

/** A node of a tree before it is attached to one. */
export interface Node {
  readonly $type: AstNode['$type'];
  readonly [property: string]: unknown;
}

const identifier = fc.constantFrom('a', 'b', 'vm1', 'S', 'disk-1', 'größe_2', '_', 'index');
const quoted = fc.constantFrom("'a b'", "'nginx.service'", "'4u'", "'a-'", "'//'", "'#1'");

/** Any name, half the time one that needs care: a keyword, or one that needs quotes. */
export const name = fc.oneof(
  { weight: 5, arbitrary: identifier },
  { weight: 3, arbitrary: fc.constantFrom(...keywords) },
  { weight: 1, arbitrary: quoted },
);

/** A reference to any name. */
export const reference = name.map(($refText) => ({ $refText }));

export const localName = name.map((each): Node => ({ $type: 'LocalName', name: each }));

/** A number as the parser reads it. */
export const number = fc.oneof(
  fc.nat(20),
  fc.constantFrom(0.5, 1.001, 0.0000001, 1e21, 123456789012345680000, 0.1 + 0.2, Infinity),
);

export const quantity = fc.constantFrom(
  '5s',
  '1.5min',
  '10us',
  '4KiB',
  '5pages',
  '2.5%',
  '3x_9',
  '2 per h',
  '1 per 1000h',
);

const piece = fc.constantFrom('a', ' ', '"', '\\', '\n', '\t', '$', '{', '}', '${x}', '//', '/*', 'ü', '\u2028', "'");

/** The value of a text, with escapes resolved. */
export const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

/** A part of a text with values, in source form. */
export const rawText = fc
  .array(fc.constantFrom('a', ' ', '\\"', '\\\\', '\\n', '\\$', '\\${', '$', '} ', ' {', '//', "'"), { maxLength: 4 })
  .map((pieces) => pieces.join(''));
