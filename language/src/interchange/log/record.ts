/** Records: the lines of a log as fields, whatever tool wrote it, and the paths and templates that read them. */

/** One line of a log, or one object that spans several. */
export interface LogRecord {
  /** From 1: where it begins. */
  readonly line: number;
  /** The text in the file. */
  readonly text: string;
  readonly fields: Fields;
}

/** The fields of a record, as JSON has them. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns true for an object of JSON that is no list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns what is at a path, such as `object.status.phase`, `items[0].name` or `$.items.0.name`; undefined if nothing
 * is. A field whose own name has dots is found by that name first.
 */
export function atPath(fields: Fields, path: string): unknown {
  if (Object.hasOwn(fields, path)) return fields[path];
  let value: unknown = fields;
  for (const name of partsOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Fields)[name];
  }
  return value;
}

const partsKnown = new Map<string, readonly string[]>();
const mostKnown = 10_000;

function partsOf(path: string): readonly string[] {
  const known = partsKnown.get(path);
  if (known !== undefined) return known;
  const parts = path
    .replace(/^\$\.?/, '')
    .replace(
      /\[(?:"([^"]*)"|'([^']*)'|(\d+))\]/g,
      (_, one?: string, two?: string, number?: string) => `.${one ?? two ?? number ?? ''}`,
    )
    .split('.')
    .filter((part) => part !== '');
  if (partsKnown.size < mostKnown) partsKnown.set(path, parts);
  return parts;
}

/** Returns the text of a value as a line shows it; undefined if it has none. */
export function textOfValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null ? 'none' : undefined;
}

/** Fills in a template: `{path}` stands for what is there; undefined if something is missing. */
export function filledIn(template: string, fields: Fields): string | undefined {
  const parts = template.split(/\{([^{}]*)\}/);
  const texts = parts.map((part, index) => (index % 2 === 0 ? part : textOfValue(atPath(fields, part))));
  return texts.includes(undefined) ? undefined : texts.join('');
}
