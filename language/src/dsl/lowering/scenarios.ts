/**
 * Lowers scenarios and checks.
 */
import {
  type Check,
  type Fault,
  type Possibility,
  type Property,
  type Scenario,
  type Step,
  type Watched,
  watchedNames,
} from '../../model/scenario.ts';
import { constantOf } from '../../model/machines/constant-of.ts';
import { t } from '../../model/common/translation.ts';
import * as ast from '../generated/ast.ts';
import { giveUp } from './collector.ts';
import { lowerExpression } from './expressions.ts';
import { checkNumber } from './numbers.ts';
import type { PathContext } from './path-context.ts';
import { lowerStep, lowerSteps } from './steps.ts';

/** Lowers a scenario. */
export function lowerScenario(
  scenario: ast.Scenario,
  context: PathContext,
  documentation: string | undefined,
): Scenario {
  return {
    title: scenario.title,
    steps: lowerSteps(scenario.steps, context),
    documentation,
    place: context.collector.place(scenario, 'title'),
  };
}

/** Lowers a check. */
export function lowerCheck(check: ast.Check, context: PathContext, documentation: string | undefined): Check {
  const clock = settingOf(check, 'clock', context);
  const horizon = settingOf(check, 'horizon', context);
  return {
    title: check.title,
    fails: check.fails,
    clock: clock?.kind === 'symbol' && clock.value === 'exact' ? 'exact' : 'any',
    horizon: horizon?.kind === 'duration' ? horizon.value : undefined,
    bounds: check.members.filter(ast.isBound).map(({ condition }) => lowerExpression(condition, context)),
    steps: lowerSteps(check.members.filter(ast.isStep), context),
    faults: check.members.filter(ast.isFault).map((each) => lowerFault(each, context)),
    possibilities: check.members.filter(ast.isPossibility).map((each) => lowerPossibility(each, context)),
    properties: check.members.flatMap((each) => lowerProperty(each, context)),
    watched: check.members.filter(ast.isSetting).flatMap((each) => lowerWatched(each, context)),
    documentation,
    place: context.collector.place(check, 'title'),
  };
}

/** Returns the value of a setting of a check, which must be known before any run; reports one that is not. */
function settingOf(check: ast.Check, name: string, context: PathContext): ReturnType<typeof constantOf> {
  const setting = check.members.findLast((each) => ast.isSetting(each) && each.property.$refText === name);
  if (!ast.isSetting(setting)) return undefined;
  const value = constantOf(lowerExpression(setting.value, context));
  if (value === undefined || (value.kind === 'duration' && value.bottom !== 1n)) {
    context.collector.report(setting, 'value', {
      code: 'setting/value',
      message: t`"${name}" must be known before any run, and a time in whole microseconds. Write it as a literal.`,
    });
  }
  return value;
}

/** Lowers a `watch` setting: one name or a list of names. */
function lowerWatched(setting: ast.Setting, context: PathContext): Watched[] {
  if (setting.property.$refText !== 'watch') return [];
  const value = lowerExpression(setting.value, context);
  const items = value.kind === 'list' ? value.items : [value];
  const names = new Set(items.flatMap((item) => (item.kind === 'symbol' ? [item.name] : [])));
  const place = context.collector.place(setting);
  return watchedNames.filter((name) => names.has(name)).map((name) => ({ name, place }));
}

function lowerFault(fault: ast.Fault, context: PathContext): Fault {
  checkNumber(fault, 'limit', context.collector);
  return {
    kind: fault.kind,
    of: fault.targets.map((target) => lowerExpression(target, context)),
    ...(fault.together && isOfEntities(fault) ? { together: true as const } : {}),
    upTo: fault.limit ?? 1,
    place: context.collector.place(fault),
  };
}

/** Returns true for faults of PDs and nodes; the others are of messages. */
const isOfEntities = ({ kind }: ast.Fault): boolean => kind === 'crash' || kind === 'halt' || kind === 'pause';

function lowerPossibility(possibility: ast.Possibility, context: PathContext): Possibility {
  checkNumber(possibility, 'limit', context.collector);
  return {
    action: asAction(lowerStep(possibility.step, context)),
    upTo: possibility.limit,
    place: context.collector.place(possibility),
  };
}

function asAction(step: Step): Possibility['action'] {
  switch (step.kind) {
    case 'expect':
    case 'run':
    case 'at':
    case 'within':
    case 'each':
      return giveUp();
    default:
      return step;
  }
}

function lowerProperty(member: ast.CheckMember, context: PathContext): Property[] {
  if (ast.isProperty(member)) {
    const condition = lowerExpression(member.condition, context);
    return [{ kind: member.kind, condition, goal: undefined, place: context.collector.place(member) }];
  }
  if (!ast.isLeadsTo(member)) return [];
  const condition = lowerExpression(member.condition, context);
  const goal = lowerExpression(member.goal, context);
  return [{ kind: 'leads to', condition, goal, place: context.collector.place(member) }];
}
