/** Finds which names of a model a log means: it seldom writes their quotes. */
import type { EntityId } from '../../model/entity-kind.ts';
import { declaredName } from '../../model/language-names.ts';
import type { Model } from '../../model/model.ts';
import type { FactKind } from '../../simulation/conform/fact.ts';

/** Looks up what a log says. */
export interface SaidNames {
  readonly entity: (said: string) => EntityId | undefined;
  /** Returns the name of an event, state or variable in the model; what is none of these is returned as it is. */
  readonly other: (said: string) => string;
  /** Returns true if this is the name of an event, state or variable. */
  readonly isOther: (said: string) => boolean;
}

/** The kinds of facts that name no event, state or variable. */
export const namesNothingOf: ReadonlySet<FactKind> = new Set(['create', 'end', 'fault', 'action']);

/** Returns a name without its quotes. */
export const withoutQuotes = (name: string): string => name.replaceAll("'", '');

/** Returns the names of the events of a model, also as their own files have them. */
export const eventNames = ({ events }: Model): readonly string[] =>
  events.flatMap(({ name }) => [name, declaredName(name)]);

/** Returns the names of the states of a model. */
export const stateNames = ({ machines }: Model): readonly string[] =>
  machines.flatMap(({ states }) => states.map(({ name }) => name));

/** Prepares the names of a model for a log. */
export function saidNames(model: Model): SaidNames {
  const variables = model.machines.flatMap((machine) => machine.variables.map(({ name }) => name));
  const other = lookup([...eventNames(model), ...stateNames(model), ...variables].map((name) => [name, name]));
  return {
    entity: entityLookup(model),
    other: (said) => other(said) ?? said,
    isOther: (said) => other(said) !== undefined,
  };
}

/** Returns what a qualified name ends in, after each of its dots. */
export const endingsOf = (name: string): readonly string[] =>
  [...name.matchAll(/'[^']*'|\./g)].filter(([sign]) => sign === '.').map(({ index }) => name.slice(index + 1));

/** Looks an entity up by its name, or else by what only its name ends in. */
function entityLookup({ entities }: Model): SaidNames['entity'] {
  const whole = lookup(entities.map(({ name, id }) => [name, id]));
  const ending = lookup(entities.flatMap(({ name, id }) => endingsOf(name).map((each) => [each, id] as const)));
  return (said) => whole(said) ?? ending(said);
}

/** Looks names up as they are, or else without quotes, unless several names are the same then. */
function lookup<T>(named: readonly (readonly [name: string, meant: T])[]): (said: string) => T | undefined {
  const exact = new Map<string, T | undefined>();
  const loose = new Map<string, T | undefined>();
  for (const [name, meant] of named) {
    for (const [names, key] of [[exact, name], [loose, withoutQuotes(name)]] as const)
      names.set(key, names.has(key) && names.get(key) !== meant ? undefined : meant); // oxfmt-ignore
  }
  return (said) => exact.get(said) ?? loose.get(withoutQuotes(said));
}
