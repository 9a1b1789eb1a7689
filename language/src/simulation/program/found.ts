/** Describes what is the case instead of a condition that does not hold. */
import { entityName } from '../../model/model.ts';
import { classOfSet } from '../../model/built-in-set.ts';
import type { Expression, Predicate } from '../../model/machines/expression.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { printExpression } from '../../model/machines/print-expression.ts';
import { compileExpression, textOf } from './expressions.ts';
import type { RelationKind } from '../../model/relation.ts';
import { configurationOf } from '../kernel/machines/configuration.ts';
import { isAlive, isCurrent } from '../kernel/graph-now.ts';
import { past, predicateOf, receivedBy } from './predicates.ts';
import { type Frame, lifeBits, type Run } from '../kernel/run.ts';
import { isTrue } from '../kernel/operators.ts';
import { localIndex, type Scope, withLocal } from './scope.ts';
import { statesText } from './states-text.ts';
import { isKind, itemsOf, type Value } from '../values/values.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { t, valuesIn } from '../../model/common/translation.ts';

/** Returns a clause that says what was found where a condition is false. */
export function foundInstead(condition: Expression, frame: Frame, scope: Scope): string {
  const value = (expression: Expression): Value => compileExpression(expression, scope)(frame);
  const text = (expression: Expression): string => printExpression(expression, (id) => nameInRun(frame.run, id));
  const shown = (expression: Expression): string => textOf(frame.run.program, value(expression));
  switch (condition.kind) {
    case 'binary': {
      const { operator, left, right } = condition;
      if (operator === 'and') return foundInstead(isTrue(value(left)) ? right : left, frame, scope);
      if (operator === 'or') {
        const [one, other] = [foundInstead(left, frame, scope), foundInstead(right, frame, scope)];
        return one === other ? one : t`${one}, and ${other}`;
      }
      const isOfTwoSorts = isWordAgainstText(value(left), value(right)) || isWordAgainstText(value(right), value(left));
      const unknown = [left, right].filter((side) => !isLiteral(side));
      if (unknown.length === 0) return t`(${text(condition)}) is false`;
      return unknown
        .map((side) => t`${enclosed(side, text(side))} is ${isOfTwoSorts ? sortOf(value(side)) : ''}${shown(side)}`)
        .join(', ');
    }
    case 'predicate':
      return eachOf(
        value(condition.subject),
        (id) => t`${nameInRun(frame.run, id)} is ${conditionOf(frame.run, id, condition.predicate)}`,
      );
    case 'related':
      return eachOf(value(condition.source), (id) => relatedText(frame.run, id, condition.relation));
    case 'member':
      if (condition.set.kind === 'all' && classOfSet(condition.set.of) !== undefined)
        return t`${enclosed(condition, text(condition))} is false`;
      return t`${text(condition.item)} is not in ${text(condition.set)}, which is ${shown(condition.set)}`;
    case 'in state':
      return eachOf(value(condition.subject), (id) => t`${nameInRun(frame.run, id)} is ${stateText(frame.run, id)}`);
    case 'received':
      return eachOf(value(condition.subject), (id) => receivedText(frame.run, id, condition));
    case 'notified':
      return eachOf(value(condition.subject), (id) => notifiedText(frame.run, id));
    case 'before':
      return orderText(frame.run);
    case 'quantified':
      return quantifiedText(condition, frame, scope);
    case 'not':
      return tellsWhatIs(condition.operand)
        ? foundInstead(condition.operand, frame, scope)
        : t`${enclosed(condition.operand, text(condition.operand))} is true`;
    case 'property':
    case 'call':
      return t`${text(condition)} is ${shown(condition)}`;
    default:
      return t`${enclosed(condition, text(condition))} is false`;
  }
}

/** Returns the qualified name of an entity. */
export const nameInRun = ({ program }: Pick<Run, 'program'>, id: EntityId): string => entityName(program.model, id);

/** Returns the states that a machine is in, as `Working.Waiting`; otherwise why it is in none. */
export function stateText({ program, state }: Pick<Run, 'program' | 'state'>, entity: EntityId): string {
  const machine = program.machineOf[entity];
  if (machine === undefined) return t`without a machine`;
  const configuration = configurationOf({ program, state }, entity);
  if (configuration === undefined) return isAlive(state, entity) ? t`in no state` : t`in no state: it is not alive`;
  return t`in ${statesText(machine, configuration.states)}`;
}

/** Returns the same without its "in". */
export function bareStateText(run: Pick<Run, 'program' | 'state'>, entity: EntityId): string {
  const text = stateText(run, entity);
  return valuesIn(text)`in ${''}`?.[0] ?? text;
}

/** Returns the condition of an entity, and whether it is the one asked for. */
function conditionOf(run: Run, entity: EntityId, asked: Predicate): string {
  const is = lifeText(run, entity);
  if (asked === 'alive' || asked === 'destroyed' || is.includes(asked)) return is;
  if (predicateOf(run, asked, entity)) return t`${is} and ${asked}`;
  return asked === 'crashed' && is === 'destroyed'
    ? t`destroyed, but not by its own crash`
    : t`${is}, but not ${asked}`;
}

function lifeText(run: Run, entity: EntityId): string {
  const { state } = run;
  const life = itemAt(state.life, entity);
  if ((life & lifeBits.alive) !== 0) {
    const isDegraded = predicateOf(run, 'degraded', entity);
    const isBroken = predicateOf(run, 'broken', entity);
    const doomed = (life & lifeBits.doomed) !== 0 ? t` and doomed` : '';
    return `alive${doomed}${isDegraded ? t` and degraded` : ''}${isBroken ? t` and broken` : ''}`;
  }
  if ((life & lifeBits.existed) === 0) return 'absent';
  return (life & lifeBits.crashed) !== 0 ? t`destroyed by its own crash` : t`destroyed`;
}

/** More relations than this are not listed one by one. */
const mostListed = 20;

function relatedText(run: Run, source: EntityId, kind: RelationKind): string {
  const links = run.state.links.filter(
    (link) => link.source === source && link.kind === kind && isCurrent(run.state, link),
  );
  const targets = links
    .slice(0, mostListed)
    .map(({ target, as }) => `${nameInRun(run, target)}${as === undefined ? '' : ` as ${as}`}`);
  const more = links.length > mostListed ? [t`and ${links.length - mostListed} more`] : [];
  return `${nameInRun(run, source)} ${kind} ${targets.length === 0 ? 'nothing' : [...targets, ...more].join(', ')}`;
}

function eachOf(value: Value, write: (id: EntityId) => string): string {
  const items = itemsOf(value);
  if (items.length === 0) return t`there is no entity to test`;
  return items.map((item) => (isKind(item, 'entity') ? write(item.id) : t`this is not an entity`)).join(', ');
}

function receivedText(
  run: Run,
  entity: EntityId,
  { count, messages: [asked] }: Extract<Expression, { readonly kind: 'received' }>,
): string {
  const isAll = count === 'list' || asked === undefined;
  const texts = receivedBy(run.state, entity)
    .filter(({ event }) => isAll || event === asked.event)
    .map(({ event, arguments: values }) => `${event}(${values.map((value) => textOf(run.program, value)).join(', ')})`);
  const none = isAll ? t`nothing` : t`no ${asked.event}`;
  return t`${nameInRun(run, entity)} received ${texts.length === 0 ? none : texts.join(', ')}`;
}

function notifiedText(run: Run, entity: EntityId): string {
  const of: string[] = [];
  for (const fact of past(run.state))
    if (fact.kind === 'notified' && fact.entity === entity) of.unshift(nameInRun(run, fact.of));
  return t`${nameInRun(run, entity)} was notified of ${of.length === 0 ? t`nothing` : of.join(', ')}`;
}

function orderText(run: Run): string {
  const layers = run.state.lastEnd?.layers ?? [];
  if (layers.length === 0) return t`nothing has ended`;
  return t`the last order was ${layers.map((layer) => `[${layer.map((id) => nameInRun(run, id)).join(', ')}]`).join(', ')}`;
}

function quantifiedText(
  condition: Extract<Expression, { readonly kind: 'quantified' }>,
  frame: Frame,
  scope: Scope,
): string {
  const { quantifier, variable, set, body } = condition;
  const items = itemsOf(compileExpression(set, scope)(frame));
  if (quantifier !== 'all') return t`it holds for none of ${items.length}`;
  const inner = withLocal(scope, variable);
  const index = localIndex(inner, variable);
  const holds = compileExpression(body, inner);
  const failing = items.filter((item) => {
    frame.locals[index] = item;
    return !isTrue(holds(frame));
  });
  return t`it does not hold for ${failing.map((item) => textOf(frame.run.program, item)).join(', ')}`;
}

/** Returns true if the text for a condition that is false also says what is the case where it holds. */
const tellsWhatIs = ({ kind }: Expression): boolean =>
  kind === 'predicate' || kind === 'related' || kind === 'in state' || kind === 'received' || kind === 'notified';

const isWordAgainstText = (one: Value, other: Value): boolean => typeof one === 'string' && isKind(other, 'symbol');

/** Names the sort of a value that looks like one of the other sort, but never equals it. */
const sortOf = (value: Value): string => (typeof value === 'string' ? t`the text ` : t`the word `);

const enclosed = ({ kind }: Expression, text: string): string =>
  kind === 'binary' || kind === 'quantified' || kind === 'if' || kind === 'not' ? `(${text})` : text;

function isLiteral(expression: Expression): boolean {
  const { kind } = expression;
  return (
    (kind === 'list' && expression.items.every(isLiteral)) ||
    (kind === 'text' && expression.parts.every((part) => typeof part === 'string')) ||
    kind === 'number' ||
    kind === 'boolean' ||
    kind === 'duration' ||
    kind === 'rate' ||
    kind === 'symbol' ||
    kind === 'entity' ||
    kind === 'none' ||
    kind === 'policy'
  );
}
