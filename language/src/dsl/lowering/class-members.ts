/**
 * Collects what an instance has by its classes: its members with the context of each, and the values of its parameters.
 * Where more than one body says something, the instance comes first, then the most derived class.
 */
import * as ast from '../generated/ast.ts';
import { settingAround } from '../types/bodies.ts';
import { giveUp } from './collector.ts';
import type { Instance } from './instances.ts';
import type { PathContext } from './path-context.ts';
import { t } from '../../model/common/translation.ts';

/** A body of an instance, with the context in which its names are meant. */
export interface BodyInContext {
  readonly members: readonly ast.ClassMember[];
  readonly context: PathContext;
}

/** Returns the bodies of an instance, those of the classes first, from the least derived. */
export function bodiesOfInstance(instance: Instance, context: PathContext): readonly BodyInContext[] {
  const own = { members: instance.declaration.members, context: ownContext(instance, context) };
  if (instance.classes.length === 0) return [own];
  const inClass = { ...context, around: instance, within: instance };
  return [...instance.classes.toReversed().map(({ members }) => ({ members, context: inClass })), own];
}

const ownContext = (instance: Instance, context: PathContext): PathContext => ({
  ...context,
  around: instance,
  within: instance.within,
});

/** Returns true if a name means a parameter of a class. */
export const isClassParameter = (target: unknown): target is ast.Parameter =>
  ast.isParameter(target) && ast.isClass(target.$container);

/** Returns true if a name means a parameter of a class whose values are entities, so that a path can begin with it. */
export function isEntityParameter(target: unknown): target is ast.Parameter {
  if (!isClassParameter(target)) return false;
  const type = ast.isSetType(target.type) ? target.type.of : target.type;
  return ast.isSimpleType(type) && !plainTypes.has(type.name);
}

const plainTypes: ReadonlySet<string> = new Set(['bool', 'int', 'number', 'duration', 'rate', 'text']);

/** The value of a parameter, and the context in which its names are meant. */
export interface ParameterValue {
  readonly value: ast.Expression;
  readonly context: PathContext;
}

/** The greatest depth of values of parameters within each other, and the most such values in one model. */
const deepest = 100;
const mostInOthers = 200_000;

/** Returns the value of a parameter of a class at a name of it; gives up if the instance has none. */
export function parameterValue(
  parameter: ast.Parameter,
  reference: ast.NameReference,
  context: PathContext,
): ParameterValue {
  const { collector, open = [], instances } = context;
  const of = instanceWith(parameter, reference, context);
  const found = of && valueIn(of, parameter.name, context);
  // What is missing is reported at the instance.
  if (of === undefined || found === undefined) return giveUp();
  if (open.some((each) => each.parameter === parameter && each.of === of)) {
    collector.report(reference, undefined, {
      code: 'let/cycle',
      message: t`The value of "${parameter.name}" depends on itself. Remove one of these dependencies.`,
    });
    return giveUp();
  }
  if (open.length > 0) instances.work.inOthers++;
  if (open.length >= deepest || instances.work.inOthers > mostInOthers) {
    collector.report(reference, undefined, {
      code: 'copies/too-many',
      message: t`The values of parameters contain each other too often or too deeply here. Use fewer of them in other values.`,
    });
    return giveUp();
  }
  return { value: found.value, context: { ...found.context, open: [...open, { parameter, of }] } };
}

/** Returns the innermost instance around a name that has a parameter by its classes, and is not given it here. */
function instanceWith(
  parameter: ast.Parameter,
  reference: ast.NameReference,
  { around, within }: PathContext,
): Instance | undefined {
  const isIn = ({ classes, declaration }: Instance): boolean =>
    classes.some((each) => each === parameter.$container) && settingAround(reference, declaration) !== parameter.name;
  for (let at = around; at !== undefined; at = at === within ? undefined : at.parent) if (isIn(at)) return at;
  return undefined;
}

/** Returns the value that an instance has for a parameter: the one it sets, that of a class, or the default. */
export function valueIn(instance: Instance, name: string, context: PathContext): ParameterValue | undefined {
  const bodies = bodiesOfInstance(instance, context).toReversed();
  for (const { members, context: there } of bodies) {
    const setting = members.findLast((each) => ast.isSetting(each) && each.property.$refText === name);
    if (setting !== undefined && ast.isSetting(setting)) return { value: setting.value, context: there };
    const declared = members.find((each) => ast.isParameter(each) && each.name === name);
    if (declared !== undefined && ast.isParameter(declared)) {
      return declared.value && { value: declared.value, context: there };
    }
  }
  return undefined;
}
