/**
 * Runs JavaScript that the language core has written. It holds numbers and fixed words only, no text of
 * a model; a webview must not do this, and a host that forbids it is left without.
 */
import type { RunText } from '../../../language/src/simulation/compiled/compiled-rules.ts';

/** Makes a function of these parameters with this body. */
export const runText: RunText = (parameters, body) =>
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  new Function(...parameters, body);

/** Returns what runs text; nothing where the policy of a page, or of Node, forbids it. */
export function textRunner(): RunText | undefined {
  try {
    runText([], '');
    return runText;
  } catch {
    return undefined;
  }
}
