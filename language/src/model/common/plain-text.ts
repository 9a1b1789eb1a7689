/**
 * Plain data as JSON and back: also maps, sets, typed arrays, and the numbers that JSON does not know. What comes back
 * has the same content and nothing else, no code in particular.
 */

/** Stands for what JSON does not know: its kind, and its content. */
type Marked = readonly [kind: string, content: unknown];

/** The key of the only property of an object that stands for something else. */
const mark = '$';

const numbers: ReadonlyMap<string, number> = new Map([
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['NaN', NaN],
  ['-0', -0],
]);

/** Returns plain data as one line of JSON. Throws for a function, or anything else that is no data. */
export const plainText = (data: unknown): string => JSON.stringify(toJson(data));

/** Returns the data of a line. Throws if it is none. */
export const plainData = (text: string): unknown => fromJson(JSON.parse(text));

function toJson(data: unknown): unknown {
  if (data === null || typeof data === 'string' || typeof data === 'boolean') return data;
  if (data === undefined) return marked(['undefined', null]);
  if (typeof data === 'number') {
    const isKnown = Number.isFinite(data) && !Object.is(data, -0);
    return isKnown ? data : marked(['number', Object.is(data, -0) ? '-0' : String(data)]);
  }
  if (typeof data !== 'object') throw new Error(`A ${typeof data} is no plain data.`);
  if (Array.isArray(data)) return Array.from(data, toJson);
  if (data instanceof Map) return marked(['map', Array.from(data, toJson)]);
  if (data instanceof Set) return marked(['set', Array.from(data, toJson)]);
  if (data instanceof Uint8Array) return marked(['bytes', Array.from(data)]);
  if (data instanceof Int32Array) return marked(['integers', Array.from(data)]);
  if (mark in data) throw new Error(`The key "${mark}" stands for something else.`);
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, toJson(value)]));
}

const marked = (content: Marked): unknown => ({ [mark]: content });

function fromJson(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(fromJson);
  if (!(mark in json)) return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, fromJson(value)]));
  const [kind, content] = json[mark] as Marked;
  if (kind === 'undefined') return undefined;
  if (kind === 'number' && typeof content === 'string' && numbers.has(content)) return numbers.get(content);
  if (Array.isArray(content)) {
    if (kind === 'map') return new Map(content.map(fromJson) as [unknown, unknown][]);
    if (kind === 'set') return new Set(content.map(fromJson));
    if (kind === 'bytes') return Uint8Array.from(content as number[]);
    if (kind === 'integers') return Int32Array.from(content as number[]);
  }
  throw new Error('Plain data of an unknown kind.');
}
