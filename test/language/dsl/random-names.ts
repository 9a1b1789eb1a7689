/** Random names, numbers and texts, as they stand in a tree: all that is awkward to write comes up. */
import fc from 'fast-check';
import type { AstNode } from 'langium';
import { keywords } from './keywords.ts';

/** A node of a tree before it has a place in one. */
export interface Node {
  readonly $type: AstNode['$type'];
  readonly [property: string]: unknown;
}

const identifier = fc.constantFrom('a', 'b', 'vm1', 'S', 'disk-1', 'größe_2', '_', 'index');
const quoted = fc.constantFrom("'a b'", "'nginx.service'", "'4u'", "'a-'", "'//'", "'#1'");

/** Any name, as often as not one that needs care: a keyword, or one that cannot be without quotes. */
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

export const quantity = fc.constantFrom('5s', '1.5min', '10us', '4KiB', '3x_9');

const piece = fc.constantFrom('a', ' ', '"', '\\', '\n', '\t', '$', '{', '}', '${x}', '//', '/*', 'ü', '\u2028', "'");

/** The value of a text, escapes undone. */
export const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

/** A piece of a text with values, as it is written. */
export const rawText = fc
  .array(fc.constantFrom('a', ' ', '\\"', '\\\\', '\\n', '\\$', '\\${', '$', '} ', ' {', '//', "'"), { maxLength: 4 })
  .map((pieces) => pieces.join(''));
