/**
 * The rules of the language as one table.
 */
import type { LanguageRule } from './rule.ts';
import { classCycle } from './class-cycle.ts';
import { classKind } from './class-kind.ts';
import { entityNesting } from './entity-nesting.ts';
import { eventArguments } from './event-arguments.ts';
import { eventNotDelayed } from './event-not-delayed.ts';
import { eventNotTaken } from './event-not-taken.ts';
import { eventUnhandled } from './event-unhandled.ts';
import { eventUnused } from './event-unused.ts';
import { labelSimilar } from './label-similar.ts';
import { letCycle } from './let-cycle.ts';
import { machineInitialState } from './machine-initial-state.ts';
import { machineWrongKind } from './machine-wrong-kind.ts';
import { nameDuplicate } from './name-duplicate.ts';
import { parameterUnused } from './parameter-unused.ts';
import { roleWithoutEffect } from './role-without-effect.ts';
import { scenarioDuplicate } from './scenario-duplicate.ts';
import { settingDuplicate } from './setting-duplicate.ts';
import { settingMissing } from './setting-missing.ts';
import { settingRequirement } from './setting-requirement.ts';
import { settingSimilar } from './setting-similar.ts';
import { settingType } from './setting-type.ts';
import { settingValue } from './setting-value.ts';
import { stateFinal } from './state-final.ts';
import { stateHistory } from './state-history.ts';
import { stateNoWayOut } from './state-no-way-out.ts';
import { stateParallel } from './state-parallel.ts';
import { stateUnreachable } from './state-unreachable.ts';
import { stepExpectation } from './step-expectation.ts';
import { stepNotHere } from './step-not-here.ts';
import { stepTime } from './step-time.ts';
import { timerNeverFires } from './timer-never-fires.ts';
import { transitionInternal } from './transition-internal.ts';
import { transitionNeverTaken } from './transition-never-taken.ts';
import { typeMismatch } from './type-mismatch.ts';
import { typeRange } from './type-range.ts';
import { variableNotWritable } from './variable-not-writable.ts';
import { variableUnused } from './variable-unused.ts';

/** Every rule of the language, in the order of the table of finding codes. */
export const languageRules: readonly LanguageRule[] = [
  nameDuplicate,
  typeMismatch,
  typeRange,
  eventArguments,
  eventNotTaken,
  eventNotDelayed,
  eventUnhandled,
  eventUnused,
  stateUnreachable,
  stateNoWayOut,
  stateFinal,
  stateParallel,
  stateHistory,
  transitionNeverTaken,
  transitionInternal,
  timerNeverFires,
  variableNotWritable,
  variableUnused,
  parameterUnused,
  letCycle,
  machineInitialState,
  machineWrongKind,
  classKind,
  classCycle,
  labelSimilar,
  roleWithoutEffect,
  settingSimilar,
  settingDuplicate,
  settingType,
  settingValue,
  settingMissing,
  settingRequirement,
  entityNesting,
  stepNotHere,
  stepExpectation,
  stepTime,
  scenarioDuplicate,
];
