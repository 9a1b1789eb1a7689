/**
 * `npm run bench [-- SUITE… --json]`: runs all suites or the named ones, and prints their tables. A slow result is a
 * row, not a failure; only what cannot run fails.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { duel } from './duel.ts';
import type { Table } from './suite.ts';
import { suites } from './suites.ts';
import { formatTable } from './tables.ts';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});

// client/scripts/bench.mjs has refused others.
await runSuites(positionals.length > 0 ? positionals : Object.keys(suites));

async function runSuites(names: readonly string[]): Promise<void> {
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`;
  const tables: (Table & { readonly suite: string })[] = [];
  if (!values.json) process.stdout.write(`${machine}\n`);
  for (const name of names) {
    const suite = await suites[name]?.();
    if (suite === undefined) continue;
    if (!values.json) process.stdout.write(`\n── ${name}: ${suite.summary}\n`);
    const contest = { suite: name, names: Object.keys(suite.contenders) };
    for await (const table of suite.run({ duel: (input, options) => duel(contest, input, options) })) {
      tables.push({ suite: name, ...table });
      if (!values.json) process.stdout.write(`\n${formatTable(table)}\n`);
    }
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ machine, tables }, undefined, 2)}\n`);
}
