/**
 * The arguments of the simulator commands: records from lenses, other commands and extensions, a file, or an item of
 * the Testing view from VS Code. Anything else is ignored. Also parses the numbers that the user types.
 */
import { isSeed } from '../../../language/src/simulation/kernel/seed.ts';
import { textField } from '../page/text-field.ts';

/** The arguments of a simulator command. */
export interface RunArguments {
  readonly uri?: string;
  /** The title of a scenario. */
  readonly title?: string;
  readonly seed?: number;
  readonly steps?: number;
  /** The title of a check; empty for none. */
  readonly check?: string;
  /** The file of a trace. */
  readonly file?: string;
}

/** The most steps of a random run. */
export const mostRandomSteps = 1_000_000;

/** Returns the arguments in a value. */
export function runArgumentsOf(value: unknown): RunArguments {
  const item = testItemOf(value);
  if (item !== undefined) return item;
  const texts = { uri: textField(value, 'uri'), title: textField(value, 'title') };
  const more = { check: textField(value, 'check'), file: textField(value, 'file') };
  const numbers = { seed: seedOf(numberField(value, 'seed')), steps: parseStepCount(numberField(value, 'steps')) };
  const given = Object.entries({ ...texts, ...more, ...numbers }).filter(([, each]) => each !== undefined);
  return Object.fromEntries(given);
}

/** Parses a seed: a whole number of 32 bits. */
export function seedOf(text: string): number | undefined {
  const seed = wholeNumber(text, 0);
  return isSeed(seed) ? seed : undefined;
}

/** Parses a number of steps. */
export function parseStepCount(text: string): number | undefined {
  const steps = wholeNumber(text, 1);
  return steps !== undefined && steps <= mostRandomSteps ? steps : undefined;
}

function wholeNumber(text: string, least: number): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
}

function numberField(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === 'number' ? String(found) : '';
}

/** The menus of the Testing view pass an item, or a message with its item. */
function testItemOf(value: unknown): RunArguments | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('test' in value) return testItemOf(value.test);
  if (!('id' in value && 'label' in value && 'parent' in value)) return undefined;
  const { id, label, parent } = value;
  if (typeof id !== 'string' || typeof label !== 'string') return undefined;
  // The id of a scenario is that of its model with its title.
  return parent === undefined ? { uri: id } : { uri: id.slice(0, id.length - label.length - 1), title: label };
}
