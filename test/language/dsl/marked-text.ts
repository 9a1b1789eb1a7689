/**
 * Expectations written under the line that they are about:
 *
 *     pd server { manages files }
 *     //                  ^^^^^ -> files
 *     pd client { manages fiels }
 *     //                  ^^^^^ error name/unknown "Did you mean"
 */

/** What must be true of a range: a reference leads to a declaration, or there is a finding. */
export interface Mark {
  /** Counted from 0, like `start` and the exclusive `end` on it. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly expected:
    | { readonly kind: 'target'; readonly target: string }
    | { readonly kind: 'finding'; readonly severity: string; readonly code: string; readonly text: string };
}

/** Reads the expectations of a text. One that is not written as above is a mistake in the test. */
export function marksOf(text: string): Mark[] {
  const marks: Mark[] = [];
  let about = -1;
  for (const [index, line] of text.split('\n').entries()) {
    const carets = /^\s*\/\/\s*(\^+)\s*(.*?)\s*$/.exec(line);
    if (carets === null) {
      about = index;
      continue;
    }
    const [, marked = '', rest = ''] = carets;
    const start = line.indexOf(marked);
    marks.push({ line: about, start, end: start + marked.length, expected: readExpected(rest, index) });
  }
  return marks;
}

function readExpected(text: string, index: number): Mark['expected'] {
  const target = /^-> (.+)$/.exec(text)?.[1];
  if (target !== undefined) return { kind: 'target', target };
  const [, severity, code, message] = /^(error|warning|information|hint) (\S+) "(.*)"$/.exec(text) ?? [];
  if (severity === undefined || code === undefined || message === undefined) {
    throw new Error(`Line ${index + 1} is no expectation: ${text}`);
  }
  return { kind: 'finding', severity, code, text: message };
}
