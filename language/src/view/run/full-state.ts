/**
 * A complete state line by line: the time, what was set and linked, each entity, and what is under way. The command
 * line and the view of a run show the same.
 */
import { partWord, saidOf } from './observed-words.ts';
import type { Observation } from '../../simulation/program/observe.ts';

/** A line: a name with a text, or a name with deeper lines after it. */
export interface StateRow {
  /** From 0. */
  readonly depth: number;
  readonly name: string;
  readonly text?: string;
}

/** Returns the lines of a state, each name before its content; names without content are omitted. */
export function stateRows({ entities = {}, underway = {}, ...others }: Observation): StateRow[] {
  const parts: Observation = {
    ...others,
    ...(typeof entities === 'string' ? {} : entities),
    'under way': underway,
  };
  return rowsOf(parts, 0);
}

const rowsOf = (observation: Observation, depth: number, around = ''): StateRow[] =>
  Object.entries(observation).flatMap(([key, part]) => {
    const name = depth > 1 ? key : partWord(key);
    if (typeof part === 'string') return [{ depth, name, text: saidOf(around, part) }];
    const rows = rowsOf(part, depth + 1, key);
    return rows.length === 0 ? [] : [{ depth, name }, ...rows];
  });
