/** The examples of the playground: their names are in its page, their texts in files of the site. */
import type { Answer } from '../../language/src/model/common/answer.ts';

/** An example. */
export interface Example {
  readonly name: string;
  /** The first sentence of its text. */
  readonly title: string;
}

/** Returns the examples that the page lists. */
export const listedExamples = (): readonly Example[] =>
  JSON.parse(document.getElementById('examples')?.textContent ?? '[]') as readonly Example[];

/** Returns the text of an example; refuses one that the page does not list. */
export async function exampleText(name: string): Promise<Answer<string>> {
  if (!listedExamples().some((each) => each.name === name)) return { refusal: `There is no example "${name}".` };
  const response = await fetch(new URL(`../examples/${name}.aft`, document.baseURI));
  return response.ok ? { value: await response.text() } : { refusal: `The example "${name}" cannot be read.` };
}
