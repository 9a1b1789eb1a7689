/** The built-in event `done`, which a declared event of that name hides. */
import { isBuiltIn } from './built-ins.ts';

/** Returns true for the event of a state within which a final state has been entered. */
export const isDone = (event: { readonly $type: string; readonly name: string }): boolean =>
  isBuiltIn(event) && event.name === 'done';
