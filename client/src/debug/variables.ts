/**
 * The values that a client can expand, by the numbers it knows them by. They are valid until the step changes.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { InspectedScope, InspectedValue } from '../../../language/src/view/inspection/inspected.ts';

/** The content of a number. */
export type HeldNumber =
  | { readonly kind: 'values'; readonly values: readonly InspectedValue[]; readonly actor: number }
  /** Everything visible of an actor, requested when it is expanded. */
  | { readonly kind: 'actor'; readonly actor: number };

/** A frame that was shown, with its actor. */
export interface ShownFrame {
  readonly actor: number;
}

/** Creates an empty table. */
export function createVariables() {
  let next = 1;
  const held = new Map<number, HeldNumber>();
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
    find: (reference: number): HeldNumber | undefined => held.get(reference),
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

/** The table of `createVariables`. */
export type VariableTable = ReturnType<typeof createVariables>;

/** Returns a text of a model without control characters, which a terminal would obey. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
