/**
 * The steps of a plan: the cases of Terraform's own notes on destruction, and on random plans a second order, which
 * asks of each two operations whether one must come first and takes the longest way.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import { runs } from '../../../properties.ts';
import { imported, sentences } from './projects.ts';

type Action = 'create' | 'update' | 'delete' | 'replace' | 'create first' | 'no-op';

const actions: Readonly<Record<Action, readonly string[]>> = {
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  replace: ['delete', 'create'],
  'create first': ['create', 'delete'],
  'no-op': ['no-op'],
};

/** Resources with what the plan does, and those that they depend on. */
type Plan = Readonly<Record<string, readonly [Action, ...string[]]>>;

const textIn = (value: Expression): string =>
  value.kind === 'text' ? value.parts.filter((part) => typeof part === 'string').join('') : '';

/** Returns the operations of a plan in their order, those of one step in one text: `A destroy, B create`. */
function stepsOf(plan: Plan): string[] {
  const entries = Object.entries(plan);
  const address = (name: string): string => `x.${name}`;
  const json = {
    format_version: '1.2',
    terraform_version: '1.11.4',
    resource_changes: entries.map(([name, [action]]) => ({ address: address(name), mode: 'managed', type: 'x', change: { actions: actions[action] } })), // oxfmt-ignore
    prior_state: {
      values: {
        root_module: {
          resources: entries.map(([name, [, ...on]]) => ({ address: address(name), mode: 'managed', type: 'x', depends_on: on.map(address) })), // oxfmt-ignore
        },
      },
    },
  };
  const steps: string[][] = [];
  for (const { name, data } of imported({ 'plan.json': JSON.stringify(json) }).entities) {
    for (const { name: key, value } of data) {
      const [, operation] = /^(\w+)_step$/.exec(key) ?? [];
      const text = textIn(value);
      if (operation !== undefined)
        (steps[Number(text) - 1] ??= []).push(`${name.replace(/^'x\.|'$/g, '')} ${operation}`);
    }
  }
  return steps.map((step) => step.sort().join(', '));
}

/** Returns the same by comparing each two operations. */
function naiveSteps(plan: Plan): string[] {
  const names = Object.keys(plan);
  const actionOf = (name: string): Action => plan[name]?.[0] ?? 'no-op';
  const dependsOn = (a: string, b: string): boolean => plan[a]?.slice(1).includes(b) === true;
  /** Created first is whatever says so, and all that it depends on, however far. */
  const isFirst = (name: string): boolean =>
    actionOf(name) === 'create first' ||
    names.some((other) => other !== name && dependsOn(other, name) && isFirst(other));
  const operations = names.flatMap((name): (readonly [string, 'destroy' | 'create' | 'update'])[] => {
    const action = actionOf(name);
    if (action === 'no-op') return [];
    if (action === 'delete') return [[name, 'destroy']];
    if (action === 'create' || action === 'update') return [[name, action]];
    return [
      [name, 'destroy'],
      [name, 'create'],
    ];
  });
  type Each = (typeof operations)[number];
  const isBefore = ([a, first]: Each, [b, second]: Each): boolean => {
    const related = a === b || dependsOn(a, b) || dependsOn(b, a);
    if (first === 'destroy' && second === 'destroy') return dependsOn(a, b);
    if (first !== 'destroy' && second !== 'destroy') return dependsOn(b, a);
    if (first === 'destroy') return related && !isFirst(a);
    return related && isFirst(b);
  };
  const stepOf = (each: Each): number =>
    1 + Math.max(0, ...operations.filter((other) => isBefore(other, each)).map((other) => stepOf(other)));
  const steps: string[][] = [];
  for (const each of operations) (steps[stepOf(each) - 1] ??= []).push(each.join(' '));
  return steps.map((step) => step.sort().join(', '));
}

describe('the steps of a plan of Terraform', () => {
  it('are those of its notes on destruction', () => {
    for (const [plan, wanted] of [
      [{ A: ['create'], B: ['create', 'A'], C: ['create', 'B'] }, ['A create', 'B create', 'C create']],
      [{ A: ['create'], B: ['update', 'A'], C: ['update', 'B'] }, ['A create', 'B update', 'C update']],
      [{ A: ['delete'], B: ['delete', 'A'], C: ['delete', 'B'] }, ['C destroy', 'B destroy', 'A destroy']],
      [{ A: ['replace'], B: ['replace', 'A'] }, ['B destroy', 'A destroy', 'A create', 'B create']],
      [{ A: ['replace'], B: ['update', 'A'] }, ['A destroy', 'A create', 'B update']],
      [{ A: ['update'], B: ['delete', 'A'] }, ['B destroy', 'A update']],
      [{ A: ['create first'], B: ['replace', 'A'] }, ['B destroy', 'A create', 'B create', 'A destroy']],
      [{ A: ['create first'], B: ['update', 'A'] }, ['A create', 'B update', 'A destroy']],
      [{ A: ['create first'], B: ['create first', 'A'] }, ['A create', 'B create', 'B destroy', 'A destroy']],
    ] as const) {
      assert.deepEqual(stepsOf(plan as Plan), wanted, JSON.stringify(plan));
      assert.deepEqual(naiveSteps(plan as Plan), wanted, JSON.stringify(plan));
    }
  });

  it('are those of a comparison of each two operations', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const action = fc.constantFrom<Action>('create', 'update', 'delete', 'replace', 'create first', 'no-op');
    const plans = fc.array(fc.tuple(action, fc.subarray(names)), { minLength: 1, maxLength: 5 }).map((rows) => {
      const plan: Record<string, readonly [Action, ...string[]]> = {};
      for (const [index, [does, on]] of rows.entries())
        plan[names[index] ?? ''] = [does, ...on.filter((name) => names.indexOf(name) < index)];
      return plan;
    });
    let both = 0;
    fc.assert(
      fc.property(plans, (given) => {
        // Terraform replaces what must be created first in that way, and plans nothing else.
        const isForced = (name: string): boolean =>
          Object.entries(given).some(([other, [does, ...on]]) => on.includes(name) && (does === 'create first' || isForced(other))); // oxfmt-ignore
        const plan = Object.fromEntries(
          Object.entries(given).map(([name, [does, ...on]]) => [name, [does === 'replace' && isForced(name) ? 'create first' : does, ...on] as const]), // oxfmt-ignore
        );
        const found = stepsOf(plan);
        both += found.length > 2 && found.join(' ').includes('destroy') ? 1 : 0;
        assert.deepEqual(found, naiveSteps(plan));
      }),
      { numRuns: runs(200, 20_000) },
    );
    assert.ok(both > 50, `${String(both)} plans of three steps or more with an end`);
  });

  it('know what blocks "removed" name, and say which module is not there', () => {
    const files = {
      'main.tf': `
resource "x" "kept" {}
removed {
  from = x.old
  lifecycle { destroy = false }
}
removed { from = y.gone }
removed { from = x.kept }
removed { from = module.old }
`,
    };
    const said = imported(files).entities.map(({ name, data }) => `${name} ${data.map(({ value }) => textIn(value)).join(' ')}`.trim()); // oxfmt-ignore
    assert.deepEqual(said, ['project', "'x.kept'", "'x.old' forgotten", "'y.gone' destroyed"]);
    assert.match(sentences(files).join('\n'), /1 module is not among the files and left out: "module\.old"/);
    const ends = imported(files).relations.filter(({ kind }) => kind === 'stops with').length;
    assert.equal(ends, 2);
  });
});
