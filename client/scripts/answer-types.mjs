/**
 * Writes the types of the answers of the command line and the library, from their schema, into a module. Part of
 * `npm run generate`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { checkout } from './processes.mjs';

/**
 * @typedef {object} Rule
 * @property {string} [$ref]
 * @property {string} [description]
 * @property {readonly Rule[]} [oneOf]
 * @property {unknown} [const]
 * @property {readonly unknown[]} [enum]
 * @property {string} [type]
 * @property {Readonly<Record<string, Rule>>} [properties]
 * @property {readonly string[]} [required]
 * @property {Rule} [items]
 */

/** @type {Rule & { readonly $defs: Readonly<Record<string, Rule>> }} */
const schema = JSON.parse(readFileSync(path.join(checkout, 'language/docs/command-line.schema.json'), 'utf8'));
const file = path.join(checkout, 'server/src/library/generated/answers.ts');

const nameOf = (/** @type {string} */ definition) =>
  `${definition.slice(0, 1).toUpperCase()}${definition.slice(1)}Json`;
const referenced = (/** @type {string} */ reference) => reference.replace('#/$defs/', '');

/**
 * Returns the type of a rule.
 * @param {Rule} rule
 * @returns {string}
 */
function typeOf({ $ref, oneOf, const: only, enum: values, type, properties = {}, required = [], items }) {
  if ($ref !== undefined) return nameOf(referenced($ref));
  if (oneOf !== undefined) return oneOf.map(typeOf).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return `readonly (${items === undefined ? 'unknown' : typeOf(items)})[]`;
  if (type === 'integer') return 'number';
  if (type !== 'object') return type ?? 'unknown';
  const fields = Object.entries(properties).map(([name, rule]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(rule)}readonly ${JSON.stringify(name)}${mark}: ${typeOf(rule)};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

const comment = (/** @type {Rule} */ { description }) =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`;

/**
 * Returns the types of the answers by command; what replaces an answer if the input has errors is none.
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
function answers() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { $ref = '' } of schema.oneOf ?? []) {
    const definition = referenced($ref);
    const command = schema.$defs[definition]?.properties?.command?.const;
    if (typeof command === 'string') found.set(command, [...(found.get(command) ?? []), nameOf(definition)]);
  }
  const divisible = schema.$defs.shard?.properties?.command?.enum ?? [];
  found.set(
    'merge',
    divisible.flatMap((command) => found.get(String(command)) ?? []),
  );
  return found;
}

const types = Object.entries(schema.$defs).map(
  ([name, rule]) =>
    `${rule.description === undefined ? `/** The form \`${name}\` of the schema. */\n` : comment(rule)}export type ${nameOf(name)} = ${typeOf(rule)};`,
);
const table = [...answers()].map(([command, names]) => `readonly ${command}: ${names.join(' | ')};`);
const text = `/* Generated from language/docs/command-line.schema.json by client/scripts/answer-types.mjs. Do not edit. */

/** The answers of the commands: what \`--json\` prints. */
export interface Answers {
${table.join('\n')}
}

${types.join('\n\n')}
`;
/** @type {import('oxfmt').FormatConfig} */
const config = JSON.parse(readFileSync(path.join(checkout, '.oxfmtrc.json'), 'utf8'));
const { code, errors } = await format(file, text, { ...config, ignorePatterns: [] });
if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
writeFileSync(file, code);
