/**
 * Text literals in double quotes.
 */
import { tableOf } from '../../../language/src/model/common/table.ts';

const escapes: Readonly<Partial<Record<string, string>>> = tableOf({
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  $: '\\$',
});

/** Escapes a text for a literal, without its quotes; a dollar sign that begins no value stays. */
export const literalText = (text: string): string =>
  text.replace(/["\\\n\t]|\$(?=\{)/g, (sign) => escapes[sign] ?? sign);
