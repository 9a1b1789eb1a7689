/**
 * The facts that explain a condition that turned out otherwise than expected: why something ended, is degraded or
 * broken, or points to what no longer exists.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression, Predicate } from '../../model/machines/expression.ts';
import type { Fact } from '../../model/fact.ts';
import { compileExpression } from './expressions.ts';
import { nameInRun } from './found.ts';
import { isAlive } from '../kernel/graph-now.ts';
import { unmetCountText, type Unmet } from '../../analysis/facts/needs.ts';
import { shortageNow, unmetChain } from '../kernel/endings/needs-now.ts';
import { isTrue } from '../kernel/operators.ts';
import { danglingLinks, past, predicateOf } from './predicates.ts';
import type { Frame, Link, Run } from '../kernel/run.ts';
import { localIndex, type Scope, withLocal } from './scope.ts';
import { isKind, itemsOf, type Value } from '../values/values.ts';
import { t } from '../../model/common/translation.ts';

/** The most entities whose reasons are reported. */
const mostExplained = 20;

/** Returns the facts that explain a condition: the reasons of what its subjects have become. */
export function becauseOf(condition: Expression, frame: Frame, scope: Scope): readonly Fact[] {
  const { run } = frame;
  const entities = (expression: Expression): EntityId[] => entitiesOf(compileExpression(expression, scope)(frame));
  switch (condition.kind) {
    case 'predicate':
      return entities(condition.subject).flatMap((id) => whyIs(run, id, condition.predicate));
    case 'in state':
      return entities(condition.subject).flatMap((id) => whyEnded(run, id));
    case 'related':
      return [...entities(condition.source), ...entities(condition.target)].flatMap((id) => whyEnded(run, id));
    case 'binary':
      return condition.operator === 'and' || condition.operator === 'or'
        ? [...becauseOf(condition.left, frame, scope), ...becauseOf(condition.right, frame, scope)]
        : [];
    case 'not':
      return becauseOf(condition.operand, frame, scope);
    case 'quantified':
      return condition.quantifier === 'all' ? becauseOfSome(condition, frame, scope) : [];
    default:
      return [];
  }
}

/** Returns the reasons of the first entity that a condition does not hold for. */
function becauseOfSome(
  { variable, set, body }: Extract<Expression, { readonly kind: 'quantified' }>,
  frame: Frame,
  scope: Scope,
): readonly Fact[] {
  const inner = withLocal(scope, variable);
  const index = localIndex(inner, variable);
  const holds = compileExpression(body, inner);
  for (const item of itemsOf(compileExpression(set, scope)(frame))) {
    frame.locals[index] = item;
    if (!isTrue(holds(frame))) return becauseOf(body, frame, inner);
  }
  return [];
}

const entitiesOf = (value: Value): EntityId[] =>
  itemsOf(value)
    .slice(0, mostExplained)
    .flatMap((each) => (isKind(each, 'entity') ? [each.id] : []));

function whyIs(run: Run, entity: EntityId, predicate: Predicate): readonly Fact[] {
  if (!isAlive(run.state, entity)) return whyEnded(run, entity);
  if (!predicateOf(run, predicate, entity)) return [];
  switch (predicate) {
    case 'degraded':
      return whyDegraded(run, entity);
    case 'broken':
    case 'blocked':
      return unmetChain(run, entity, shortageNow(run)).map((unmet) => unmetFact(run, unmet));
    case 'dangling':
    case 'stale':
      return danglingLinks(run.state, entity).map((link) =>
        factOf(run, link, link.kind === 'owns' ? link.source : link.target),
      );
    default:
      return [];
  }
}

function whyDegraded(run: Run, entity: EntityId): readonly Fact[] {
  const lost = run.state.losses
    .filter(({ pd }) => pd === entity)
    .map(({ kind, target }) => ({
      text: t`"${nameInRun(run, entity)}" no longer ${kind} "${nameInRun(run, target)}"`,
      entity,
    }));
  const shortage = shortageNow(run);
  const soft = shortage.degraded.get(entity);
  if (soft === undefined) return lost;
  const further = isAlive(run.state, soft.by.target) ? unmetChain(run, soft.by.target, shortage) : [];
  return [...lost, ...[soft, ...further].map((unmet) => unmetFact(run, unmet))];
}

/** Returns an unmet need as a fact, with the count if it has a number. */
function unmetFact(run: Run, { need, by, hops }: Unmet<Link>): Fact {
  if (need.members.length === 1) return factOf(run, by, by.target);
  const { broken } = shortageNow(run);
  const targets = need.members.map(({ target }) => target);
  const gone = targets.filter((id) => !isAlive(run.state, id)).map((id) => nameInRun(run, id));
  const isBefore = (id: EntityId): boolean => (broken.get(id)?.hops ?? Infinity) < hops;
  const failing = targets.filter((id) => isAlive(run.state, id) && isBefore(id)).map((id) => nameInRun(run, id));
  const text = unmetCountText(nameInRun(run, need.source), need, gone, failing);
  return by.declared === undefined ? { text, entity: need.source } : { text, relation: by.declared };
}

/** Returns why an entity that is not alive has ended, if that is known. */
function whyEnded(run: Run, entity: EntityId): readonly Fact[] {
  if (isAlive(run.state, entity)) return [];
  for (const fact of past(run.state)) {
    const because = fact.kind === 'ended' ? fact.because.get(entity) : undefined;
    if (because !== undefined) return because;
  }
  return run.state.lastEnd?.because(entity) ?? [];
}

/** Returns a relation as a fact, with whether its target exists. */
function factOf(run: Run, { kind, source, target, as, declared }: Link, pointedTo: EntityId): Fact {
  const strength = kind === 'needs' && (as === 'soft' || as === 'call') ? ` as ${as}` : '';
  const state = isAlive(run.state, pointedTo) ? '' : t`, and "${nameInRun(run, pointedTo)}" is not alive`;
  return {
    text: `"${nameInRun(run, source)}" ${kind} "${nameInRun(run, target)}"${strength}${state}`,
    ...(declared === undefined ? { entity: source } : { relation: declared }),
  };
}
