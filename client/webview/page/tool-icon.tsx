/**
 * The icons of the toolbar, 16 pixels wide, in the current colour.
 */
import type { VNode } from 'preact';

const paths = {
  zoomIn: 'M7 3.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 1 0 0-7.6 M9.9 9.9L13.5 13.5 M7 5.2v3.6 M5.2 7h3.6',
  zoomOut: 'M7 3.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 1 0 0-7.6 M9.9 9.9L13.5 13.5 M5.2 7h3.6',
  fit: 'M2.5 6V2.5H6 M10 2.5h3.5V6 M13.5 10v3.5H10 M6 13.5H2.5V10 M6 6h4v4H6z',
  legend: 'M2.5 4h2 M2.5 8h2 M2.5 12h2 M7 4h6.5 M7 8h6.5 M7 12h6.5',
  graph: 'M2.5 2.5h4v3h-4z M9.5 6.5h4v3h-4z M2.5 10.5h4v3h-4z M6.5 4h2v8h-2 M8.5 8h1',
  plan: 'M3.5 2.5h9v11h-9z M5.5 5.5h.6 M8 5.5h2.8 M5.5 8h.6 M8 8h2.8 M5.5 10.5h.6 M8 10.5h2.8',
  matrix: 'M2.5 2.5h11v11h-11z M2.5 6.2h11 M2.5 9.8h11 M6.2 2.5v11 M9.8 2.5v11',
  crash: 'M9 1.8L4 9h3.6L6.6 14.2L12 6.6H8.2z',
  close: 'M4 4l8 8 M12 4l-8 8',
  source: 'M9.5 2.5H4v11h8.5V5.5z M9.5 2.5v3h3 M6.5 9.5l-1 1 1 1 M10 9.5l1 1-1 1',
  search: 'M7 3.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 1 0 0-7.6 M9.9 9.9L13.5 13.5',
  first: 'M4 3v10 M13 3L6.5 8l6.5 5z',
  back: 'M11.5 3L5 8l6.5 5z',
  forward: 'M4.5 3L11 8l-6.5 5z',
  last: 'M12 3v10 M3 3l6.5 5L3 13z',
  play: 'M4.5 2.8L12.5 8l-8 5.2z',
  pause: 'M5 3v10 M6.2 3v10 M10 3v10 M11.2 3v10',
  branch:
    'M5 5.2v5.6 M5 5.2a1.6 1.6 0 1 0 0-3.2a1.6 1.6 0 1 0 0 3.2 M5 14a1.6 1.6 0 1 0 0-3.2a1.6 1.6 0 1 0 0 3.2 M11.4 6.6a1.6 1.6 0 1 0 0-3.2a1.6 1.6 0 1 0 0 3.2 M11.4 6.6c0 3-6.4 1.4-6.4 4',
  compare: 'M2.5 3h4.5v10H2.5z M9 3h4.5v10H9z M4 6h1.5 M4 8.5h1.5 M10.5 6H12',
  lanes: 'M2 4h5 M9 4h5 M2 8h8 M12 8h2 M2 12h3 M7 12h7',
  table: 'M2.5 3h11v10h-11z M2.5 6.3h11 M2.5 9.6h11 M7 3v10',
  earlier: 'M10 3.5L5.5 8L10 12.5',
  later: 'M6 3.5L10.5 8L6 12.5',
  filter: 'M2.5 3h11L9.4 8.2v4.6l-2.8-1.4V8.2z',
  problem: 'M8 2.2L14 13H2z M8 6.2v3.4 M8 11.2v.3',
  save: 'M3 2.5h8l2.5 2.5v8.5H3z M5.5 2.5v3.5h4.5V2.5 M5 13.5V9h6v4.5',
  view: 'M8 2.5l6 3-6 3-6-3z M2 8.5l6 3 6-3 M2 11.5l6 3 6-3',
  overview: 'M2.5 2.5h11v11h-11z M8 8h5.5v5.5H8z',
  near: 'M8 5.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5 M8 1.5v2 M8 12.5v2 M1.5 8h2 M12.5 8h2',
  up: 'M8 13V3 M4 7l4-4 4 4',
  down: 'M8 3v10 M4 9l4 4 4-4',
  collapse: 'M2.5 2.5h11v11h-11z M5 8h6',
  expand: 'M2.5 2.5h11v11h-11z M5 8h6 M8 5v6',
  export: 'M8 10V2 M5 5l3-3 3 3 M3 9v4.5h10V9',
  arrange: 'M2.5 2.5h4v4h-4z M9.5 2.5h4v4h-4z M2.5 9.5h4v4h-4z M9.5 9.5h4v4h-4z',
  reset: 'M4 2.5v4h4 M4.3 6.3a5 5 0 1 1-.6 4.2',
  bookmark: 'M4.5 2.5h7v11L8 10.5l-3.5 3z',
  toBookmark: 'M8 2.5h5.5v9l-2.7-2.2L8 11.5z M2 7h4 M4.3 4.8L6.4 7L4.3 9.2',
  whatIf: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.6 M8 12v.3',
  again: 'M13 8a5 5 0 1 1-1.6-3.7 M13 2.5v3h-3',
} as const;

/** The name of an icon. */
export type ToolIconName = keyof typeof paths;

/** Draws an icon. */
export function ToolIcon({ name }: { readonly name: ToolIconName }): VNode {
  return (
    <svg class="tool-icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** The properties of a button. */
export interface ToolButtonProps {
  readonly icon: ToolIconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly isPressed?: boolean;
  /** Shows the label beside the icon. */
  readonly hasText?: boolean;
  /** Pressed several times in a row: a menu that it folds into stays open. */
  readonly isRepeated?: boolean;
}

/** A button with an icon and an accessible name. */
export function ToolButton(props: ToolButtonProps): VNode {
  const { icon, label, onClick, isPressed, hasText = false, isRepeated } = props;
  return (
    <button
      type="button"
      class="tool"
      title={label}
      aria-label={label}
      aria-pressed={isPressed}
      onClick={onClick}
      data-tool={icon}
      data-repeated={isRepeated}
    >
      <ToolIcon name={icon} />
      {hasText && <span>{label}</span>}
    </button>
  );
}
