/**
 * The table of who may import whom, as data: one row per folder of sources. Independent of how files are read and
 * judged.
 */

/** A part of the sources, and what its files may import; they may always import each other. */
export interface Zone {
  readonly name: string;
  /** The folder, relative to the root, with a slash at the end. */
  readonly folder: string;
  /** The names of other zones; the name of a house includes all its halls. */
  readonly zones: readonly string[];
  /** Single files of other zones. */
  readonly files: readonly string[];
  /** Patterns of outside packages; `node:` covers all of Node's modules. */
  readonly packages: readonly RegExp[];
}

const node = /^node:/;
// Chevrotain is the parser library under Langium; tokens and the lexer are made of its parts.
const langium = /^langium$|^langium\/(?!lsp|node)|^chevrotain$/;
export const json = /^jsonc-parser$/;
export const protocol = /^vscode-languageserver(?:-|\/|$)/;
const address = /^vscode-uri$/;
export const debugProtocol = /^@vscode\/debugprotocol$/;
const core = ['model', 'analysis', 'simulation', 'view', 'interchange'];
const runs = ['simulation/kernel', 'simulation/program', 'simulation/play'];
/** The explored states, and the tables and the knowledge of what matters that these are made of. */
const states = ['simulation/explore/state', 'simulation/explore/tables', 'simulation/explore/relevance'];
/** What the commands have in common: runs, verdicts, and the shards of both. */
const runsOfCli = ['server/cli/run', 'server/cli/verdicts', 'server/cli/shards'];
export const elk = /^elkjs(?:\/|$)/;
const painter = /^@resvg\/resvg-js$/;
const preact = /^preact(?:\/|$)/;
const client = /^vscode-languageclient(?:\/|$)/;
const editor = /^@(?:codemirror|lezer)\//;
const messagesOf = (page: string): string => `client/webview/${page}/messages.ts`;

/** What the halls of the questions see. */
const inQuestions = [
  ...['model', 'analysis', 'simulation', 'interchange', 'dsl', 'server/protocol', 'server/workspace'],
];

/** What a hall of the client with panels or commands sees. */
const inPanels = [
  ...['model', 'view', 'server/protocol', 'client/notices', 'client/files', 'client/server', 'client/page'],
];

/** Returns the halls of a house, named by their folders in it; `.` is the house's own folder. */
function house(
  name: string,
  folder: string,
  packages: readonly RegExp[],
  halls: Readonly<Record<string, readonly string[]>>,
): readonly Zone[] {
  return Object.entries(halls).map(([hall, sees]) => ({
    name: `${name}/${hall}`,
    folder: hall === '.' ? `${folder}/` : `${folder}/${hall}/`,
    zones: sees.filter((each) => !each.endsWith('.ts')),
    files: sees.filter((each) => each.endsWith('.ts')),
    packages,
  }));
}

/** The rows of the table; if two folders contain a file, the longer one counts. */
export const zones: readonly Zone[] = [
  ...house('model', 'language/src/model', [], { common: [], '.': ['model/common'] }),
  ...house('graph', 'language/src/graph', [], {
    '.': ['language/src/model/common/lookup.ts'],
    feedback: ['language/src/model/common/lookup.ts', 'graph/.'],
  }),
  ...house('analysis', 'language/src/analysis', [], {
    facts: ['model', 'graph'],
    messages: ['model'],
    metrics: ['model', 'graph', 'analysis/facts'],
    deletion: ['model', 'graph', 'analysis/facts'],
    teardown: ['model', 'graph', 'analysis/facts'],
    crash: ['model', 'graph', 'analysis/facts', 'analysis/metrics', 'analysis/deletion', 'analysis/teardown'],
    doomed: ['model', 'graph', 'analysis/facts', 'analysis/deletion', 'analysis/crash'],
    points: [...['model', 'graph', 'analysis/facts', 'analysis/metrics', 'analysis/deletion', 'analysis/crash']],
    leases: ['model', 'graph', 'analysis/doomed', 'analysis/points'],
    order: ['model', 'graph', 'analysis/facts', 'analysis/points', 'analysis/teardown'],
    plan: [
      ...['model', 'graph', 'analysis/facts', 'analysis/deletion', 'analysis/crash', 'analysis/doomed'],
      'analysis/teardown',
    ],
    compare: [
      'model',
      'graph',
      'analysis/facts',
      'analysis/deletion',
      'analysis/crash',
      'analysis/plan',
      'analysis/points',
    ],
    why: [
      ...['model', 'graph', 'analysis/facts', 'analysis/metrics', 'analysis/crash', 'analysis/doomed'],
      ...['analysis/points', 'analysis/teardown', 'analysis/plan'],
    ],
    rules: [
      ...['model', 'graph', 'analysis/facts', 'analysis/deletion', 'analysis/crash', 'analysis/doomed'],
      ...['analysis/teardown', 'analysis/points', 'analysis/leases', 'analysis/order'],
    ],
  }),
  ...house('simulation', 'language/src/simulation', [/^pure-rand\//], {
    values: ['model'],
    kernel: ['model', 'graph', 'analysis', 'simulation/values'],
    program: ['model', 'analysis', 'simulation/values', 'simulation/kernel'],
    play: ['model', 'simulation/values', 'simulation/kernel', 'simulation/program'],
    'play/recording': ['model', 'simulation/values', 'simulation/kernel', 'simulation/program', 'simulation/play'],
    compiled: ['model', 'simulation/values', 'simulation/kernel'],
    'explore/tables': ['model', 'simulation/values'],
    'explore/relevance': ['model', 'graph', 'simulation/kernel'],
    'explore/state': [
      ...['model', 'graph', 'simulation/values', 'simulation/kernel', 'simulation/play'],
      ...['simulation/explore/tables', 'simulation/explore/relevance'],
    ],
    'explore/hashed': ['model', ...states],
    'explore/judgement': [
      ...['model', 'graph', 'simulation/values', 'simulation/kernel', 'simulation/program', 'simulation/play'],
      ...states,
    ],
    'explore/steps': [
      ...['model', 'analysis/leases', 'simulation/kernel', 'simulation/program', 'simulation/play'],
      ...[...states, 'simulation/explore/judgement'],
    ],
    'explore/space': [
      ...['model', 'graph', 'simulation/values', 'simulation/kernel', 'simulation/play', ...states],
      ...['simulation/explore/hashed', 'simulation/explore/judgement', 'simulation/explore/steps'],
    ],
    'explore/together': ['model', ...states, 'simulation/explore/steps', 'simulation/explore/space'],
    'explore/counterexample': [
      ...['model', 'simulation/values', 'simulation/kernel', 'simulation/program', 'simulation/play'],
      ...[...states, 'simulation/explore/judgement', 'simulation/explore/steps'],
      'simulation/explore/space',
    ],
    explore: ['model', 'graph', 'simulation/values', ...runs, 'simulation/compiled', 'simulation/explore'],
    sampling: ['model', 'analysis', 'simulation/values', ...runs, 'simulation/compiled', 'simulation/explore'],
    conform: ['model', ...runs, 'simulation/explore'],
    'promela/terms': [...['model', 'simulation/values', 'simulation/kernel', 'simulation/program', ...states]],
    promela: [
      ...['model', 'simulation/values', 'simulation/kernel', 'simulation/play', 'simulation/explore'],
      'simulation/promela',
    ],
  }),
  ...house('view', 'language/src/view', [], {
    '.': ['model', 'analysis/messages'],
    layout: ['model', 'view/.'],
    'layout/levels': ['model', 'view/.', 'view/layout'],
    shown: ['model', 'view/.'],
    named: ['model', 'simulation', 'view/.', 'view/shown'],
    tree: ['model'],
    report: ['model', 'analysis', 'view/.', 'view/layout'],
    run: ['model', 'simulation'],
    inspection: ['model', 'simulation', 'view/.', 'view/run'],
    statechart: ['model', 'simulation', 'view/.', 'view/layout', 'view/run', 'view/inspection'],
  }),
  ...house('drawing', 'language/src/drawing', [preact, /^preact-render-to-string$/], {
    '.': ['view/layout'],
    graph: ['model', 'view', 'drawing/.'],
    sequence: ['model', 'view/run', 'drawing/.', 'drawing/graph'],
    statechart: ['model', 'view/layout', 'view/statechart', 'drawing/.', 'drawing/graph'],
    timeline: ['model', 'view', 'drawing/.', 'drawing/graph'],
  }),
  ...house('interchange', 'language/src/interchange', [/^yaml$/, /^saxes$/], {
    printing: ['model'],
    import: ['model', 'graph'],
    export: ['model', 'simulation/values', 'simulation/kernel', 'interchange/printing'],
    kubernetes: ['model', 'interchange/import'],
    systemd: ['model', 'graph', 'interchange/import'],
    compose: ['model', 'interchange/import', 'interchange/kubernetes'],
    murano: ['model', 'interchange/import', 'interchange/kubernetes'],
    xml: ['model', 'interchange/import'],
    microkit: ['model', 'interchange/import', 'interchange/xml'],
    scxml: ['model', 'interchange/import', 'interchange/export', 'interchange/xml'],
    terraform: ['model', 'interchange/import', 'interchange/kubernetes'],
    osmosis: [...['model', 'analysis/metrics', 'interchange/import', 'interchange/export', 'interchange/printing']],
    openpsa: ['model', 'analysis/facts', 'analysis/crash', 'analysis/points', 'interchange/export'],
    log: ['model', 'simulation/conform'],
    '.': ['model', 'interchange'],
  }),
  ...house('library', 'language/std', [], { '.': [] }),
  ...house('dsl', 'language/src/dsl', [langium, json], {
    generated: [],
    library: [],
    'syntax/lexing': ['model', 'dsl/generated'],
    'syntax/tree': ['model', 'dsl/generated'],
    'syntax/messages': ['model', 'dsl/generated', 'dsl/syntax/lexing'],
    syntax: ['model', 'dsl/generated', 'dsl/syntax'],
    types: ['model', 'dsl/generated', 'dsl/syntax'],
    names: ['model', 'dsl/generated', 'dsl/syntax', 'dsl/types'],
    lowering: ['model', 'dsl/generated', 'dsl/syntax', 'dsl/types', 'dsl/names'],
    'rules/fixes': [
      ...['model', 'analysis/rules', 'dsl/generated', 'dsl/syntax', 'dsl/types', 'dsl/names', 'dsl/lowering'],
      'dsl/library',
    ],
    rules: [
      ...['model', 'graph', 'analysis', 'dsl/generated', 'dsl/syntax', 'dsl/types', 'dsl/names', 'dsl/lowering'],
      'dsl/rules/fixes',
      'dsl/library',
    ],
    '.': [
      ...['model', 'analysis/rules', 'dsl/generated', 'dsl/syntax', 'dsl/types', 'dsl/names', 'dsl/lowering'],
      ...['dsl/rules', 'dsl/library', 'interchange/import'],
    ],
    formatting: ['dsl/.', 'dsl/generated'],
  }),
  ...house('server', 'server/src', [node, /^langium(?:\/|$)/, protocol, address, elk, painter], {
    protocol: ['model', 'simulation', 'view', 'dsl'],
    'protocol/shapes': ['model', 'simulation', 'view', 'server/protocol'],
    'workspace/files': ['model', 'dsl', 'interchange', 'server/protocol'],
    workspace: ['model', 'analysis', 'dsl', 'interchange', 'server/protocol', 'server/workspace'],
    hover: ['model', 'analysis', 'dsl', 'server/workspace'],
    hints: ['model', 'analysis', 'dsl', 'server/workspace', 'server/hover'],
    completion: ['model', 'library', 'dsl', 'server/workspace', 'server/hover'],
    'questions/files': [...inQuestions],
    'questions/imports': [...inQuestions, 'server/questions/files'],
    'questions/plans': [...inQuestions, 'server/questions/files'],
    questions: [...inQuestions, 'server/questions'],
    refactoring: ['model', 'analysis', 'view', 'dsl', 'server/workspace', 'server/questions'],
    search: ['simulation'],
    pictures: [...core, 'drawing', 'dsl', 'server/protocol', 'server/questions'],
    features: [
      ...[...core, 'dsl', 'server/protocol', 'server/workspace', 'server/questions', 'server/search'],
      ...['server/hover', 'server/hints', 'server/completion', 'server/refactoring', 'server/pictures'],
    ],
    lsp: [
      ...['model', 'simulation', 'view', 'dsl', 'library', 'server/protocol', 'server/workspace', 'server/questions'],
      ...['server/hover', 'server/hints', 'server/completion', 'server/refactoring', 'server/features'],
      'server/src/pictures/drawn-model.ts',
    ],
    'cli/input': ['model', 'analysis', 'simulation', 'server/questions'],
    'cli/text': [...core, 'server/workspace', 'server/questions', 'server/cli/input'],
    'cli/shards': ['model', 'simulation', 'server/questions', 'server/cli/input', 'server/cli/text'],
    'cli/run': [
      ...[...core, 'drawing', 'dsl', 'server/protocol', 'server/workspace', 'server/questions', 'server/cli/input'],
      ...['server/cli/text', 'server/cli/shards'],
    ],
    'cli/verdicts': [
      ...[...core, 'server/protocol', 'server/workspace', 'server/questions', 'server/cli/input', 'server/cli/text'],
      ...['server/cli/run', 'server/cli/shards'],
    ],
    'cli/spin': ['model', 'simulation', 'server/cli/input'],
    'cli/cluster': ['model', ...runsOfCli],
    'cli/export': [...core, 'drawing', 'server/protocol', 'server/questions', 'server/cli/input', 'server/cli/text'],
    'cli/mcp': ['server/protocol', 'server/questions', 'server/cli/input', 'server/cli/text'],
    'cli/commands': [
      ...[...core, 'drawing', 'dsl', 'server/protocol', 'server/questions', 'server/search', 'server/cli/mcp'],
      ...['server/cli/input', 'server/cli/text', ...runsOfCli, 'server/cli/export', 'server/cli/cluster'],
      'server/cli/spin',
      'server/pictures',
    ],
    cli: ['dsl', 'server/.', 'server/workspace', 'server/questions', 'server/cli'],
    '.': [...core, 'dsl', 'server/protocol', 'server/workspace', 'server/questions', 'server/lsp', 'server/pictures'],
    'library/builder': ['model', 'dsl/formatting'],
    library: [
      ...[...core, 'dsl', 'server/questions', 'server/cli/input', 'server/cli/commands', 'server/cli'],
      'server/library/builder',
    ],
  }),
  ...house('client', 'client/src', [node, /^vscode$/, client, address, debugProtocol], {
    assistants: ['server/protocol'],
    markdown: ['model', 'server/protocol', 'client/server'],
    notices: [],
    files: ['dsl', 'server/protocol', 'server/workspace', 'client/notices', messagesOf('graph')],
    server: ['server/protocol', 'client/notices', 'client/files'],
    page: ['model', 'view', 'server/protocol', 'client/notices', messagesOf('trace')],
    debug: [...inPanels, 'simulation', messagesOf('trace')],
    graph: [...inPanels, messagesOf('graph')],
    report: [...inPanels, 'client/graph', messagesOf('report')],
    trace: [...inPanels, 'simulation', messagesOf('trace')],
    machine: [...inPanels, 'client/debug', 'client/trace', messagesOf('machine'), messagesOf('trace')],
    simulation: [...inPanels, 'simulation', 'client/debug', 'client/trace'],
    sidebar: [...inPanels, 'client/simulation'],
    '.': ['model', 'view', 'server/protocol', 'client'],
  }),
  ...house('page', 'client/webview', [preact, /^d3-/, elk], {
    page: ['drawing'],
    layout: ['model', 'view/layout'],
    graph: ['model', 'view', 'drawing', 'interchange/export', 'page/page', 'page/layout'],
    machine: ['view', 'drawing', 'page/page', 'page/layout', 'page/graph'],
    report: ['model', 'view', 'drawing', 'page/page', 'page/graph'],
    trace: ['model', 'view', 'drawing', 'page/page', 'page/report'],
  }),
  ...house('book', 'client/book', [preact], {
    '.': [...['model', 'view', 'server/protocol', 'client/server', 'client/graph', 'client/report', 'client/trace']],
  }),
  ...house('site', 'client/site', [preact, editor], {
    editor: ['model', 'server/protocol', 'book'],
    '.': ['model', 'view', 'server/protocol', 'book', 'site/editor'],
  }),
];

/** Returns true if a row that names a zone includes this one; a house includes its halls. */
export const means = (named: string, zone: string): boolean => zone === named || zone.startsWith(`${named}/`);
