/**
 * The server speaks the language of the editor: with translations into a language that nobody speaks, no English word of
 * its own is left in what it sends.
 */
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import ts from 'typescript-6';
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  Diagnostic,
  Hover,
  InlayHint,
} from 'vscode-languageserver';
import { parameterShapes } from '../../server/src/protocol/shapes/parameter-shapes.ts';
import { translationsVariable } from '../../server/src/protocol/translations.ts';
import { settingsByPlace } from '../../language/src/dsl/types/built-in-settings.ts';
import { sizeUnits, timeUnits } from '../../language/src/dsl/syntax/lexing/literals.ts';
import { predefinedPolicies } from '../../language/src/model/policy.ts';
import { standardLibrary } from '../../language/src/dsl/library/standard-library.ts';
import { isPlainName } from '../../language/src/model/language-names.ts';
import { runs } from '../properties.ts';
import { everyAnswer, wordless } from './every-answer.ts';
import { type LanguageClient, startClient } from './language-client.ts';

/** Writes words in letters that no English word has, but not what is quoted in them. */
const pseudo = (words: string): string =>
  words.replaceAll(/"[^"]*"|`[^`]*`|\{\d+\}|[a-z]/gi, (part) =>
    part.length > 1
      ? part
      : String.fromCodePoint(/[a-z]/.test(part) ? 0x24d0 + part.charCodeAt(0) - 97 : 0x24b6 + part.charCodeAt(0) - 65),
  );

/** What settings and quantities are written with, and the types; the other words of the language are its keywords. */
const ofLanguage = namesIn(
  JSON.stringify([
    Object.values(settingsByPlace).map((all) => [...all.values()].map(({ name, valueType }) => [name, valueType])),
    [...Object.keys({ ...timeUnits, ...sizeUnits }), 'per'],
  ]),
);

/** Keywords that are also words of any English sentence. */
const ofEnglish = new Set(['and', 'are', 'by', 'for', 'is', 'of', 'only', 'or', 'to']);

const isOfLanguage = (word: string): boolean => ofLanguage.has(word) || (!isPlainName(word) && !ofEnglish.has(word));

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.replaceAll(/\/\/.*/g, '').match(/[\p{L}_][\p{L}\d_]*/gu));
}

/** The ends of sentences after which a message goes on in the language. */
const inLanguage = ['Example: ', 'The order is: ', 'for a start is needed: '];

/** Returns the English words of a text that are neither quoted, nor in the braces of an example, nor names of the model, nor words of the language. */
function english(text: string, names: ReadonlySet<string>): readonly string[] {
  // What follows one of these is in the language.
  const said = inLanguage.reduce((rest, before) => rest.split(pseudo(before))[0] ?? '', text);
  const unquoted = said.replaceAll(
    /\{ .*\}|"[^"]*"|```[^]*?```|`[^`]*`|\((?:file|command|https?):[^)]*\)|\b[a-z]+\/[a-z-]+/g,
    ' ',
  );
  const words = unquoted.match(/(?<![\p{L}\d_])[A-Za-z]{2,}(?![\p{L}\d_])/gu) ?? [];
  return words.filter((word) => !names.has(word) && !isOfLanguage(word));
}

/** What the standard library says itself, in texts of the language. */
const library = [...standardLibrary.values()].join(' ');

/** A model with something of everything that the editor says more about than its name. */
const model = `
event Go(by: pd)
policy careful { pdDepth: 1 }
class Web for pd { param port: int = 80  data { tier: 2 } }
machine Worker for pd {
  param hold: duration = 5s
  persistent var count: int = 0
  initial state Idle { on Go(by) when count < 3 do { count := count + 1 } -> Busy }
  state Busy { after hold -> Idle }
}
node left { pd worker[3] runs Worker  pd db { manages disk } }
space disk : blocks { resource block[2] }
pd front is Web { needs 2 of left.worker[0], left.worker[1], left.worker[2]  needs left.db as soft }
pd guard { protects app as eviction  holds disk.block[0] }
root object app { object part { destroyed after app } }
object late { waits for app }
region all { contains left.worker[0] }
scenario "a crash" { crash left.db under careful  send Go(front) to left.worker[0]  expect disk destroyed }
check "few" { fault crash of left.db up to 1  never left.worker[0].count > 3 }
`;

describe('the server in a language that nobody speaks', () => {
  let folder = '';
  let client: LanguageClient;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'aftermath-words-'));
    const file = join(folder, 'words.json');
    const words = JSON.parse(readFileSync('dist/l10n/bundle.l10n.json', 'utf8')) as Record<string, string>;
    writeFileSync(file, JSON.stringify(Object.fromEntries(Object.keys(words).map((word) => [word, pseudo(word)]))));
    client = await startClient({ environment: { [translationsVariable]: file } });
  });

  after(async () => {
    await client.stop();
    rmSync(folder, { recursive: true });
  });

  it('says nothing in English about a fault', async () => {
    const every = runs(12, 1);
    // Which ones depends on their names alone: a new fixture takes no other ones with it.
    const numberOf = (name: string): number => Buffer.from(name).reduce((sum, byte) => sum + byte, 0);
    const files = globSync('test/language/rules/fixtures/*/*.aft').filter((file) => numberOf(file) % every === 0);
    const left: Record<string, readonly string[]> = {};
    let said = 0;
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const uri = `untitled:/${file}`;
      await client.open(uri, text);
      const found = await client.diagnostics(uri);
      const actions = await Promise.all(found.map((each) => fixesOf(client, uri, each)));
      await client.close(uri);
      for (const message of [...found.flatMap(textsOf), ...actions.flat()]) {
        said++;
        const words = english(message, namesIn(text.includes('import "std/') ? text + library : text));
        if (words.length > 0) left[`${basename(file)}: ${message}`] = words;
      }
    }
    assert.ok(said > files.length, String(said));
    assert.deepEqual(left, {});
  });

  it('says nothing in English about a model', async () => {
    const uri = 'untitled:/model.aft';
    await client.open(uri, model);
    await client.diagnostics(uri);
    const { said, labels } = await everythingAbout(client, uri, model);
    const names = namesIn([model, ...labels].join(' '));
    const left = said.map((each) => [each, english(each, names)] as const).filter(([, words]) => words.length > 0);
    assert.ok(said.length > 60, String(said.length));
    assert.deepEqual(left, []);
  });

  it('says nothing in English when it is asked', async () => {
    const text = readFileSync('test/fixtures/every-word.aft', 'utf8');
    const [uri, base] = ['untitled:/every-word.aft', 'untitled:/base.aft'];
    await client.open(uri, text);
    await client.open(base, model);
    const said = await everyAnswer(client, uri, base);
    // The header of a format, what a library for XML says, and the name that the question gives.
    const others = ['DATA EXTRA', 'outside', 'it', ...predefinedPolicies.map(({ name }) => name)];
    const names = namesIn([text, model, uri, base, ...others].join(' '));
    const left = [...said].flatMap(([method, answers]) =>
      [...answers]
        .map((each) => [method, each, english(each, names)] as const)
        .filter(([, , words]) => words.length > 0),
    );
    assert.deepEqual([...said.keys(), ...wordless].toSorted(), [...parameterShapes.keys()].toSorted());
    assert.deepEqual(left, []);
  });
});

/** The folders whose words are for the editor; what reports, runs, traces and importers say is not translated yet. */
const translated = [
  'language/src/dsl/{rules,names,types,syntax,lowering}/**/*.ts',
  'language/src/dsl/*.ts',
  'language/src/analysis/{rules,facts,why,doomed,deletion,leases,teardown}/*.ts',
  'server/src/{hover,hints,features,refactoring,workspace,lsp,completion}/**/*.ts',
];

/** Texts of the language itself, and words of other languages. */
const ofOtherLanguages = [
  'completion/snippets.ts',
  ...[
    'syntax/messages/syntax-examples.ts',
    'syntax/messages/foreign-steps.ts',
    'syntax/messages/foreign-tables.ts',
    'syntax/messages/foreign-values.ts',
    'syntax/messages/foreign-words.ts',
    'syntax/messages/word-order.ts',
  ],
];

describe('the words of the language and the server', () => {
  it('are found if they are not tagged', () => {
    const code = "const a = 'Not a name here.'; const b = t`Not a name here.`; const c = `${a} has three words`;";
    assert.deepEqual(untagged(code), ['Not a name here.', '… has three words']);
  });

  it('are all tagged', () => {
    const files = globSync(translated).filter((file) => !ofOtherLanguages.some((other) => file.endsWith(other)));
    assert.ok(files.length > 200, String(files.length));
    const left = files.flatMap((file) => untagged(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`));
    assert.deepEqual(left, []);
  });
});

/** Finds sentences that stand in code by themselves, but not in errors that nobody is meant to see, nor in logs. */
function untagged(code: string): readonly string[] {
  const source = ts.createSourceFile('some.ts', code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isThrowStatement(node) || ts.isNewExpression(node))
      return;
    if (ts.isCallExpression(node) && /(?:console\.\w+|\blog|^super)$/.test(node.expression.getText(source))) return;
    if (
      (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) &&
      !ts.isTaggedTemplateExpression(node.parent)
    ) {
      const text = textOf(node);
      if (/\p{L}{2} \p{L}{2,} \p{L}{2}/u.test(text) || /\p{L}{2}.* .*\p{L}{2}.*\.$/u.test(text)) found.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const textOf = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…')
    : node.text;

/** Asks for what the editor shows without a command, at the first words of some lines. */
async function everythingAbout(client: LanguageClient, uri: string, text: string) {
  const textDocument = { uri };
  const lines = text.split('\n');
  const whole = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
  const places = lines.flatMap((each, line) =>
    [...each.replace(/\/\/.*/, '').matchAll(/[\p{L}_]+/gu)].map(({ index: character }) => ({ line, character })),
  );
  const some = places.filter((_, index) => index % 40 === 0);
  const at = <R>(method: string, positions: readonly object[]) =>
    Promise.all(positions.map((position) => client.request<R>(`textDocument/${method}`, { textDocument, position })));
  const hovers = await at<Hover | null>('hover', places);
  const completions = await at<CompletionList | CompletionItem[] | null>('completion', some);
  const items = completions.flatMap((list) => (Array.isArray(list) ? list : (list?.items ?? [])));
  const lenses = await client.request<CodeLens[]>('textDocument/codeLens', { textDocument });
  const resolved = await Promise.all(lenses.map((lens) => client.request<CodeLens>('codeLens/resolve', lens)));
  const hints = await client.request<InlayHint[]>('textDocument/inlayHint', { textDocument, range: whole });
  const said = [
    ...hovers.map((hover) => markdownOf(hover?.contents)),
    ...items.flatMap(({ detail, documentation }) => [detail ?? '', markdownOf(documentation)]),
    ...resolved.map(({ command }) => command?.title ?? ''),
    ...hints.flatMap(({ label, tooltip }) => [typeof label === 'string' ? label : '', markdownOf(tooltip)]),
  ];
  return { said: [...new Set(said)], labels: items.map(({ label }) => label) };
}

/** Returns the titles of the fixes of a finding. */
async function fixesOf(
  client: LanguageClient,
  uri: string,
  { range, ...rest }: Diagnostic,
): Promise<readonly string[]> {
  const context = { diagnostics: [{ range, ...rest }], only: ['quickfix'] };
  const actions = await client.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context,
  });
  return actions.map(({ title }) => title);
}

const markdownOf = (contents: unknown): string =>
  typeof contents === 'string' ? contents : ((contents as { readonly value?: string } | undefined)?.value ?? '');

const textsOf = ({ message, relatedInformation = [] }: Diagnostic): readonly string[] => [
  typeof message === 'string' ? message : message.value,
  ...relatedInformation.map((related) => related.message),
];
