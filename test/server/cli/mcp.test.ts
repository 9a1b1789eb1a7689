/**
 * The tools of assistants over real standard streams, asked by a client that is not ours: the one of the protocol's SDK.
 * There each answer is that of a process of its own; the other questions are asked in this one.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolResult } from '../../../server/src/cli/mcp/tool-result.ts';
import { readingWithin } from '../../../server/src/cli/run-captured.ts';
import { assistantTools } from '../../../server/src/protocol/assistant-tools.ts';
import { aftermath } from './command-line.ts';
import { schemaFaults } from './json-shape.ts';
import { modelQuestions } from './mcp-questions.ts';

const root = join(import.meta.dirname, '../../..');
const program = join(root, 'dist/aftermath.cjs');
const examples = join(root, 'language/examples');

interface Result {
  readonly isError?: boolean;
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly resource?: { readonly text: string };
  }[];
  readonly structuredContent?: unknown;
}

/** The part of the SDK's client that is used; it is imported by name, so that types need no package. */
interface Client {
  readonly connect: (transport: unknown) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly ping: () => Promise<unknown>;
  readonly getServerVersion: () => { readonly name: string };
  readonly listTools: () => Promise<{
    readonly tools: readonly { readonly name: string; readonly inputSchema: object }[];
  }>;
  readonly listResources: () => Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  readonly readResource: (asked: {
    readonly uri: string;
  }) => Promise<{ readonly contents: readonly { readonly text: string }[] }>;
  readonly callTool: (asked: object, shape?: undefined, options?: object) => Promise<Result>;
  readonly setRequestHandler: (schema: unknown, handler: () => unknown) => void;
}
const sdk = '@modelcontextprotocol/sdk';
const load = async (path: string): Promise<Readonly<Record<string, new (...values: unknown[]) => unknown>>> =>
  (await import(`${sdk}/${path}`)) as Readonly<Record<string, new (...values: unknown[]) => unknown>>;

async function connect(folder: string, args: readonly string[] = [], roots?: readonly string[]): Promise<Client> {
  const [{ Client: Made }, { StdioClientTransport: Transport }, { ListRootsRequestSchema: shape }] = await Promise.all([
    load('client/index.js'),
    load('client/stdio.js'),
    load('types.js'),
  ]);
  assert.ok(Made !== undefined && Transport !== undefined);
  const capabilities = roots === undefined ? {} : { roots: {} };
  const client = new Made({ name: 'test', version: '1' }, { capabilities }) as Client;
  if (roots !== undefined) client.setRequestHandler(shape, () => ({ roots: roots.map((uri) => ({ uri })) }));
  await client.connect(new Transport({ command: process.execPath, args: [program, 'mcp', ...args], cwd: folder }));
  return client;
}

const textOf = ({ content }: Result): string =>
  content.map(({ text, resource }) => text ?? resource?.text ?? '').join('\n');

/** Calls a tool, whose command line runs in this process. */
async function callHere(name: string, input: object): Promise<Result> {
  const tool = assistantTools.find((each) => each.name === name);
  assert.ok(tool !== undefined, name);
  const { signal } = new AbortController();
  const readFile = readingWithin(JSON.stringify([examples]));
  const result = await toolResult(
    tool,
    { name, input, signal, onProgress: undefined },
    {
      roots: [examples],
      run: async (args, { folder }) => {
        const { code, output, notes } = await aftermath(args, { folder, readFile });
        return { output, notes, ended: code };
      },
    },
  );
  return result as Result;
}

describe('the tools of assistants', () => {
  let client: Client;
  before(async () => {
    client = await connect(examples);
  });
  after(() => client.close());

  const call = (name: string, input: object, options?: object): Promise<Result> =>
    client.callTool({ name, arguments: input }, undefined, options);

  it('are listed with schemas, and all only read', async () => {
    assert.equal(client.getServerVersion().name, 'aftermath');
    await client.ping();
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      assistantTools.map(({ name }) => name),
    );
    assert.ok(JSON.stringify(tools).length < 12_000, 'The list costs every conversation its length.');
  });

  for (const [at, { question, tool, input, says }] of modelQuestions.entries())
    it(`answer with reasons: ${question}`, async () => {
      const result = await (at === 0 || tool === 'draw_view' ? call : callHere)(tool, input);
      const text = textOf(result);
      assert.notEqual(result.isError, true, text);
      let rest = text;
      for (const part of says) {
        assert.ok(rest.includes(part), `${part}\nis not, in this order, in\n${text}`);
        rest = rest.slice(rest.indexOf(part) + part.length);
      }
    });

  it('answer in JSON of the schema', async () => {
    const { structuredContent, content } = await call('crash_entity', { file: 'shop.aft', names: ['db'], json: true });
    assert.deepEqual(schemaFaults(structuredContent), []);
    assert.deepEqual(JSON.parse(content[0]?.text ?? ''), structuredContent);
  });

  it('have the guide and the schema to read', async () => {
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ['aftermath://guide', 'aftermath://language', 'aftermath://schema'],
    );
    const { contents } = await client.readResource({ uri: 'aftermath://guide' });
    assert.equal(contents[0]?.text, readFileSync(join(root, 'language/docs/language-in-brief.md'), 'utf8'));
    await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }), /no resource/);
  });

  const mistakes: readonly (readonly [string, object, RegExp])[] = [
    ['crash_entity', { file: 'shop.aft', names: ['dbb'] }, /no PD and no node "dbb"\. Did you mean "db"|There is /],
    ['crash_entity', { file: 'shop.aft' }, /needs "names"/],
    ['crash_entity', { file: 'shop.aft', names: [] }, /a list of at least one text/],
    [
      'crash_entity',
      { file: '-', names: ['db'] },
      /Nothing arrives at the standard input "-"; give the path of a file/,
    ],
    ['check_model', { files: ['shop.aft', '-'] }, /standard input/],
    ['compare_consequences', { base: '-', head: 'shop.aft' }, /standard input/],
    ['crash_entity', { file: 'none.aft', names: ['db'] }, /no file "none\.aft"/],
    ['crash_entity', { file: '/etc/passwd', names: ['db'] }, /outside the folders that may be read/],
    ['check_model', { files: ['../docs/README.md'] }, /outside the folders/],
    ['check_model', { files: ['--out=/tmp/x'] }, /There is no file "--out=/],
    ['check_model', { files: ['shop.aft'], constructor: 1 }, /does not take "constructor"/],
    ['plan_event', { file: 'shop.aft', event: 'explode' }, /is one of crash, destroy/],
    ['find_failure_points', { file: 'shop.aft', size: 1.5 }, /whole number from 1 up to 8/],
    ['compare_consequences', { base: 'HEAD:shop.aft', head: 'shop.aft' }, /no file "HEAD:shop\.aft"/],
    ['verify_checks', { file: 'shop.aft' }, /has no check/],
    ['draw_view', { file: 'shop.aft', view: 'none' }, /There is no view "none"/],
  ];
  for (const [at, [name, input, says]] of mistakes.entries())
    it(`say what to do about ${JSON.stringify(input)}`, async () => {
      const result = await (at === 0 ? call : callHere)(name, input);
      assert.equal(result.isError, true);
      assert.match(textOf(result), says);
    });

  it('refuse a tool that is not there', () => assert.rejects(call('delete_model', {}), /no tool "delete_model"/));

  it('read through links only what is in the folder, and no import from elsewhere', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'aftermath-mcp-')));
    const other = await connect(folder);
    try {
      symlinkSync(join(examples, 'shop.aft'), join(folder, 'link.aft'));
      writeFileSync(join(folder, 'importing.aft'), `import "${join(examples, 'shop.aft')}"\npd a\n`);
      const before = readdirSync(folder);
      const linked = await other.callTool({ name: 'check_model', arguments: { files: ['link.aft'] } });
      assert.match(textOf(linked), /outside the folders/);
      const importing = await other.callTool({ name: 'check_model', arguments: { files: ['importing.aft'] } });
      assert.match(textOf(importing), /error/);
      assert.deepEqual(readdirSync(folder), before, 'No file is written.');
    } finally {
      await other.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('follow the folders of the client, unless some are given', async () => {
    const uri = `file://${examples}`;
    const asked = { name: 'check_model', arguments: { files: [join(examples, 'shop.aft')] } };
    const following = await connect(tmpdir(), [], [uri]);
    const bound = await connect(tmpdir(), [join(root, 'server')], [uri]);
    try {
      assert.match(textOf(await following.callTool(asked)), /no findings/);
      assert.match(textOf(await bound.callTool(asked)), /outside the folders/);
    } finally {
      await Promise.all([following.close(), bound.close()]);
    }
  });
});

const endless = `event Go
machine M for pd { var n: int = 0
initial state A { on Go do { n := n + 1 } } }
pd a[3] runs M
check "for ever" { may send Go to a[0]  may send Go to a[1]  may send Go to a[2]  never a[0].n + a[1].n + a[2].n < 0 }
`;

describe('the server of assistants', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'aftermath-mcp-')));
  before(() => {
    writeFileSync(join(folder, 'endless.aft'), endless);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('reports progress, and stops what is cancelled or too long', async () => {
    const client = await connect(folder);
    try {
      const controller = new AbortController();
      const heard: string[] = [];
      const onprogress = ({ message }: { readonly message?: string }): void => {
        heard.push(message ?? '');
        controller.abort();
      };
      const asked = { name: 'verify_checks', arguments: { file: 'endless.aft' } };
      const options = { onprogress, signal: controller.signal };
      await assert.rejects(client.callTool(asked, undefined, options), /abort/i);
      assert.match(heard[0] ?? '', /states/);
      const limited = await client.callTool({ name: 'verify_checks', arguments: { file: 'endless.aft', timeout: 1 } });
      assert.equal(limited.isError, true);
      assert.match(textOf(limited), /Out of time after 1 s; give a longer "timeout"/);
    } finally {
      await client.close();
    }
  });

  it('answers lines that are no message, and ends when its input closes, whatever runs', async () => {
    const child = spawn(process.execPath, [program, 'mcp'], { cwd: folder });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    const request = (id: unknown, method: string, params: object): string =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    child.stdin.write(
      'no json\n\n[]\n{"jsonrpc":"2.0","id":{},"method":"ping"}\n{"jsonrpc":"2.0","method":"unknown/one"}\n',
    );
    child.stdin.write(`"${'x'.repeat(5 * 2 ** 20)}"\n`);
    child.stdin.write(request(1, '__proto__', {}));
    child.stdin.write(request(2, 'tools/call', { name: 'verify_checks', arguments: { file: 'endless.aft' } }));
    child.stdin.write(request(3, 'ping', {}));
    while (!output.includes('"id":3')) await once(child.stdout, 'data');
    child.stdin.end();
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
    const errors = output
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { error?: { code: number } }).error?.code);
    assert.deepEqual(errors, [-32_700, -32_600, -32_600, -32_700, -32_601, undefined]);
  });
});
