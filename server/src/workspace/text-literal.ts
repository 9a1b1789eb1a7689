/**
 * How a text is written between double quotes.
 */
import { tableOf } from '../../../language/src/model/table.ts';

const escapes: Readonly<Partial<Record<string, string>>> = tableOf({
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  $: '\\$',
});

/** Writes a text without its quotes, such that it is read as it is; a dollar sign that begins no value stays. */
export const writeText = (text: string): string => text.replace(/["\\\n\t]|\$(?=\{)/g, (sign) => escapes[sign] ?? sign);
