/**
 * Writes actions and steps of scenarios as text of the language, in one line each, as traces show them. Nested blocks
 * are omitted.
 */
import type { Action, Assignable } from './action.ts';
import type { Expression } from './expression.ts';
import { writeName } from '../language-names.ts';
import { printExpression, type WritePath } from './print-expression.ts';
import type { Expectation, Step } from '../scenario.ts';

/** Returns the first line of an action or step: `crash fs under careful`, `send Save(1) to a`. */
export function printAction(action: Action | Step, path: WritePath): string {
  const e = (expression: Expression): string => printExpression(expression, path);
  const list = (all: readonly Expression[]): string => all.map(e).join(', ');
  switch (action.kind) {
    case 'assign':
      return `${printTarget(action.target, e)} := ${e(action.value)}`;
    case 'set':
      return `set ${printTarget(action.target, e)} = ${e(action.value)}`;
    case 'send':
      return `send ${writeName(action.event)}${inParentheses(list(action.arguments))} to ${e(action.to)}${action.after === undefined ? '' : ` after ${e(action.after)}`}`;
    case 'cancel':
      return `cancel ${writeName(action.event)}`;
    case 'raise':
      return `raise ${writeName(action.event)}${inParentheses(list(action.arguments))}`;
    case 'log':
    case 'report':
      return `${action.kind} ${e(action.text)}`;
    case 'if':
      return `if ${e(action.condition)}`;
    case 'for':
      return `for ${writeName(action.variable)} in ${e(action.set)}`;
    case 'each':
      return `for ${action.variables.map(({ name, set }) => `${writeName(name)} in ${e(set)}`).join(', ')}`;
    case 'link':
    case 'unlink': {
      const notify =
        action.notify === undefined ? '' : ` notify ${action.notify === null ? 'none' : writeName(action.notify)}`;
      const targets = action.targets.map(({ target, as }) => `${e(target)}${as === undefined ? '' : ` as ${as}`}`);
      return `${action.kind} ${e(action.source)} ${action.relation} ${targets.join(', ')}${notify}`;
    }
    case 'move':
      return `move ${e(action.subject)} to ${e(action.to)}`;
    case 'collect':
      return `collect${action.moment === 'demand' ? '' : ` ${action.moment}`}${under(action.policy, e)}`;
    case 'delete':
      return `delete ${list(action.targets)}${action.mode === undefined ? '' : ` ${action.mode}`}${under(action.policy, e)}`;
    case 'run':
      return `run ${e(action.duration)}`;
    case 'at':
      return `at ${e(action.time)}${action.step === undefined ? '' : ` ${printAction(action.step, path)}`}`;
    case 'within':
      return `within ${e(action.duration)} expect ${printExpectation(action.expectation, e)}`;
    case 'expect':
      return `expect ${printExpectation(action.expectation, e)}`;
    default:
      return `${action.kind} ${list(action.targets)}${under(action.policy, e)}`;
  }
}

type Write = (expression: Expression) => string;

const inParentheses = (text: string): string => (text === '' ? '' : `(${text})`);

const under = (policy: Expression | undefined, e: Write): string => (policy === undefined ? '' : ` under ${e(policy)}`);

function printTarget({ of, name, key }: Assignable, e: Write): string {
  const owner = of === undefined ? '' : `${e(of)}.`;
  return `${owner}${writeName(name)}${key === undefined ? '' : `[${e(key)}]`}`;
}

function printExpectation(expectation: Expectation, e: Write): string {
  switch (expectation.kind) {
    case 'holds':
      return e(expectation.condition);
    case 'each':
      return expectation.conditions.map(e).join(', ');
    case 'only': {
      const { predicate } = expectation;
      const word = predicate.kind === 'predicate' ? predicate.predicate : `in ${predicate.state}`;
      return `only ${expectation.subjects.map(e).join(', ')} ${word}`;
    }
    case 'order':
      return `order ${expectation.layers.map((layer) => `[${layer.map(e).join(', ')}]`).join(', ')}`;
    case 'refused':
      return 'refused';
    case 'log':
      return `log ${expectation.lines.map(e).join(', ')}`;
  }
}
