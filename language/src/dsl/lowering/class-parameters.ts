/**
 * Lowers the parameters of classes: each is a setting of the instance, or its data.
 */
import type { Setting } from '../../model/entity.ts';
import { fixedSettings } from '../../model/fixed-settings.ts';
import * as ast from '../generated/ast.ts';
import { machineOf } from '../types/bodies.ts';
import { valueIn } from './class-members.ts';
import { lowerExpression } from './expressions.ts';
import type { Instance } from './instances.ts';
import type { PathContext } from './path-context.ts';

/** The settings of an instance and its data, with the parameters of its classes among them. */
export interface SettingsAndData {
  readonly settings: readonly Setting[];
  readonly data: readonly Setting[];
}

/**
 * Adds the parameters of an instance's classes to its settings. One with the name of a parameter of its machine, or of
 * a setting with a fixed meaning, sets that; every other is data.
 */
export function withParameters(
  instance: Instance,
  settings: readonly Setting[],
  context: PathContext,
): SettingsAndData {
  const { declaration, classes } = instance;
  if (classes.length === 0) return { settings, data: [] };
  const names = new Set(
    classes
      .toReversed()
      .flatMap(({ members }) => members.filter(ast.isParameter))
      .map(({ name }) => name),
  );
  if (names.size === 0) return { settings, data: [] };
  const values = [...names].flatMap((name): Setting[] => {
    const given = settings.findLast((each) => each.name === name);
    if (given !== undefined) return [given];
    const found = valueIn(instance, name, context);
    if (found === undefined) return [];
    const value = context.collector.attempt(() => lowerExpression(found.value, found.context));
    return value === undefined ? [] : [{ name, value }];
  });
  const isSetting = (name: string): boolean =>
    fixedSettings[declaration.kind].includes(name) ||
    machineOf(declaration)?.members.some((member) => ast.isParameter(member) && member.name === name) === true;
  const [others, taken] = [
    settings.filter(({ name }) => !names.has(name)),
    values.filter(({ name }) => isSetting(name)),
  ];
  return { settings: [...others, ...taken], data: values.filter(({ name }) => !isSetting(name)) };
}
