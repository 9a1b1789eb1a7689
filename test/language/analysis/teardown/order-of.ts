/** The results of a teardown by name, for tests that compare them with a table. */
import { type Teardown, teardown } from '../../../../language/src/analysis/teardown/teardown.ts';
import { defaultPolicy, type Policy } from '../../../../language/src/model/policy.ts';
import { buildModel, type Built } from '../../build-model.ts';

/** The order made by the Murano engine: layers from the end, and no order through survivors. */
export const engine: Policy = { ...defaultPolicy, layers: 'latest', throughSurvivors: false };

/** A teardown with its names. */
export interface NamedOrder extends Built {
  readonly order: Teardown;
  /** Layers as text: `a b | c`. */
  readonly layers: string;
  /** The facts that give way. */
  readonly leftOut: readonly string[];
  /** `subject.action of`, in notification order. */
  readonly told: readonly string[];
  readonly before: readonly string[];
}

/** Tears down everything in a model, or only the named entities. */
export function orderOf(text: string, policy: Partial<Policy> = {}, doomed?: string): NamedOrder {
  const built = buildModel(text);
  const ids = doomed === undefined ? built.model.entities.map(({ id }) => id) : doomed.split(' ').map(built.id);
  const order = teardown(built.model, ids, { ...defaultPolicy, ...policy });
  const name = (id: number): string => built.names([id])[0] ?? '';
  return {
    ...built,
    order,
    layers: order.layers.map((layer) => built.names(layer).join(' ')).join(' | '),
    leftOut: order.dropped.map(({ fact }) => fact.text),
    told: order.notifications.map(({ subject, action, of }) => `${name(subject)}.${action} ${name(of)}`),
    before: order.before.map(([first, then]) => `${name(first)} < ${name(then)}`),
  };
}
