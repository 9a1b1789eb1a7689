/**
 * Asks for the values of an event before it is sent: each parameter with its type and a value that fits.
 */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AskedParameter } from '../../../language/src/view/statechart/event-parameters.ts';
import { texts } from './texts.ts';

/** The properties of the form. */
export interface EventFormProps {
  readonly event: string;
  readonly parameters: readonly AskedParameter[];
  readonly onSend: (values: readonly string[]) => void;
}

/** Shows a field for each parameter; the first one has the focus. */
export function EventForm({ event, parameters, onSend }: EventFormProps): VNode {
  const [values, setValues] = useState(() => parameters.map(({ initial }) => initial));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, []);
  const change = (at: number, value: string): void => {
    setValues(values.with(at, value));
  };
  return (
    <form
      ref={form}
      class="event-form"
      data-event={event}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        onSend(values);
      }}
    >
      {parameters.map((parameter, at) => (
        <label key={parameter.name}>
          <span>
            {parameter.name} <small class="quiet">{parameter.type}</small>
          </span>
          <Field
            {...{ parameter }}
            value={values[at] ?? ''}
            onValue={(value) => {
              change(at, value);
            }}
          />
        </label>
      ))}
      <button type="submit">{texts.send}</button>
    </form>
  );
}

interface FieldProps {
  readonly parameter: AskedParameter;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Field({ parameter: { name, options }, value, onValue }: FieldProps): VNode {
  if (options === undefined)
    return (
      <input
        type="text"
        data-parameter={name}
        value={value}
        onInput={({ currentTarget }) => {
          onValue(currentTarget.value);
        }}
      />
    );
  return (
    <select
      data-parameter={name}
      onChange={({ currentTarget }) => {
        onValue(currentTarget.value);
      }}
    >
      {options.map((option) => (
        <option key={option} value={option} selected={option === value}>
          {option}
        </option>
      ))}
    </select>
  );
}
