/**
 * Texts of any characters. The values are those of fast-check's unit `binary`, which first puts all 1,112,064 characters
 * into a table: a second, and 130 MB, in each process.
 */
import fc from 'fast-check';

/** The code points that are no characters of a well-formed text. */
const surrogates = { first: 0xd8_00, count: 0x8_00 };

const anyCharacter = fc.nat(0x10_ff_ff - surrogates.count).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (character) => {
    if (typeof character !== 'string' || !/^\P{Cs}$/su.test(character)) throw new Error('This is no character.');
    const point = character.codePointAt(0) ?? 0;
    return point < surrogates.first ? point : point - surrogates.count;
  },
);

/** Returns an arbitrary of texts of any characters. */
export const anyText = (constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });
