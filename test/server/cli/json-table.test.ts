/** The table of the docs says what is in the JSON of each command, as its schema does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../../server/src/cli/command-table.ts';

const docs = join(import.meta.dirname, '../../../language/docs');

interface Shape {
  readonly properties: Readonly<Record<string, { readonly const?: string }>>;
}

/** Returns the forms of the schema, each of a command, of a shard or of a failure. */
function forms(): readonly Shape[] {
  const schema = JSON.parse(readFileSync(join(docs, 'command-line.schema.json'), 'utf8')) as {
    readonly oneOf: readonly { readonly $ref: string }[];
    readonly $defs: Readonly<Record<string, Shape>>;
  };
  return schema.oneOf.flatMap(({ $ref }) => schema.$defs[$ref.slice('#/$defs/'.length)] ?? []);
}

/** Returns the fields that the rows of each command name. */
function tableOfDocs(): ReadonlyMap<string, ReadonlySet<string>> {
  const page = readFileSync(join(docs, 'reference/command-line.md'), 'utf8');
  const fields = new Map<string, Set<string>>();
  let own = new Set<string>();
  for (const line of (page.split('\n## JSON\n')[1] ?? '').split('\n## ')[0]?.split('\n') ?? []) {
    const [, first = '', second = ''] = line.split(' | ').length < 3 ? [] : (/^\| (.*?) \| (.*?) \| /.exec(line) ?? []);
    const command = /`(\w+)`/.exec(first)?.[1];
    if (command !== undefined) fields.set(command, (own = fields.get(command) ?? new Set()));
    for (const [, name = ''] of second.matchAll(/`(\w+)`/g)) own.add(name);
  }
  return fields;
}

describe('the table of the JSON of commands', () => {
  const table = tableOfDocs();

  it('has each command that prints some', () => {
    // What "merge" prints is that of the merged command.
    const printing = commands.filter(({ name, hasNoJson }) => hasNoJson !== true && name !== 'merge');
    assert.deepEqual([...table.keys()].sort(), printing.map(({ name }) => name).sort());
  });

  it('names each field of the schema', () => {
    const common = ['version', 'command', 'supposed'];
    for (const { properties } of forms()) {
      const command = properties.command?.const;
      if (command === undefined) continue;
      const own = Object.keys(properties).filter((name) => !common.includes(name));
      assert.deepEqual(
        own.filter((name) => table.get(command)?.has(name) !== true),
        [],
        command,
      );
    }
  });
});
