/**
 * The filter of the listed steps: by text, by entity, by kind, or only steps with a problem. The filter is kept for
 * later runs.
 */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isNoFilter, noFilter, type RunFilter } from '../../../language/src/view/run/run-filter.ts';
import { stepKinds } from '../../../language/src/view/run/run-step.ts';
import { kindWords, texts } from './texts.ts';

/** The properties of the filter. */
export interface FilterBarProps {
  readonly filter: RunFilter;
  /** The number of matching steps, once they are found. */
  readonly found: number | undefined;
  readonly onChange: (filter: RunFilter) => void;
}

/** Shows the fields. */
export function FilterBar({ filter, found, onChange }: FilterBarProps): VNode {
  const change = (part: Partial<RunFilter>): void => {
    onChange({ ...filter, ...part });
  };
  return (
    <div class="filters" role="search" aria-label={texts.filters}>
      <TextField
        label={texts.findText}
        value={filter.text}
        onChange={(text) => {
          change({ text });
        }}
      />
      <TextField
        label={texts.findEntity}
        value={filter.entity}
        onChange={(entity) => {
          change({ entity });
        }}
      />
      <Kinds filter={filter} onChange={change} />
      <label class="check">
        <input
          type="checkbox"
          checked={filter.onlyMarked}
          onChange={({ currentTarget: { checked } }) => {
            change({ onlyMarked: checked });
          }}
        />
        {texts.onlyMarked}
      </label>
      <span class="quiet" role="status">
        {!isNoFilter(filter) && found !== undefined && `${found.toString()} ${texts.shownOf}`}
      </span>
      {!isNoFilter(filter) && (
        <button
          type="button"
          class="link"
          onClick={() => {
            onChange(noFilter);
          }}
        >
          {texts.clear}
        </button>
      )}
    </div>
  );
}

interface KindsProps {
  readonly filter: RunFilter;
  readonly onChange: (part: Partial<RunFilter>) => void;
}

const Kinds = ({ filter: { without }, onChange }: KindsProps): VNode => (
  <details class="menu">
    <summary>{texts.kinds}</summary>
    <div class="menu-items">
      {stepKinds.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={!without.includes(kind)}
            onChange={({ currentTarget: { checked } }) => {
              const others = without.filter((each) => each !== kind);
              onChange({ without: checked ? others : [...others, kind] });
            }}
          />
          {kindWords[kind]}
        </label>
      ))}
    </div>
  </details>
);

/** Milliseconds without a key before the search starts. */
const pause = 250;

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TextField({ label, value, onChange }: TextFieldProps): VNode {
  const [text, setText] = useState(value);
  // An echoed value does not overwrite text typed meanwhile.
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return (
    <input
      type="search"
      class="wide"
      placeholder={label}
      aria-label={label}
      value={text}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
      }}
    />
  );
}
