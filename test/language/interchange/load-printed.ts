/** Loads text printed from a model, as a file of the language with all its checks. */
import { loadModel } from '../../../language/src/dsl/load.ts';
import type { Loaded } from '../../../language/src/dsl/loaded.ts';

export const loadPrinted = (text: string): Promise<Loaded> =>
  loadModel('memory:/printed.aft', () => Promise.resolve(text));

/** Returns the codes and messages of the errors. */
export const errorsIn = ({ findings }: Loaded): string[] =>
  findings.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`);
