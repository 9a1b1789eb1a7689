/**
 * The tools of assistants: each is a command of the command line that only reads, with a schema of what it takes. The
 * protocol server and the extension offer the same ones.
 */
/** The schema of one value; a part of JSON Schema. */
export interface ValueSchema {
  readonly type: 'string' | 'integer' | 'boolean' | 'array';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: { readonly type: 'string' };
}

/** A tool. */
export interface AssistantTool {
  /** A verb and a noun, unlike the names of other tools. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, ValueSchema>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  /** The answer besides text: an SVG picture. */
  readonly isPicture?: true;
  /** Returns the command line of checked input. */
  readonly argumentsOf: (input: ToolInput) => readonly string[];
}

/** Input that fits the schema of its tool. */
export type ToolInput = Readonly<Record<string, string | number | boolean | readonly string[]>>;

const text = (description: string): ValueSchema => ({ type: 'string', description });
const list = (description: string, minItems = 1): ValueSchema => ({
  ...{ type: 'array', items: { type: 'string' }, minItems, description },
});

const file = text('The path of the model, an .aft file.');
const policy = text(
  'A policy of the model, space-direct, space-recursive, pd-direct or pd-recursive. Default: "default".',
);
const json: ValueSchema = {
  type: 'boolean',
  description: 'True for JSON (aftermath://schema).',
};
const timeout: ValueSchema = {
  ...{ type: 'integer', minimum: 1, maximum: 600 },
  description: 'Seconds after which it gives up. Default: 60.',
};

const option = (input: ToolInput, field: string, name = field): readonly string[] => {
  const value = input[field];
  if (value === undefined || value === false) return [];
  if (value === true) return [`--${name}`];
  return (Array.isArray(value) ? (value as readonly string[]) : [value]).map((each) => `--${name}=${String(each)}`);
};
const operands = (input: ToolInput, ...fields: readonly string[]): readonly string[] => [
  '--',
  ...fields.flatMap((field) => {
    const value = input[field];
    return value === undefined ? [] : Array.isArray(value) ? (value as readonly string[]) : [String(value)];
  }),
];

function tool(
  command: string,
  {
    options = [],
    from,
    ...given
  }: Pick<AssistantTool, 'name' | 'title' | 'description'> & {
    readonly properties: Readonly<Record<string, ValueSchema>>;
    readonly required: readonly string[];
    /** The fields that are options of the same name. */
    readonly options?: readonly string[];
    /** The fields that are operands. */
    readonly from: readonly string[];
  },
): AssistantTool {
  const { name, title, description, properties, required } = given;
  return {
    ...{ name, title, description },
    inputSchema: { type: 'object', properties: { ...properties, json }, required, additionalProperties: false },
    argumentsOf: (input) => [
      ...[command, ...option(input, 'json'), ...options.flatMap((each) => option(input, each))],
      ...operands(input, ...from),
    ],
  };
}

/** The fields of a supposition, which several tools take. */
const suppose = {
  with: list('Suppose statements, such as "a holds c".', 0),
  without: list('Suppose that relations "a owns b" or entities are gone.', 0),
};
const supposing = Object.keys(suppose);

const planEvents = ['crash', 'destroy', 'evict', 'drain', 'remove', 'delete', 'collect', 'start', 'recover'] as const;

/** All tools, in the order in which they are listed. */
export const assistantTools: readonly AssistantTool[] = [
  tool('check', {
    name: 'check_model',
    title: 'Check a model',
    description:
      'Lists errors, warnings and notes of Aftermath models, with line and column. Use it first, and after every edit: the other tools refuse a model with errors.',
    properties: { files: list('The models: paths of .aft files.') },
    ...{ required: ['files'], from: ['files'] },
  }),
  tool('crash', {
    name: 'crash_entity',
    title: 'Crash a PD or node',
    description:
      'Says what the crash of protection domains or nodes does: what is destroyed, in which order, what survives degraded or broken, who is notified, and the chain of declared facts behind each.',
    properties: { file, names: list('The PDs or nodes that crash, all in one event.'), policy, ...suppose },
    ...{ required: ['file', 'names'], options: ['policy', ...supposing], from: ['file', 'names'] },
  }),
  {
    ...tool('plan', {
      name: 'plan_event',
      title: 'Plan an event',
      description:
        'Returns the steps of a teardown, deletion, eviction, collection, start or recovery, in order, with reasons and deadlocks. The event "recover" is what follows a crash of the names.',
      properties: {
        file,
        event: { type: 'string', enum: planEvents, description: 'What happens.' },
        names: list('What it happens to; empty for collect and for a start of everything.', 0),
        policy,
        ...suppose,
      },
      ...{ required: ['file', 'event'], from: ['file'] },
    }),
    argumentsOf: (input) => {
      const names = (input.names ?? []) as readonly string[];
      const event = String(input.event);
      const head = ['plan', ...['json', 'policy', ...supposing].flatMap((each) => option(input, each))];
      if (event === 'start') return [...head, '--start', ...operands(input, 'file', 'names')];
      if (event === 'collect') return [...head, '--collect', ...operands(input, 'file')];
      const said =
        event === 'recover' ? ['--recover', ...option({ names }, 'names', 'crash')] : option({ names }, 'names', event);
      return [...head, ...said, ...operands(input, 'file')];
    },
  },
  tool('why', {
    name: 'explain_consequence',
    title: 'Explain why, or why not',
    description:
      'Returns the shortest chain of declared facts, with lines, why something happens to an entity, or the nearest relations that are missing for it. Give "crash" to ask about a crash, "before" about an order, "to" about the ways to another entity.',
    properties: {
      file,
      name: text('The entity that is asked about.'),
      crash: list('What crashes.'),
      before: text('Another entity: is the first destroyed before this one?'),
      to: text('Another entity: how are the two connected?'),
      policy,
      ...suppose,
    },
    ...{
      required: ['file', 'name'],
      options: ['crash', 'before', 'to', 'policy', ...supposing],
      from: ['file', 'name'],
    },
  }),
  tool('points', {
    name: 'find_failure_points',
    title: 'Find single points of failure',
    description:
      'Lists, for each goal (what a declaration needs), the smallest sets of PDs and nodes whose crash makes it fail: single points of failure first.',
    properties: {
      file,
      size: { type: 'integer', minimum: 1, maximum: 8, description: 'The largest sets to list. Default: 4.' },
      policy,
      ...suppose,
    },
    ...{ required: ['file'], options: ['size', 'policy', ...supposing], from: ['file'] },
  }),
  tool('availability', {
    name: 'compute_availability',
    title: 'Compute availability',
    description:
      'Computes for each goal how often it fails and for how long, from "mttf" and "mttr", or "failureRate" and "repairRate", of PDs and nodes.',
    properties: {
      file,
      goal: text('Only the goals of this entity.'),
      within: text('Also the probability of a failure within this time: "1000h".'),
      policy,
      ...suppose,
    },
    ...{ required: ['file'], options: ['goal', 'within', 'policy', ...supposing], from: ['file'] },
  }),
  tool('matrix', {
    name: 'compare_crashes',
    title: 'Compare all crashes',
    description:
      'Counts what the crash of each PD and node destroys, degrades and breaks, under each policy; or another event.',
    properties: {
      file,
      event: { type: 'string', enum: ['crash', 'destroy', 'evict', 'delete'], description: 'Default: crash.' },
      policy: text('Only this policy.'),
      ...suppose,
    },
    ...{ required: ['file'], options: ['event', 'policy', ...supposing], from: ['file'] },
  }),
  tool('experiments', {
    name: 'list_experiments',
    title: 'List experiments',
    description:
      'Lists the fewest crashes that test every claim of a model to survive, those with most at stake first.',
    properties: { file, policy },
    ...{ required: ['file'], options: ['policy'], from: ['file'] },
  }),
  tool('diff', {
    name: 'compare_consequences',
    title: 'Compare two models',
    description:
      'Says how the consequences of all single crashes and orderly ends, cut sets, scenarios and checks change from one model to another, the worst first.',
    properties: {
      base: text('The path of the model before.'),
      head: text('The path of the model after.'),
      quick: { type: 'boolean', description: 'True to skip scenarios and checks.' },
      timeout,
    },
    ...{ required: ['base', 'head'], options: ['quick'], from: ['base', 'head'] },
  }),
  tool('test', {
    name: 'run_scenarios',
    title: 'Run scenarios',
    description: 'Runs the scenarios of models; for a failed expectation, what was found instead, and why.',
    properties: {
      files: list('The models: paths of .aft files.'),
      scenario: text('Only the scenarios with this title.'),
      timeout,
    },
    ...{ required: ['files'], options: ['scenario'], from: ['files'] },
  }),
  tool('verify', {
    name: 'verify_checks',
    title: 'Verify checks',
    description:
      'Explores every run of the checks of a model; for a broken one returns the shortest run that breaks it, step by step. May take long: limit it with "timeout".',
    properties: { file, check: text('Only the check with this title.'), timeout },
    ...{ required: ['file'], options: ['check'], from: ['file'] },
  }),
  {
    ...tool('simulate', {
      name: 'simulate_run',
      title: 'Simulate a run',
      description:
        'Plays one run step by step, with times and changes: a scenario by its title, or a random run from a seed.',
      properties: {
        file,
        scenario: text('The title of a scenario. Without one the run is random.'),
        seed: { type: 'integer', minimum: 0, description: 'The seed. The same seed gives the same run. Default: 1.' },
        steps: { type: 'integer', minimum: 0, maximum: 2000, description: 'The most steps. Default: 200.' },
        until: text('An expression of the language; a random run ends when it becomes true.'),
        timeout,
      },
      ...{ required: ['file'], from: ['file'] },
    }),
    argumentsOf: (input) => [
      ...[
        'simulate',
        ...option(input, 'json'),
        ...option(input, 'scenario'),
        ...option(input, 'seed'),
        ...option(input, 'until'),
      ],
      ...(input.scenario === undefined ? ['--random'] : []),
      ...[`--steps=${String(input.steps ?? 200)}`, ...operands(input, 'file')],
    ],
  },
  {
    name: 'draw_view',
    title: 'Draw the graph',
    description: 'Draws the graph of a model, or one of its views, machines or scenarios, as an SVG picture.',
    inputSchema: {
      type: 'object',
      properties: {
        file,
        view: text('The title of a view of the model.'),
        machine: text('The name of a machine, to draw its states.'),
        scenario: text('The title of a scenario, to draw its run over time.'),
      },
      ...{ required: ['file'], additionalProperties: false },
    },
    isPicture: true,
    argumentsOf: (input) => [
      ...['export', ...option(input, 'view'), ...option(input, 'machine'), ...option(input, 'scenario')],
      ...['--', 'svg', String(input.file)],
    ],
  },
];

/** The seconds that a tool may take, if its input says nothing else. */
export const usualSeconds = 60;
