/**
 * What-if values: gives a variable another value after this step, in a branch of the run.
 */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { EntityRow } from '../../../language/src/view/run/run-step.ts';
import { texts } from './texts.ts';

/** A variable of an entity. */
interface Variable {
  readonly entity: string;
  readonly variable: string;
  readonly value: string;
}

/** The properties of the form. */
export interface WhatIfProps {
  readonly entities: readonly EntityRow[];
  /** The reason why the last value did not fit. */
  readonly refused: string | undefined;
  readonly onTry: (set: Variable) => void;
}

/** Shows a choice of variables and a field for a value; nothing without variables. */
export function WhatIf({ entities, refused, onTry }: WhatIfProps): VNode | null {
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<string>();
  const variables = entities.flatMap(({ name, values }) => values.map((each) => variableOf(name, each)));
  const current = variables.find((each) => keyOf(each) === chosen) ?? variables[0];
  if (current === undefined) return null;
  return (
    <section aria-label={texts.whatIf} data-section="what-if">
      <h3>{texts.whatIf}</h3>
      <form
        class="what-if"
        onSubmit={(event) => {
          event.preventDefault();
          onTry({ ...current, value: typed ?? current.value });
        }}
      >
        <select
          aria-label={texts.variable}
          data-choice-of="variable"
          onChange={({ currentTarget }) => {
            setTyped(undefined);
            setChosen(currentTarget.value);
          }}
        >
          {variables.map((each) => (
            <option key={keyOf(each)} value={keyOf(each)} selected={each === current}>
              {keyOf(each)}
            </option>
          ))}
        </select>
        <input
          type="text"
          aria-label={texts.otherValue}
          value={typed ?? current.value}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
          }}
        />
        <button type="submit" class="choice">
          {texts.tryValue}
        </button>
      </form>
      <p role="status" class={refused === undefined ? undefined : 'warning'} data-refused>
        {refused}
      </p>
    </section>
  );
}

const keyOf = ({ entity, variable }: Variable): string => `${entity}.${variable}`;

/** Splits the text of a value, such as `round = 1`. */
function variableOf(entity: string, text: string): Variable {
  const at = text.indexOf(' = ');
  return { entity, variable: text.slice(0, at), value: text.slice(at + 3) };
}
