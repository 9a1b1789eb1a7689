/**
 * Files of a given size for each measured language, with the position where the bench types.
 */
import { generateModel } from '../../server/generated-model.ts';

/** A text, and the offset of a digit in its middle that is overwritten. */
export interface TypedText {
  readonly languageId: string;
  readonly extension: string;
  readonly text: string;
  readonly typed: number;
  /** The position for requests about a name. */
  readonly asked: number;
}

/** Returns a model of about `lines` lines; the bench types in a block in its middle. */
export function aftermathText(lines: number): TypedText {
  const text = generateModel(lines);
  const middle = text.length >> 1;
  return {
    ...{ languageId: 'aftermath', extension: 'aft', text },
    typed: behind(text, '  at ', middle),
    asked: behind(text, 'requests ', middle) + 1,
  };
}

/** Returns a LikeC4 model of as many lines: nested elements, and relations between them. */
export function likec4Text(lines: number): TypedText {
  const parts = ['specification {', '  element domain', '  element resource', '}', 'model {'];
  for (let index = 0; parts.length < lines - 6; index++) {
    const own = `D${String(index)}`;
    parts.push(`  ${own} = domain '${own} of 1' {`);
    for (let each = 0; each < 9; each++) parts.push(`    x${String(each)} = resource 'x${String(each)}'`);
    parts.push('  }');
    for (let each = 1; each < 9; each++)
      parts.push(`  ${own}.x${String(each)} -> ${own}.x${String(each - 1)} 'requires'`);
    const before = `D${String(Math.max(0, index - 1))}`;
    parts.push(`  ${own}.x0 -> ${before}.x3 'destroys'`);
  }
  const text = [...parts, '}', 'views {', '  view index {', '    include *', '  }', '}', ''].join('\n');
  const middle = text.length >> 1;
  return {
    ...{ languageId: 'likec4', extension: 'c4', text },
    typed: behind(text, ' of ', middle),
    asked: behind(text, '.x1 -> ', middle) + 1,
  };
}

function behind(text: string, words: string, from: number): number {
  const at = text.indexOf(words, from);
  if (at < 0) throw new Error(`There is no "${words}" in the text.`);
  return at + words.length;
}
