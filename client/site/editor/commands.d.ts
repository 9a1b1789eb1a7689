/** What the editor takes of the package, for checkouts in which it is not installed yet. */
declare module '@codemirror/commands' {
  import type { Extension } from '@codemirror/state';
  import type { KeyBinding } from '@codemirror/view';

  export function history(): Extension;
  export const historyKeymap: readonly KeyBinding[];
  export const defaultKeymap: readonly KeyBinding[];
}
