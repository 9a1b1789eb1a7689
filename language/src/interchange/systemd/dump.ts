/**
 * Reads the dump that `systemd --test` prints: units with every dependency and where it comes from, then the jobs of
 * the start.
 */
import type { Span } from '../../model/span.ts';
import type { ImportFile } from '../import/import-format.ts';
import {
  isUnitName,
  statedDependency,
  type SystemUnit,
  type SystemUnits,
  type UnitDependency,
  unitRestart,
} from './unit.ts';

/** The beginning of the lines by which a dump is recognized. */
export const dumpStart = /^[ \t]*-> Unit \S+:[ \t]*$/m;

const unitLine = /^\s*-> Unit (\S+):\s*$/;
const jobLine = /^\s*Action: (\S+) -> (\S+)\s*$/;
const fieldLine = /^\s+([A-Z][\w ]*): (.*?)\s*$/;

/** Returns the units of a dump in its order. Units without a job that are not active are not running. */
export function readDump({ text, uri }: ImportFile): SystemUnits {
  const blocks: Block[] = [];
  const started = new Set<string>();
  for (const [line, words] of text.split(/\r?\n/).entries()) {
    const [, name] = unitLine.exec(words) ?? [];
    if (name !== undefined && isUnitName(name)) blocks.push({ name, line, width: words.length, fields: [] });
    const [, unit, action] = jobLine.exec(words) ?? [];
    if (unit !== undefined && action !== undefined) {
      if (action.includes('start')) started.add(unit);
      continue;
    }
    const [, field, value] = fieldLine.exec(words) ?? [];
    if (field !== undefined && value !== undefined)
      blocks.at(-1)?.fields.push({ field, value, line, width: words.length });
  }
  const span: Placed = ({ line, width }) => ({
    uri,
    start: { line, character: 0 },
    end: { line, character: width },
  });
  return {
    units: blocks.map((block) => readUnit(block, started, span)),
    dependencies: blocks.flatMap(({ name, fields }) =>
      fields.flatMap((each): UnitDependency[] => {
        // The reason in parentheses follows the other unit.
        const [other = ''] = each.value.split(' ', 1);
        const stated = isUnitName(other) ? statedDependency(each.field, { unit: name, other }, span(each)) : undefined;
        // Both ends list it; the reason says which one states it.
        return stated === undefined ? [] : [{ ...stated, isInverse: !each.value.includes('(origin-') }];
      }),
    ),
  };
}

type Placed = (line: { readonly line: number; readonly width: number }) => Span;

interface Block {
  readonly name: string;
  readonly line: number;
  readonly width: number;
  readonly fields: { readonly field: string; readonly value: string; readonly line: number; readonly width: number }[];
}

function readUnit({ name, fields, ...line }: Block, started: ReadonlySet<string>, span: Placed): SystemUnit {
  const place = span(line);
  const fieldOf = (wanted: string) => fields.find(({ field }) => field === wanted);
  const valueOf = (wanted: string): string | undefined => fieldOf(wanted)?.value;
  const restart = fieldOf('Restart');
  const state = valueOf('Unit Active State') ?? 'inactive';
  const description = valueOf('Description');
  return {
    name,
    aliases: fields.filter(({ field }) => field === 'Alias').map(({ value }) => value),
    place,
    isLoaded: (valueOf('Unit Load State') ?? 'loaded') === 'loaded',
    isActive: started.has(name) || /^(?:active|activating|reloading|refreshing)$/.test(state),
    isStopRefused: valueOf('RefuseManualStop') === 'yes' || valueOf('Perpetual') === 'yes',
    isStoppedWhenUnneeded: valueOf('StopWhenUnneeded') === 'yes',
    restart: unitRestart(
      restart?.value,
      { place: restart === undefined ? place : span(restart) },
      { delay: valueOf('RestartSec'), interval: undefined, burst: undefined },
    ),
    description: description === name ? undefined : description,
  };
}
