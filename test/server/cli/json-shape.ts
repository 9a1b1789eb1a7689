/**
 * Validates JSON against the published schema of the command line. Supports only the keywords that this schema uses,
 * and reports fields that the schema does not list.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const knownWords = new Set(
  '$schema title description $ref oneOf const enum type minimum properties required items $defs'.split(' '),
);
const file = join(import.meta.dirname, '../../../language/docs/command-line.schema.json');
const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;

/** Returns the mismatches with the schema; empty if there are none. */
export const schemaFaults = (value: unknown): readonly string[] => faults(value, schema, '$');

/** Parses the output of a command, which must be one JSON object of the schema and nothing else. */
export function parsed(output: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(output);
  assert.deepEqual(schemaFaults(value), []);
  assert.equal(output, `${JSON.stringify(value, undefined, 2)}\n`);
  return value as Readonly<Record<string, unknown>>;
}

function faults(value: unknown, rule: Schema, at: string): readonly string[] {
  const unknown = Object.keys(rule).filter((word) => !knownWords.has(word));
  if (unknown.length > 0) throw new Error(`This test does not know the schema's ${unknown.join(', ')}.`);
  if (rule.$ref !== undefined) return faults(value, referenced(rule.$ref), at);
  if (rule.oneOf !== undefined) {
    const tried = rule.oneOf.map((each) => faults(value, each, at));
    const fitting = tried.filter((list) => list.length === 0).length;
    return fitting === 1 ? [] : [`${at} fits ${String(fitting)} forms: ${tried.flat().join('; ')}`];
  }
  if ('const' in rule) return value === rule.const ? [] : [`${at} is not ${String(rule.const)}`];
  if (rule.enum !== undefined) return rule.enum.includes(value) ? [] : [`${at} is none of the values`];
  if (rule.type === 'array') return Array.isArray(value) ? itemFaults(value, rule, at) : [`${at} is no list`];
  if (rule.type === 'object') return objectFaults(value, rule, at);
  if (rule.type === 'string') return typeof value === 'string' ? [] : [`${at} is no text`];
  if (rule.type === 'boolean') return typeof value === 'boolean' ? [] : [`${at} is neither true nor false`];
  if (rule.type === 'number') return typeof value === 'number' ? [] : [`${at} is no number`];
  assert.equal(rule.type, 'integer');
  const isFit = Number.isSafeInteger(value) && Number(value) >= (rule.minimum ?? -Infinity);
  return isFit ? [] : [`${at} is no number of that kind`];
}

function referenced(reference: string): Schema {
  const rule = schema.$defs?.[reference.replace('#/$defs/', '')];
  assert.ok(rule !== undefined, `${reference} is not in the schema`);
  return rule;
}

const itemFaults = (list: readonly unknown[], { items }: Schema, at: string): readonly string[] =>
  items === undefined ? [] : list.flatMap((item, index) => faults(item, items, `${at}[${String(index)}]`));

function objectFaults(value: unknown, { properties = {}, required = [] }: Schema, at: string): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no object`];
  const fields = Object.entries(value);
  const missing = required.filter((name) => !(name in value)).map((name) => `${at} lacks ${name}`);
  return fields.reduce<readonly string[]>((found, [name, field]) => {
    const rule = properties[name];
    return [...found, ...(rule === undefined ? [`${at}.${name} is not listed`] : faults(field, rule, `${at}.${name}`))];
  }, missing);
}
