/**
 * The properties that a check watches for by name, which no text states. Some are properties like any other; a deadlock
 * shows in a state that nothing but faults leads on from, and a dropped event in the step in which it is dropped.
 */
import type { Expression } from '../../../model/machines/expression.ts';
import type { Check, Property, Watched } from '../../../model/scenario.ts';
import { wordList } from '../../../model/common/word-list.ts';
import { configurationOf } from '../../kernel/machines/configuration.ts';
import { isAlive } from '../../kernel/graph-now.ts';
import type { Effect, Program, Run, State } from '../../kernel/run.ts';
import type { Played } from '../../play/player.ts';
import type { Judge, Violation } from './judge.ts';
import { entityName, type Model } from '../../../model/model.ts';
import { t } from '../../../model/common/translation.ts';

/** Returns a check with the properties that the names it watches for denote. */
export function withWatched(model: Model, check: Check): Check {
  const added = check.watched.flatMap((each) => propertiesOf(model, each));
  return added.length === 0 ? check : { ...check, properties: [...check.properties, ...added] };
}

/** Returns true if only the kernel can detect what a check watches for. */
export const needsKernel = ({ watched }: Check): boolean =>
  watched.some(({ name }) => name === 'deadlock' || name === 'unhandled');

function propertiesOf({ entities, machines }: Model, { name, place }: Watched): Property[] {
  const always = (condition: Expression): Property => ({ kind: 'always', condition, goal: undefined, place });
  if (name === 'teardown') {
    const [owner, part]: [Expression, Expression] = [local('owner'), local('part')];
    const body: Expression = { kind: 'before', first: owner, second: part };
    const inner = any('part', { kind: 'property', of: owner, name: 'owned' }, body);
    return [{ ...always(any('owner', { kind: 'all', of: 'objects' }, inner)), kind: 'never' }];
  }
  if (name !== 'checkpoints') return [];
  const wanted = ['current', 'lastCompleted', 'attempt', 'maxAttempts'];
  return entities.flatMap(({ id, kind, machine }) => {
    const names = new Set(machines[machine ?? -1]?.variables.map((variable) => variable.name));
    if (kind !== 'region' || !wanted.every((each) => names.has(each))) return [];
    const read = (variable: string): Expression => ({
      kind: 'property',
      of: { kind: 'entity', entity: id },
      name: variable,
    });
    return [
      always({ kind: 'binary', operator: '<', left: read('lastCompleted'), right: read('current') }),
      always({ kind: 'binary', operator: '<=', left: read('attempt'), right: read('maxAttempts') }),
    ];
  });
}

const local = (name: string): Expression => ({ kind: 'local', name });

const any = (variable: string, set: Expression, body: Expression): Expression => ({
  kind: 'quantified',
  quantifier: 'any',
  ...{ variable, set, body },
});

/** Detects dropped events, if a check watches for them. */
export interface Dropped {
  readonly hear: (effect: Effect) => void;
  /** Forgets the events heard so far. */
  readonly begin: () => void;
  readonly fault: () => Violation | undefined;
}

/** Returns a listener for the first event that nobody takes. */
export function createDropped({ model, machineOf }: Program, { watched }: Check): Dropped {
  const place = watched.find(({ name }) => name === 'unhandled')?.place;
  let fault: Violation | undefined;
  return {
    hear: (effect) => {
      if (place === undefined || effect.kind !== 'dropped') return;
      const { to, event } = effect.message;
      const [name, machine] = [entityName(model, to), machineOf[to]?.name ?? ''];
      const message = t`"${event}" reaches "${name}", and "${machine}" neither takes nor ignores it there.`;
      fault ??= { kind: 'unhandled', place, message };
    },
    begin: () => {
      fault = undefined;
    },
    fault: () => fault,
  };
}

/** Returns the fault of the last step, the start included: one of its own, or an event that nobody took in it. */
export const faultAfter = (
  { judge, dropped }: { readonly judge: Judge; readonly dropped: Dropped },
  run: Run,
  played: Played,
): Violation | undefined => judge.faultAfter(run, played) ?? dropped.fault();

/**
 * Returns the fault of a state that nothing leads on from, if a check watches for deadlocks: every machine that is
 * stuck.
 */
export function deadlockIn(program: Program, { watched }: Check, state: State): Violation | undefined {
  const { model, active } = program;
  const place = watched.find(({ name }) => name === 'deadlock')?.place;
  if (place === undefined) return undefined;
  const stuck = active.flatMap((entity) => {
    const { innermost = [] } = configurationOf({ program, state }, entity) ?? {};
    const waiting = innermost.filter(({ final }) => !final).map((leaf) => `"${leaf.name}"`);
    if (waiting.length === 0 || !isAlive(state, entity)) return [];
    return [{ name: entityName(model, entity), waiting: waiting.join(t` and `) }];
  });
  if (stuck.length === 0) return undefined;
  const each = stuck.map(({ name, waiting }, index) => t`"${name}" ${index === 0 ? t`stays ` : ''}in ${waiting}`);
  return { kind: 'deadlock', place, message: t`Nothing more can happen, and ${wordList(each)}.` };
}
