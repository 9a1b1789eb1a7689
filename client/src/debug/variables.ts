/**
 * The values that a client can look into, by the numbers that it knows them by. They hold until the run is looked
 * at in another step.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { InspectedScope, InspectedValue } from '../../../language/src/view/inspection/inspected.ts';

/** What stands behind a number. */
export type Held =
  | { readonly kind: 'values'; readonly values: readonly InspectedValue[]; readonly actor: number }
  /** All that is to be seen of an actor, asked for when it is opened. */
  | { readonly kind: 'actor'; readonly actor: number };

/** A frame that was shown: whose it is. */
export interface ShownFrame {
  readonly actor: number;
}

/** Makes an empty table. */
export function createVariables() {
  let next = 1;
  const held = new Map<number, Held>();
  const frames = new Map<number, ShownFrame>();
  const keep = <T>(table: Map<number, T>, value: T): number => {
    const number = next;
    next += 1;
    table.set(number, value);
    return number;
  };
  const referenceOf = ({ parts, actor }: InspectedValue, owner: number): number => {
    if (parts !== undefined) return keep(held, { kind: 'values', values: parts, actor: owner });
    return actor === undefined ? 0 : keep(held, { kind: 'actor', actor });
  };
  return {
    forget: (): void => {
      held.clear();
      frames.clear();
    },
    find: (reference: number): Held | undefined => held.get(reference),
    keepFrame: (frame: ShownFrame): number => keep(frames, frame),
    frame: (id: number | undefined): ShownFrame | undefined => frames.get(id ?? -1),
    referenceOf,
    scopeOf: ({ name, values }: InspectedScope, actor: number, title: string): DebugProtocol.Scope => ({
      name: title,
      variablesReference: keep(held, { kind: 'values', values, actor }),
      expensive: name === 'entities' || name === 'underway',
      namedVariables: values.length,
      ...(name === 'variables' && { presentationHint: 'locals' }),
      ...((name === 'parameters' || name === 'event') && { presentationHint: 'arguments' }),
    }),
    variableOf: (value: InspectedValue, owner: number): DebugProtocol.Variable => ({
      name: value.name,
      value: oneLine(value.text),
      variablesReference: referenceOf(value, owner),
      ...(value.type !== undefined && { type: value.type }),
      ...(value.expression !== undefined && { evaluateName: value.expression }),
      ...(value.isVariable !== true && { presentationHint: { attributes: ['readOnly'] } }),
    }),
  };
}

/** See `createVariables`. */
export type Variables = ReturnType<typeof createVariables>;

/** Texts of a model may hold anything; what a terminal would obey is left out. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
