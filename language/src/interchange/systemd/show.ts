/**
 * Reads the output of `systemctl show '*'`: a block of `Key=value` lines for each unit, apart by blank lines.
 */
import { required } from '../../model/common/lookup.ts';
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

/** The lines by which the output is recognized. */
export const showStart = /^Id=\S+\.(?:service|socket|device|mount|automount|swap|target|path|timer|slice|scope)\s*$/m;

interface Property {
  readonly value: string;
  readonly place: Span;
}
type Block = ReadonlyMap<string, Property>;

/** Returns the units of the output in its order. */
export function readShow(file: ImportFile): SystemUnits {
  const blocks = readBlocks(file);
  return {
    units: blocks.map(readUnit),
    dependencies: blocks.flatMap((block) => {
      const unit = block.get('Id')?.value ?? '';
      return [...block].flatMap(([key, { value, place }]): UnitDependency[] =>
        value.split(/\s+/).flatMap((other) => {
          const stated = isUnitName(other) ? statedDependency(key, { unit, other }, place) : undefined;
          return stated === undefined ? [] : [{ ...stated, words: `${key}=${other}` }];
        }),
      );
    }),
  };
}

function readBlocks({ text, uri }: ImportFile): readonly Block[] {
  const blocks: Map<string, Property>[] = [];
  let isApart = true;
  for (const [line, words] of text.split(/\r?\n/).entries()) {
    const at = words.indexOf('=');
    if (words.trim() === '') isApart = true;
    if (at <= 0) continue;
    if (isApart) blocks.push(new Map());
    isApart = false;
    const place = { uri, start: { line, character: 0 }, end: { line, character: words.length } };
    blocks.at(-1)?.set(words.slice(0, at), { value: words.slice(at + 1).trim(), place });
  }
  return blocks.filter((block) => isUnitName(block.get('Id')?.value ?? ''));
}

function readUnit(block: Block): SystemUnit {
  const valueOf = (key: string): string | undefined => block.get(key)?.value;
  const name = valueOf('Id') ?? '';
  const state = valueOf('ActiveState');
  const description = valueOf('Description');
  const place = required(block.get('Id')).place;
  return {
    name,
    aliases: (valueOf('Names') ?? '').split(/\s+/).filter((alias) => isUnitName(alias) && alias !== name),
    place,
    isLoaded: (valueOf('LoadState') ?? 'loaded') === 'loaded',
    isActive: state === undefined ? undefined : /^(?:active|activating|reloading|refreshing)$/.test(state),
    isStopRefused: valueOf('RefuseManualStop') === 'yes' || valueOf('Perpetual') === 'yes',
    isStoppedWhenUnneeded: valueOf('StopWhenUnneeded') === 'yes',
    restart: unitRestart(
      valueOf('Restart'),
      { place: block.get('Restart')?.place ?? place },
      { delay: valueOf('RestartUSec'), interval: valueOf('StartLimitIntervalUSec'), burst: valueOf('StartLimitBurst') },
    ),
    description: description === name || description === '' ? undefined : description,
  };
}
