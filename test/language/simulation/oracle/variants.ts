/** The combinations of the `for` steps of a check: the plain steps of each, with the values of the names in scope. */
import type { Model } from '../../../../language/src/model/model.ts';
import type { Check, Step } from '../../../../language/src/model/scenario.ts';
import { evaluate } from './evaluate.ts';
import { type Around, itemsOf, type World } from './world.ts';

export interface PlainStep {
  readonly step: Exclude<Step, { readonly kind: 'each' }>;
  readonly around: Around;
}

/** Returns the plain steps of each combination; sets are evaluated at the start. */
export function variantsOf(model: Model, { steps }: Check, world: World): PlainStep[][] {
  const expand = (all: readonly Step[], around: Around): PlainStep[][] =>
    all.reduce<PlainStep[][]>(
      (before, step) => {
        const after: PlainStep[][] =
          step.kind === 'each'
            ? combined(step.variables, around).flatMap((inner) => expand(step.body, inner))
            : [[{ step, around }]];
        return before.flatMap((first) => after.map((then) => [...first, ...then]));
      },
      [[]],
    );
  const combined = (
    variables: Extract<Step, { readonly kind: 'each' }>['variables'],
    around: Around,
  ): readonly Around[] =>
    variables.reduce<readonly Around[]>(
      (all, { name, set }) =>
        all.flatMap((each) =>
          itemsOf(evaluate({ model, world }, each, set)).map((value) => ({
            ...each,
            names: { ...each.names, [name]: value },
          })),
        ),
      [around],
    );
  return expand(steps, { self: -1, names: {} });
}
