/**
 * Makes a model of units: who stops with whom, in which order units stop, what a start needs, what systemd does by
 * itself. Follows systemd's rules for a stop (man pages systemd.unit, systemd.service); see
 * `language/docs/reference/formats.md` for the table.
 */
import type { Setting } from '../../model/entity.ts';
import { writeName } from '../../model/language-names.ts';
import { defaultPolicy } from '../../model/policy.ts';
import type { Imported } from '../import/imported.ts';
import { type Making, modelOf, statedSetting, type Statement } from '../import/statements.ts';
import type { DependencyIndex } from './dependency-index.ts';
import { isAwaited, systemJobs } from './systemd-jobs.ts';
import { type DependencyKind, isRestarted, type SystemUnit, type UnitDependency, unitType } from './unit.ts';

const startKinds: readonly DependencyKind[] = ['Requires', 'Requisite', 'BindsTo'];
/**
 * Returns the model: a PD for each unit, `absent` if it is not running. Stops pass no order on through units that go
 * on, as in systemd, so the default policy says `throughSurvivors: false`. `O(units + dependencies)`.
 */
export function systemdModel(index: DependencyIndex): Imported {
  const { units } = index;
  const jobs = systemJobs(index);
  const makings = units.map((unit): Making => ({
    key: unit.name,
    entity: {
      kind: 'pd',
      name: writeName(unit.name),
      type: unitType(unit.name),
      absent: !index.isRunning(unit.name),
      settings: unit.isStopRefused ? [{ name: 'protection', value: { kind: 'symbol', name: 'named' } }] : [],
      data: dataOf(unit, index),
      documentation: unit.description,
    },
    place: unit.place,
  }));
  const statements = units.flatMap((unit) => statementsAbout(unit, index));
  return modelOf(
    [...makings, ...jobs.makings],
    [...statements, ...jobs.statements],
    [{ ...defaultPolicy, throughSurvivors: false }],
    { libraries: ['std/systemd'], classes: jobs.classes },
  );
}

/** Returns the relations in the body of a unit. */
function statementsAbout({ name }: SystemUnit, index: DependencyIndex): Statement[] {
  const statements: Statement[] = [];
  const add = (
    kind: Statement['kind'],
    [from, to]: readonly [string, string],
    by: Pick<UnitDependency, 'place' | 'words'>,
    as?: string,
  ): void => {
    statements.push({ kind, from, to, as, place: by.place, ...(by.words !== undefined && { words: by.words }) });
  };
  const ends = index.endsWith(name);
  const stops = index.stopsWith(name);
  for (const each of ends) add('dies with', [name, each.to], each);
  for (const each of stops) if (!ends.some(({ to }) => to === each.to)) add('stops with', [name, each.to], each);
  for (const each of index.unneededWith(name))
    if (![...ends, ...stops].some(({ to }) => to === each.to)) add('stops with', [name, each.to], each);
  for (const each of index.from(name, startKinds)) {
    if (isAwaited(index, each)) add('needs', [name, each.to], each, 'start');
  }
  for (const each of index.to(name, ['After'])) add('destroyed after', [name, each.from], each);
  return statements;
}

function dataOf(unit: SystemUnit, index: DependencyIndex): Setting[] {
  const triggers = index.from(unit.name, ['Triggers']).map(({ to }) => to);
  const { restart, isLoaded } = unit;
  return [
    // No start brings it to life.
    ...(isLoaded ? [] : [statedSetting('loaded', false)]),
    // A crash does not restart it.
    ...(restart === undefined || isRestarted(unit) ? [] : [statedSetting('restart', restart.value)]),
    ...(triggers.length === 0 ? [] : [statedSetting('triggers', triggers)]),
  ];
}
