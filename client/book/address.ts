/** The address of a view of a one-file report: the part after `#`, such as `#crash=db&policy=careful`. */

/** The views of a model. */
export const bookViews = [
  ...['overview', 'graph', 'plan', 'matrix', 'points', 'isolation', 'scenarios', 'checks', 'text'],
] as const;
/** One of the views. */
export type BookView = (typeof bookViews)[number];

/** The parts of an address; absent where it has none. */
export interface Address {
  readonly view: BookView;
  /** The name of the model. */
  readonly model?: string;
  /** The entities that crash in one event. */
  readonly crash?: readonly string[];
  readonly policy?: string;
  /** The title of a scenario or check. */
  readonly title?: string;
  /** A line of the text, from 1, and the file that it is in. */
  readonly line?: number;
  readonly file?: string;
}

const isView = (text: string | null): text is BookView => bookViews.some((each) => each === text);

/** Reads an address; what it gets wrong is left out. A crash without a view is shown in the graph. */
export function readAddress(hash: string): Address {
  const given = new URLSearchParams(hash.replace(/^#/u, '').replaceAll('+', '%2B'));
  const [crash, scenario, check, line] = [
    given.getAll('crash'),
    given.get('scenario'),
    given.get('check'),
    given.get('line'),
  ];
  const otherwise: BookView =
    crash.length > 0 ? 'graph' : scenario !== null ? 'scenarios' : check !== null ? 'checks' : 'overview';
  const view = given.get('view');
  const [model, policy, file] = [given.get('model'), given.get('policy'), given.get('file')];
  const title = scenario ?? check;
  return {
    view: isView(view) ? view : otherwise,
    ...(model !== null && { model }),
    ...(crash.length > 0 && { crash }),
    ...(policy !== null && { policy }),
    ...(title !== null && { title }),
    ...(line !== null && /^[1-9]\d{0,8}$/u.test(line) && { line: Number(line) }),
    ...(file !== null && { file }),
  };
}

/** Writes an address; `readAddress` reads it back. */
export function writeAddress({ view, model, crash = [], policy, title, line, file }: Address): string {
  const of = view === 'checks' ? 'check' : 'scenario';
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['view', view],
    ['model', model],
    ...crash.map((name) => ['crash', name] as const),
    ['policy', policy],
    [of, title],
    ['file', file],
    ['line', line?.toString()],
  ];
  const written = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `#${written.join('&')}`;
}
