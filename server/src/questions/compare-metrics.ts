/**
 * Compares metrics with budgets: each comparison of a metric with a constant that must hold for a scenario or check of the
 * head to pass, and the metric's value at the start of both models.
 */
import type { MetricChange, MetricValue } from '../../../language/src/analysis/compare/change.ts';
import type { Expression } from '../../../language/src/model/machines/expression.ts';
import { entityName, type Model } from '../../../language/src/model/model.ts';
import { printExpression } from '../../../language/src/model/machines/print-expression.ts';
import { initial } from '../../../language/src/simulation/kernel/kernel.ts';
import { isTrue } from '../../../language/src/simulation/kernel/operators.ts';
import { compileExpression, textOf } from '../../../language/src/simulation/program/expressions.ts';
import { compileModel, scenarioScope } from '../../../language/src/simulation/program/program.ts';
import { RunError } from '../../../language/src/simulation/values/run-error.ts';
import { withinOneBudget } from '../../../language/src/simulation/values/work.ts';
import { type Comparing, wantedComparisons } from './wanted-comparisons.ts';

/** The functions that measure the relations between entities. */
const metrics: ReadonlySet<string> = new Set([
  ...['rsi', 'faultRadius', 'smallestCutSet', 'tcb', 'impact', 'shared', 'cost'],
]);

/** The comparisons that set a budget, each as it reads with its sides exchanged. */
const mirrored = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** A budget of a model. */
interface Budget {
  readonly title: string;
  readonly metric: Expression;
  readonly operator: Comparing;
  readonly limit: Expression;
}

/** Returns the metrics whose value differs between the starts of two models, in the order of the head's budgets. */
export function metricChanges({ base, head }: { readonly base: Model; readonly head: Model }): MetricChange[] {
  const budgets = budgetsOf(head);
  if (budgets.length === 0) return [];
  const [before, after] = [createMeter(base), createMeter(head)];
  const inBase = new Map(base.entities.map(({ name, id }) => [name, id]));
  const translate = (expression: Expression): Expression | undefined =>
    renamed(expression, (id) => inBase.get(entityName(head, id)));
  const told = new Set<string>();
  return budgets.flatMap((budget): MetricChange[] => {
    const write = (expression: Expression): string => printExpression(expression, (id) => entityName(head, id));
    const [metric, words] = [write(budget.metric), `${budget.operator} ${write(budget.limit)}`];
    if (told.has(`${metric} ${words}`)) return [];
    told.add(`${metric} ${words}`);
    const old = translate(budget.metric);
    const from = old === undefined ? undefined : before({ ...budget, metric: old });
    const to = after(budget);
    if (from?.value === to?.value) return [];
    return [{ kind: 'metric', metric, budget: words, from, to, title: budget.title }];
  });
}

function budgetsOf({ scenarios, checks }: Model): Budget[] {
  return [...scenarios, ...checks].flatMap((declared) =>
    wantedComparisons(declared).flatMap(({ left, right, operator }): Budget[] => {
      if (isMetric(left) && isConstant(right)) return [{ title: declared.title, metric: left, operator, limit: right }];
      if (!isMetric(right) || !isConstant(left)) return [];
      return [{ title: declared.title, metric: right, operator: mirrored[operator], limit: left }];
    }),
  );
}

/** Names of one run only, which have no value at the start. */
const ofOneRun: ReadonlySet<string> = new Set(['local', 'self', 'now', 'notified', 'received', 'before']);

const isMetric = (expression: Expression): boolean => {
  const parts = expressionsIn(expression);
  return (
    parts.some((part) => part.kind === 'call' && metrics.has(part.function)) &&
    !parts.some(({ kind }) => ofOneRun.has(kind))
  );
};

const isConstant = (expression: Expression): boolean =>
  expressionsIn(expression).every(({ kind }) => ['number', 'duration', 'binary', 'minus', 'list'].includes(kind));

/** Returns all expressions in one, however deep; plain data, in which each has a `kind`. */
function expressionsIn(value: unknown): Expression[] {
  const found: Expression[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each !== 'object' || each === null) continue;
    if ('kind' in each) found.push(each as Expression);
    open.push(...Object.values<unknown>({ ...each }).reverse());
  }
  return found;
}

/** Returns an expression about the entities of another model; nothing if one of them is not there. */
function renamed(expression: Expression, idOf: (id: number) => number | undefined): Expression | undefined {
  let missing = 0;
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visit(part)]));
    if (copy.kind !== 'entity') return copy;
    const id = idOf(Number(copy.entity));
    if (id === undefined) missing += 1;
    return { ...copy, entity: id };
  };
  const copied = visit(expression) as Expression;
  return missing === 0 ? copied : undefined;
}

/** Returns a function that measures at the start of a model; nothing where a metric has no value there. */
function createMeter(model: Model): (budget: Budget) => MetricValue | undefined {
  const program = compileModel(model);
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const scope = scenarioScope(program);
  const frame = { run, self: -1, locals: [] };
  return ({ metric, operator, limit }) => {
    try {
      return withinOneBudget(() => ({
        value: textOf(program, compileExpression(metric, scope)(frame)),
        isWithin: isTrue(compileExpression({ kind: 'binary', operator, left: metric, right: limit }, scope)(frame)),
      }));
    } catch (error) {
      if (error instanceof RunError) return undefined;
      throw error;
    }
  };
}
