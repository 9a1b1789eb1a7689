/** The words after `aftermath` in the first line of a Markdown fence, by which its model is drawn. */

/** The words that a fence can have. */
export const fenceWords = ['draw', 'view', 'crash', 'policy', 'machine'] as const;

/** Begins the picture that `aftermath docs` wrote after a fence. */
export const pictureMark = '<!-- aftermath: picture -->';

/**
 * Returns the words of a fence such as `aftermath crash=db policy="very careful"`, by name; `draw` has an empty value.
 * Returns nothing if the fence has none, or is of something else.
 */
export function wishesIn(info: string): ReadonlyMap<string, string> | undefined {
  const [language, ...rest] = info.split(/[ \t]+/u);
  if (language !== 'aftermath' || rest.join('') === '') return undefined;
  const words = info.slice(language.length).matchAll(/([\w-]+)(?:=(?:"([^"]*)"|([^\s"]*)))?/gu);
  return new Map([...words].map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
}
