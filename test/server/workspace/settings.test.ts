/** Settings and project files over streams: changes apply at once, without a restart. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { verifyRequest } from '../../../server/src/protocol/protocol.ts';
import { readSettings, usualSettings } from '../../../server/src/workspace/settings.ts';
import { fullCapabilities, startClientHere, type LanguageClient } from '../language-client.ts';

const orphan = 'space disk { resource lost }\npd driver { manages disk }\n';
const [error, warning, hint] = [1, 2, 4];
const project = (severity: string): string => `{"severities": {"resource/orphan": "${severity}"}}`;

describe('settings over streams', () => {
  let root: string;
  let client: LanguageClient | undefined;
  let answered: unknown = {};
  let excluded: Readonly<Record<string, unknown>> = {};
  const uriOf = (name: string) => pathToFileURL(join(root, name)).toString();
  /** A server without folders; each test adds its own one, and removes it again. */
  let shared: LanguageClient;
  const started = (folders: readonly string[]): Promise<LanguageClient> => {
    const { workspace } = fullCapabilities;
    return startClientHere({
      folders,
      capabilities: { ...fullCapabilities, workspace: { ...workspace, configuration: true } },
      answers: {
        'workspace/configuration': ({ items }: { items: { readonly section: string }[] }) =>
          items.map(({ section }) => (section === 'aftermath' ? answered : excluded[section])),
      },
    });
  };
  /** Starts a server of its own in the folder. */
  const start = async (): Promise<LanguageClient> => (client = await started([pathToFileURL(root).toString()]));
  const setFolders = (added: readonly string[], removed: readonly string[]) => {
    const foldersOf = (paths: readonly string[]) => paths.map((path) => ({ uri: pathToFileURL(path).toString(), name: path })); // oxfmt-ignore
    const event = { added: foldersOf(added), removed: foldersOf(removed) };
    return shared.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
  };
  /** Adds the folder to the shared server, after it has read the settings again. */
  const addRoot = async (): Promise<LanguageClient> => {
    client = shared;
    await set(answered);
    await setFolders([root], []);
    return shared;
  };
  const severity = async (wanted: number | undefined): Promise<void> => {
    assert.ok(client);
    await client.diagnostics(uriOf('a.aft'), ({ diagnostics }) => diagnostics[0]?.severity === wanted);
  };
  const told = async (name: string, text: string | undefined): Promise<void> => {
    if (text === undefined) await rm(join(root, name));
    else await writeFile(join(root, name), text);
    const changes = [{ uri: uriOf(name), type: text === undefined ? 3 : 2 }];
    await client?.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
  };
  const set = async (settings: unknown): Promise<void> => {
    answered = settings;
    await client?.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  };

  before(async () => {
    shared = await started([]);
  });
  after(() => shared.stop());
  beforeEach(async () => {
    [answered, excluded] = [{}, {}];
    root = await mkdtemp(join(tmpdir(), 'aftermath-settings-'));
    await writeFile(join(root, 'a.aft'), orphan);
  });
  afterEach(async () => {
    if (client === shared) await setFolders([], [root]);
    else await client?.stop();
    client = undefined;
    await rm(root, { recursive: true, force: true });
  });

  it('change severities at once', async () => {
    await addRoot();
    await severity(warning);
    await set({ severities: { 'resource/orphan': 'error' } });
    await severity(error);
    await set({ severities: { 'resource/orphan': 'off' } });
    await severity(undefined);
    await set({});
    await severity(warning);
  });

  it('count only if there is no project file', async () => {
    await writeFile(join(root, '.aftermath.json'), project('hint'));
    answered = { severities: { 'resource/orphan': 'error' } };
    await addRoot();
    await severity(hint);
    await told('.aftermath.json', project('warning'));
    await severity(warning);
    await told('.aftermath.json', undefined);
    await severity(error);
  });

  it('have their faults reported at the project file, until they are fixed', async () => {
    await writeFile(join(root, '.aftermath.json'), project('fatal'));
    const { diagnostics } = await addRoot();
    const [finding] = await diagnostics(uriOf('.aftermath.json'));
    assert.equal(finding?.code, 'project/setting');
    await told('.aftermath.json', project('hint'));
    await diagnostics(uriOf('.aftermath.json'), (published) => published.diagnostics.length === 0);
    await severity(hint);
  });

  it('exclude files and folders, whose findings disappear unless they are open', async () => {
    await mkdir(join(root, 'old'));
    await writeFile(join(root, 'old', 'b.aft'), orphan);
    await writeFile(join(root, 'c.aft'), orphan);
    const { diagnostics, published, open, close } = await addRoot();
    const before = published.length;
    const found = (name: string) => diagnostics(uriOf(name), (each) => each.diagnostics.length > 0);
    const gone = (name: string) => diagnostics(uriOf(name), (each) => each.diagnostics.length === 0);
    await Promise.all(['a.aft', 'old/b.aft', 'c.aft'].map(found));
    excluded = { 'files.exclude': { '**/old': true }, 'search.exclude': { 'c.aft': true, 'a.aft': false } };
    await set({});
    await Promise.all(['old/b.aft', 'c.aft'].map(gone));
    await open(uriOf('old/b.aft'), orphan);
    await found('old/b.aft');
    await close(uriOf('old/b.aft'));
    await gone('old/b.aft');
    await told('.aftermath.json', '{"exclude": ["*.aft"]}');
    await gone('a.aft');
    excluded = {};
    await set({});
    await found('old/b.aft');
    await told('.aftermath.json', undefined);
    await Promise.all(['a.aft', 'c.aft'].map(found));
    assert.ok(published.length - before < 40, String(published.length - before));
  });

  it('show findings of all models, or of open ones', async () => {
    const { diagnostics, open, close } = await addRoot();
    const found = () => diagnostics(uriOf('a.aft'), (each) => each.diagnostics.length > 0);
    const gone = () => diagnostics(uriOf('a.aft'), (each) => each.diagnostics.length === 0);
    await found();
    await set({ diagnostics: { files: 'open' } });
    await gone();
    await open(uriOf('a.aft'), orphan);
    await found();
    await close(uriOf('a.aft'));
    await gone();
    await set({});
    await found();
  });

  it('limit the checks of the editor, and the result says so', async () => {
    answered = { verify: { memory: 16, timeout: 0.05 } };
    const { open, ask } = await addRoot();
    const text = `event Tick
machine M for pd { var n: int = 0 initial state S { on Tick do { n := n + 1 } -> S } }
pd p runs M
check "endless" { may send Tick to p  never p.n < 0 }
`;
    await open(uriOf('a.aft'), text);
    const outcome = await ask(verifyRequest, { uri: uriOf('a.aft'), title: 'endless' });
    assert.ok('verdict' in outcome && outcome.isLimited, JSON.stringify(outcome));
    assert.match(outcome.left.join(), /time/u);
  });

  it('keep a server from reading what is excluded from the start', async () => {
    await mkdir(join(root, 'old'));
    await writeFile(join(root, 'old', 'b.aft'), orphan);
    await writeFile(join(root, 'z.aft'), `import "old/b.aft"\n${orphan.replaceAll('d', 'e')}`);
    excluded = { 'files.exclude': { old: true } };
    const { diagnostics, published } = await start();
    await diagnostics(uriOf('z.aft'), (each) => each.diagnostics.length > 0);
    // What is imported is read, and its findings are not shown.
    assert.deepEqual(
      published.filter(({ uri }) => uri.includes('/old/')),
      [],
    );
  });

  it('are read as far as they mean something', () => {
    const log: string[] = [];
    const read = (value: unknown) => readSettings(value, (message) => log.push(message));
    for (const value of [null, undefined, 1, [], {}, { severities: 7, diagnostics: 'x' }])
      assert.deepEqual(read(value), usualSettings);
    assert.deepEqual(log, []);
    assert.deepEqual(
      read({
        severities: { 'resource/orphan': 'hint', 'no/such': 'hint', 'let/cycle': 3 },
        diagnostics: { delay: -1 },
      }),
      { ...usualSettings, severities: { 'resource/orphan': 'hint' } },
    );
    assert.deepEqual(log, [
      'aftermath.diagnostics.delay is not a time from 0 to 60000 ms.',
      'aftermath.severities: "no/such": "hint" is not a severity of a finding.',
      'aftermath.severities: "let/cycle": 3 is not a severity of a finding.',
    ]);
    assert.equal(read({ diagnostics: { delay: 250 } }).diagnosticsDelay, 250);
    log.length = 0;
    const limits = { verify: { memory: 1, timeout: 'x' }, diagnostics: { files: 'some' } };
    assert.deepEqual(read(limits), usualSettings);
    assert.deepEqual(log, [
      'aftermath.diagnostics.files is neither "all" nor "open".',
      'aftermath.verify.memory is not a number from 16 to 65536.',
      'aftermath.verify.timeout is not a number from 0 to 86400.',
    ]);
    const given = read({ verify: { memory: 64, timeout: 2.5 }, diagnostics: { files: 'open' } });
    assert.deepEqual([given.verify, given.diagnosticsOf], [{ memory: 64, timeout: 2.5 }, 'open']);
  });
});
