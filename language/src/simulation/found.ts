/**
 * What is the case instead of a condition that does not hold, in words, and the facts behind it.
 */
import type { Expression } from '../model/expression.ts';
import type { EntityId } from '../model/entity-kind.ts';
import type { Fact } from '../model/fact.ts';
import { printExpression } from '../model/print-expression.ts';
import { compileExpression, textOf } from './expressions.ts';
import { isAlive } from './graph-now.ts';
import { past } from './predicates.ts';
import type { Frame, Run } from './run.ts';
import { lifeBits } from './run.ts';
import { isTrue } from './operators.ts';
import type { Scope } from './scope.ts';
import { withLocal, localIndex } from './scope.ts';
import type { Value } from './values.ts';
import { isKind, itemsOf } from './values.ts';

/** Returns a clause that says what was found where a condition is false. */
export function foundInstead(condition: Expression, frame: Frame, scope: Scope): string {
  const value = (expression: Expression): Value => compileExpression(expression, scope)(frame);
  const text = (expression: Expression): string => printExpression(expression, (id) => nameOf(frame.run, id));
  const shown = (expression: Expression): string => textOf(frame.run.program, value(expression));
  switch (condition.kind) {
    case 'binary': {
      const { operator, left, right } = condition;
      if (operator === 'and') return foundInstead(isTrue(value(left)) ? right : left, frame, scope);
      if (operator === 'or') return `${foundInstead(left, frame, scope)}, and ${foundInstead(right, frame, scope)}`;
      return [left, right]
        .filter((side) => !isLiteral(side))
        .map((side) => `${text(side)} is ${shown(side)}`)
        .join(', ');
    }
    case 'predicate':
      return eachOf(value(condition.subject), (id) => `${nameOf(frame.run, id)} is ${conditionOf(frame.run, id)}`);
    case 'in state':
      return eachOf(value(condition.subject), (id) => `${nameOf(frame.run, id)} is ${stateText(frame.run, id)}`);
    case 'received':
      return eachOf(value(condition.subject), (id) => receivedText(frame.run, id, condition.event));
    case 'notified':
      return eachOf(value(condition.subject), (id) => notifiedText(frame.run, id));
    case 'before':
      return orderText(frame.run);
    case 'quantified':
      return quantifiedText(condition, frame, scope);
    case 'not':
      return `${text(condition.operand)} holds`;
    case 'property':
    case 'call':
      return `${text(condition)} is ${shown(condition)}`;
    default:
      return `${text(condition)} does not hold`;
  }
}

/** Returns the facts behind a condition that is false: why something ended that should live, or was not told. */
export function becauseOf(condition: Expression, frame: Frame, scope: Scope): readonly Fact[] {
  const { run } = frame;
  switch (condition.kind) {
    case 'predicate':
    case 'in state':
      return itemsOf(compileExpression(condition.subject, scope)(frame)).flatMap((each) =>
        isKind(each, 'entity') && !isAlive(run.state, each.id) ? (run.state.lastEnd?.because(each.id) ?? []) : [],
      );
    case 'binary':
      return condition.operator === 'and' || condition.operator === 'or'
        ? [...becauseOf(condition.left, frame, scope), ...becauseOf(condition.right, frame, scope)]
        : [];
    case 'not':
      return becauseOf(condition.operand, frame, scope);
    default:
      return [];
  }
}

/** Returns the qualified name of an entity. */
export const nameOf = ({ program }: Pick<Run, 'program'>, id: EntityId): string =>
  program.model.entities[id]?.name ?? String(id);

/** Returns the path of states that a machine is in, as `Working.Waiting`; why it is in none otherwise. */
export function stateText({ program, state }: Pick<Run, 'program' | 'state'>, entity: EntityId): string {
  const machine = program.machineOf[entity];
  if (machine === undefined) return 'without a machine';
  const leaf = machine.states[state.active[entity] ?? -1];
  if (leaf === undefined) return isAlive(state, entity) ? 'in no state' : 'in no state: it is not alive';
  const names = leaf.path.slice(0, -1).map((index) => machine.states[index]?.name ?? '');
  return `in ${names.reverse().join('.')}`;
}

function conditionOf({ state }: Run, entity: EntityId): string {
  const life = state.life[entity] ?? 0;
  if ((life & lifeBits.alive) !== 0) {
    const isDegraded = state.losses.some(({ pd }) => pd === entity);
    return `alive${(life & lifeBits.doomed) !== 0 ? ' and doomed' : ''}${isDegraded ? ' and degraded' : ''}`;
  }
  if ((life & lifeBits.existed) === 0) return 'absent';
  return (life & lifeBits.crashed) !== 0 ? 'destroyed by its own crash' : 'destroyed';
}

function eachOf(value: Value, write: (id: EntityId) => string): string {
  const items = itemsOf(value);
  if (items.length === 0) return 'there is nothing to ask it of';
  return items.map((item) => (isKind(item, 'entity') ? write(item.id) : 'this is no entity')).join(', ');
}

function receivedText(run: Run, entity: EntityId, event: string): string {
  const texts: string[] = [];
  for (const fact of past(run.state)) {
    if (fact.kind !== 'received' || fact.entity !== entity || fact.event !== event) continue;
    texts.unshift(`${event}(${fact.arguments.map((value) => textOf(run.program, value)).join(', ')})`);
  }
  return `${nameOf(run, entity)} received ${texts.length === 0 ? `no ${event}` : texts.join(', ')}`;
}

function notifiedText(run: Run, entity: EntityId): string {
  const of: string[] = [];
  for (const fact of past(run.state))
    if (fact.kind === 'notified' && fact.entity === entity) of.unshift(nameOf(run, fact.of));
  return `${nameOf(run, entity)} was notified of ${of.length === 0 ? 'nothing' : of.join(', ')}`;
}

function orderText(run: Run): string {
  const layers = run.state.lastEnd?.layers ?? [];
  if (layers.length === 0) return 'nothing has ended';
  return `the last order was ${layers.map((layer) => `[${layer.map((id) => nameOf(run, id)).join(', ')}]`).join(', ')}`;
}

function quantifiedText(
  condition: Extract<Expression, { readonly kind: 'quantified' }>,
  frame: Frame,
  scope: Scope,
): string {
  const { quantifier, variable, set, body } = condition;
  const items = itemsOf(compileExpression(set, scope)(frame));
  if (quantifier !== 'all') return `it holds for none of ${items.length}`;
  const inner = withLocal(scope, variable);
  const index = localIndex(inner, variable);
  const holds = compileExpression(body, inner);
  const failing = items.filter((item) => {
    frame.locals[index] = item;
    return !isTrue(holds(frame));
  });
  return `it does not hold for ${failing.map((item) => textOf(frame.run.program, item)).join(', ')}`;
}

function isLiteral({ kind }: Expression): boolean {
  return (
    kind === 'number' ||
    kind === 'boolean' ||
    kind === 'duration' ||
    kind === 'symbol' ||
    kind === 'entity' ||
    kind === 'none' ||
    kind === 'policy'
  );
}
