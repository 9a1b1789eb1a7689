/**
 * Finds out whether the order of entities, or how they are called, can make a difference to what a text does. Where it
 * does not plainly show that none of both does, they do.
 */
import type { Action } from '../../../model/machines/action.ts';

/**
 * Returns true if the order in which the loops of a block iterate over their sets makes no difference; `lets` are the
 * names of what is computed when it is read. Cost: O(block).
 */
export const isInAnyOrder = (actions: readonly Action[], lets: ReadonlySet<string>): boolean =>
  actions.every((action) => isFree(action, undefined, lets));

function isFree(action: Action, variable: string | undefined, lets: ReadonlySet<string>): boolean {
  switch (action.kind) {
    case 'assign':
      return variable === undefined || isLocal(action.target.key, variable);
    case 'send':
      return variable === undefined || isLocal(action.to, variable);
    case 'if':
      return [...action.then, ...action.else].every((each) => isFree(each, variable, lets));
    case 'for': {
      if (variable !== undefined || !action.body.every((each) => isFree(each, action.variable, lets))) return false;
      // A turn that asks for what another turn has assigned depends on which came first.
      const written = new Set(action.body.flatMap(assignedIn));
      return written.size === 0 || !asksFor(action.body, new Set([...written, ...lets]), action.variable);
    }
    case 'raise':
    case 'cancel':
      return variable === undefined;
    case 'log':
    case 'report':
      return true;
    default:
      return false;
  }
}

function isLocal(expression: unknown, variable: string): boolean {
  return isPart(expression) && expression.kind === 'local' && expression.name === variable;
}

/** Returns the names that an action of a loop assigns. */
function assignedIn(action: Action): string[] {
  if (action.kind === 'assign') return [action.target.name];
  return action.kind === 'if' ? [...action.then, ...action.else].flatMap(assignedIn) : [];
}

/** Returns true if a part reads one of these names, other than at the key that is the variable of the loop. */
function asksFor(part: unknown, names: ReadonlySet<unknown>, variable: string | undefined): boolean {
  if (!isPart(part)) return false;
  const { kind, name, map, key } = part;
  if (kind === 'property' && names.has(name)) return true;
  if (kind === 'at' && variable !== undefined && isLocal(key, variable) && isPart(map) && map.kind === 'property')
    return asksFor(map.of, names, variable);
  // A variable of the same name hides that of the loop.
  const known = kind === 'quantified' && part.variable === variable ? undefined : variable;
  return Object.values(part).some((each) => asksFor(each, names, known));
}

/** Returns true if a part has a text with a value in it; what is only logged or reported does not count. Cost: O(part). */
export function spellsOut(part: unknown): boolean {
  if (!isPart(part) || part.kind === 'log' || part.kind === 'report') return false;
  if (part.kind === 'text' && Array.isArray(part.parts)) return part.parts.some(isPart);
  return Object.values(part).some(spellsOut);
}

const isPart = (part: unknown): part is Readonly<Record<string, unknown>> => typeof part === 'object' && part !== null;
