/**
 * Quick picks that stay when something else takes the focus: a page in which a button was pressed may be drawn anew
 * right after it, and would close the pick that the button has opened.
 */

/** The number of commands under way whose picks stay. */
let staying = 0;

/** Runs a command whose picks stay until they are answered or dismissed. */
export async function withStayingPicks<Result>(run: () => PromiseLike<Result>): Promise<Result> {
  staying += 1;
  try {
    return await run();
  } finally {
    staying -= 1;
  }
}

/** Returns the option of each pick that a command of a page may open. */
export const stayOption = (): { readonly ignoreFocusOut: boolean } => ({ ignoreFocusOut: staying > 0 });
