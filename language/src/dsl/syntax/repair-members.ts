/**
 * Repairs a long declaration member by member: each is parsed between the beginnings of the bodies around it and their
 * ends, so that an error costs only its member and not the whole declaration. If the result does not parse, the
 * declaration is repaired as a whole.
 */
import type { IToken } from 'chevrotain';
import { itemEnd } from './lexing/items.ts';
import { type FailureOf, type MendedFault, repairItem, type Repaired, type TypeOf } from './repair.ts';
import type { ParseFailure } from './messages/parse-failure.ts';

/**
 * A declaration, or a member with a body, of fewer tokens is repaired as a whole, so that its errors are reported in
 * context.
 */
const fewTokens = 400;

/** The bodies around a member: their beginnings, and the braces that end them. */
interface Around {
  readonly before: readonly IToken[];
  readonly after: readonly IToken[];
}

/** The beginning of a body up to its brace, its members, and its closing brace. */
interface Body {
  readonly head: readonly IToken[];
  readonly members: readonly (readonly IToken[])[];
  readonly end: readonly IToken[];
}

/**
 * Returns tokens that parse in place of those of one declaration, given its first failure, and the errors in the given
 * ones.
 */
export function repairDeclaration(
  given: readonly IToken[],
  first: ParseFailure | undefined,
  failureOf: FailureOf,
  typeOf: TypeOf,
): Repaired {
  const parts = repairMembers(given, { before: [], after: [] }, failureOf, typeOf);
  if (parts === undefined) return repairItem(given, first, failureOf, typeOf);
  const rest = failureOf(parts.tokens);
  if (rest === undefined) return parts;
  const whole = repairItem(parts.tokens, rest, failureOf, typeOf);
  return { tokens: whole.tokens, faults: [...parts.faults, ...whole.faults] };
}

/** Repairs each member of a body separately; undefined if there is no body, or its beginning is wrong. */
function repairMembers(
  tokens: readonly IToken[],
  around: Around,
  failureOf: FailureOf,
  typeOf: TypeOf,
): Repaired | undefined {
  const body = tokens.length < fewTokens ? undefined : bodyOf(tokens);
  if (body === undefined) return undefined;
  const within = { before: [...around.before, ...body.head], after: [...body.end, ...around.after] };
  if (failureOf([...within.before, ...within.after]) !== undefined) return undefined;
  const kept: IToken[] = [...body.head];
  const faults: MendedFault[] = [];
  for (const member of body.members) {
    const repaired = repairMember(member, within, failureOf, typeOf);
    for (const token of repaired.tokens) kept.push(token);
    for (const fault of repaired.faults) faults.push(fault);
  }
  return { tokens: [...kept, ...body.end], faults };
}

function repairMember(member: readonly IToken[], around: Around, failureOf: FailureOf, typeOf: TypeOf): Repaired {
  const alone = [...around.before, ...member, ...around.after];
  const failure = failureOf(alone);
  if (failure === undefined) return { tokens: member, faults: [] };
  const inside = repairMembers(member, around, failureOf, typeOf);
  if (inside !== undefined && failureOf([...around.before, ...inside.tokens, ...around.after]) === undefined)
    return inside;
  const { tokens, faults } = repairItem(alone, failure, failureOf, typeOf);
  // The bodies around it are not at fault: a repair that omits tokens of them does so for this member alone.
  const others = new Set([...around.before, ...around.after]);
  return {
    tokens: tokens.filter((token) => !others.has(token)),
    faults: faults.map((fault) => ({ ...fault, leftOut: fault.leftOut.filter((token) => !others.has(token)) })),
  };
}

/** Splits a declaration or member at its first body, if it ends with that. */
function bodyOf(tokens: readonly IToken[]): Body | undefined {
  const opening = tokens.findIndex(({ tokenType }) => tokenType.name === '{');
  const last = tokens.length - 1;
  if (opening < 0 || tokens[last]?.tokenType.name !== '}') return undefined;
  const members: (readonly IToken[])[] = [];
  for (let at = opening + 1; at < last;) {
    const end = Math.max(at + 1, Math.min(itemEnd(tokens, at), last));
    // A brace that closes nothing here would end the body before the last one does.
    if (tokens[at]?.tokenType.name === '}') return undefined;
    members.push(tokens.slice(at, end));
    at = end;
  }
  return { head: tokens.slice(0, opening + 1), members, end: tokens.slice(last) };
}
