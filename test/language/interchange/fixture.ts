/** Reads the dumps beside the tests, and formats models and findings as short lines. */
import { readFileSync } from 'node:fs';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { importOsmosis } from '../../../language/src/interchange/osmosis/osmosis.ts';

/** Reads a file of the folder `fixtures`. */
export const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

/** Imports a dump that must yield a model. */
export function imported(text: string): Model {
  const { value, findings } = importOsmosis(text, 'dump.csv');
  if (value === undefined) throw new Error(findings.map(({ message }) => message).join('\n'));
  return value.model;
}

/** Writes each relation as `source kind target as word`. */
export const relationLines = (model: Model): string[] =>
  model.relations.map(({ kind, source, target, as }) => {
    const [from, to] = [model.entities[source]?.name, model.entities[target]?.name];
    return `${String(from)} ${kind} ${String(to)}${as === undefined ? '' : ` as ${as}`}`;
  });

/** Writes each entity as `kind name : type`. */
export const entityLines = (model: Model): string[] =>
  model.entities.map(({ kind, name, type }) => `${kind} ${name}${type === undefined ? '' : ` : ${type}`}`);

/** Writes each finding as `severity code line`, lines counted from 1. */
export const findingLines = (findings: readonly Finding[]): string[] =>
  findings.map(({ severity, code, span }) => `${severity} ${code} ${String(span.start.line + 1)}`);

/** Returns the rows of a dump, each once, in alphabetical order. */
export const rowSet = (text: string): string[] =>
  [...new Set(text.split(/\r*\n/).filter((line) => /^(?:PD|RESOURCE|RESOURCE_SPACE|),.*,/.test(line)))].sort();
