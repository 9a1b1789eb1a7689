/**
 * Recognizes the machine of an entity or class where it is not named: `pd x { runs M }`, `pd x { } runs M`, `x runs M`.
 */
import type { IToken } from 'chevrotain';
import { t } from '../../../model/common/translation.ts';
import { indexOfItem } from '../lexing/items.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

/** Returns the fault of a machine in the wrong place; undefined if there is none. */
export const machineMisplaced = (tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined =>
  runsLate(tokens, failure) ?? runsApart(tokens, failure);

/** Handles the machine of an entity or class written as a member of its body, or after it. */
function runsLate(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  const before = tokens[at - 1];
  if (before?.image !== 'runs') return undefined;
  const item = indexOfItem(tokens, at - 1);
  const around = rules.findLast((rule) => rule === 'Entity' || rule === 'Class');
  const isAfter = tokens[at - 2]?.tokenType.name === '}';
  if (!isAfter && (around === undefined || item !== at - 1)) return undefined;
  const isOfClass = isAfter ? tokens[item]?.image === 'class' : around === 'Class';
  const message = isOfClass
    ? t`The machine of a class comes before its body. Example: class Server for pd runs Worker { boss: client }`
    : t`The machine of an entity comes before its body. Example: pd server runs Worker { boss: client }`;
  return { token: before, message };
}

/** Handles `x runs M` at file level, in a body and as a step; in other languages, x may be a node, and M what is on it. */
function runsApart(tokens: readonly IToken[], { at, expected, rules }: ParseFailure): SyntaxFault | undefined {
  const isName = expected === ':' || expected === ':=' || rules.includes('SubjectRelation');
  const index = isName ? at : rules.at(-1) === 'CheckMember' ? at + 1 : undefined;
  if (index === undefined) return undefined;
  const [subject, runs, object] = tokens.slice(Math.max(0, index - 1), index + 2);
  if (runs?.image !== 'runs' || subject === undefined || object === undefined) return undefined;
  if (object.startLine !== runs.endLine) return undefined;
  const [x, y] = [subject.image, object.image];
  const message = t`An entity runs a machine from its declaration on: pd ${x} runs ${y}. It is placed on a node by nesting it: node ${x} { pd ${y} }.`;
  return { token: runs, message };
}
