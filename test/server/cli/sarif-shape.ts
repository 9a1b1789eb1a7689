/**
 * Validates a log against SARIF 2.1.0, in the parts that a log of findings uses: required properties, closed objects,
 * types, and references between parts of the log. Written from the standard's own schema.
 */

type Check = (value: unknown, at: string) => readonly string[];

/** Returns the mismatches; empty if there are none. */
export const sarifFaults = (log: unknown): readonly string[] => [...sarif(log, '$'), ...referenceFaults(log)];

const text: Check = (value, at) => (typeof value === 'string' && value !== '' ? [] : [`${at} is no text`]);

const truth: Check = (value, at) => (typeof value === 'boolean' ? [] : [`${at} is neither true nor false`]);

const number =
  (least: number): Check =>
  (value, at) =>
    Number.isSafeInteger(value) && Number(value) >= least ? [] : [`${at} is no number from ${String(least)}`];

const word =
  (...words: readonly string[]): Check =>
  (value, at) =>
    words.some((each) => each === value) ? [] : [`${at} is none of ${words.join(', ')}`];

/** An absolute URI, or a reference without characters that need escaping. */
const uri =
  (isAbsolute: boolean): Check =>
  (value, at) => {
    const pattern = isAbsolute ? /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i : /^[^\s<>"{}|\\^`]+$/;
    return typeof value === 'string' && pattern.test(value) ? [] : [`${at} is no URI`];
  };

const list =
  (item: Check, least = 0): Check =>
  (value, at) => {
    if (!Array.isArray(value) || value.length < least) return [`${at} is no list of at least ${String(least)}`];
    return value.flatMap((each, place) => item(each, `${at}[${String(place)}]`));
  };

const object =
  (required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no object`];
    const missing = Object.keys(required).filter((name) => !(name in value));
    const known: Readonly<Record<string, Check>> = { ...required, ...optional };
    return [
      ...missing.map((name) => `${at} lacks ${name}`),
      ...Object.entries(value).flatMap(
        ([name, field]) => known[name]?.(field, `${at}.${name}`) ?? [`${at}.${name} is not known`],
      ),
    ];
  };

const message = object({ text });
const level = word('none', 'note', 'warning', 'error');
const artifactLocation = object({ uri: uri(false) });
const region = object({
  startLine: number(1),
  startColumn: number(1),
  endLine: number(1),
  endColumn: number(1),
});
const physicalLocation = object({ artifactLocation, region });
const rule = object(
  { id: text },
  { shortDescription: message, helpUri: uri(true), defaultConfiguration: object({}, { level }) },
);
const replacement = object({ deletedRegion: region }, { insertedContent: object({}, { text: anyText }) });
const fix = object(
  { artifactChanges: list(object({ artifactLocation, replacements: list(replacement, 1) }), 1) },
  { description: message },
);
const result = object(
  { message },
  {
    ruleId: text,
    ruleIndex: number(0),
    level,
    locations: list(object({ physicalLocation })),
    relatedLocations: list(object({ physicalLocation }, { id: number(0), message })),
    fixes: list(fix),
  },
);
const driver = object({ name: text }, { semanticVersion: text, informationUri: uri(true), rules: list(rule) });
const invocation = object(
  { executionSuccessful: truth },
  { toolExecutionNotifications: list(object({ message }, { level })) },
);
const run = object(
  { tool: object({ driver }) },
  {
    columnKind: word('utf16CodeUnits', 'unicodeCodePoints'),
    invocations: list(invocation),
    artifacts: list(object({}, { location: artifactLocation, sourceLanguage: text })),
    results: list(result),
  },
);
const sarif = object({ version: word('2.1.0'), runs: list(run) }, { $schema: uri(true) });

function anyText(value: unknown, at: string): readonly string[] {
  return typeof value === 'string' ? [] : [`${at} is no text`];
}

/** Asserts that rules have different ids, and that an index refers to the rule with the given id. */
function referenceFaults(log: unknown): readonly string[] {
  const { runs = [] } = log as { readonly runs?: readonly unknown[] };
  return runs.flatMap((each) => {
    const { tool, results } = each as {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly { readonly ruleId: string; readonly ruleIndex?: number }[];
    };
    const ids = tool.driver.rules.map(({ id }) => id);
    return [
      ...ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `the rule ${id} is there twice`),
      ...results
        .filter(({ ruleId, ruleIndex }) => ruleIndex !== undefined && ids[ruleIndex] !== ruleId)
        .map(({ ruleId }) => `the index of ${ruleId} names another rule`),
    ];
  });
}
