/** `--sarif` of `check` and `verify`: a log that conforms to SARIF 2.1.0 and agrees with the text. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { findingCodes } from '../../../language/src/model/finding-codes.ts';
import { sarifLog } from '../../../server/src/cli/text/sarif.ts';
import { aftermath, fixtures, inFolder, type Surroundings } from './command-line.ts';
import { sarifFaults } from './sarif-shape.ts';

const checkout = new URL('../../../', import.meta.url);

interface Run {
  readonly tool: {
    readonly driver: { readonly informationUri: string; readonly rules: readonly Readonly<Record<string, unknown>>[] };
  };
  readonly invocations: readonly Readonly<Record<string, unknown>>[];
  readonly artifacts: readonly { readonly location: { readonly uri: string } }[];
  readonly results: readonly Readonly<Record<string, unknown>>[];
}

async function runOf(files: readonly string[], place: Surroundings = {}): Promise<Run & { readonly code: number }> {
  const { code, output } = await aftermath(['check', ...files, '--sarif'], place);
  const log = JSON.parse(output) as { readonly runs: readonly Run[] };
  assert.deepEqual(sarifFaults(log), []);
  const [run] = log.runs;
  assert.ok(run !== undefined && log.runs.length === 1);
  return { ...run, code };
}

const physicalLocation = (uri: string, line: number, from: number, to: number) => ({
  artifactLocation: { uri },
  region: { startLine: line, startColumn: from, endLine: line, endColumn: to },
});

describe('aftermath verify --sarif', () => {
  it('has a result for each violation, where the property is, and ends as without it', async () => {
    const text = `pd app
check "nothing dies" { fault crash of app  never app crashed }
check "it lives" { always app alive }
`;
    await inFolder({ 'app.aft': text, 'broken.aft': 'pd a { needs gone }\n' }, async (folder) => {
      const given = ['verify', 'app.aft', 'broken.aft', '--sarif'];
      const { code, output } = await aftermath(given, { folder });
      assert.equal(code, 1);
      const log = JSON.parse(output) as { readonly runs: readonly Run[] };
      assert.deepEqual(sarifFaults(log), []);
      assert.deepEqual(
        log.runs[0]?.results.map(({ ruleId, level, locations }) => [ruleId, level, locations]),
        [
          ['check/broken', 'error', [{ physicalLocation: physicalLocation('app.aft', 2, 44, 61) }]],
          ['name/unknown', 'error', [{ physicalLocation: physicalLocation('broken.aft', 1, 14, 18) }]],
        ],
      );
      const both = await aftermath([...given, '--json'], { folder });
      assert.deepEqual([both.code, both.notes], [2, 'aftermath: Give only one of --json, --sarif and --junit -.\n']);
    });
  });
});

describe('aftermath check --sarif', () => {
  it('has a rule for each finding code, with its page in the repository and its level', async () => {
    const manifest = JSON.parse(readFileSync(new URL('package.json', checkout), 'utf8')) as {
      readonly repository: { readonly url: string };
    };
    const { tool } = await runOf(['wiki.aft']);
    const { rules, informationUri } = tool.driver;
    assert.equal(`git+${informationUri}.git`, manifest.repository.url);
    const folder = `${informationUri}/blob/HEAD/`;
    for (const { helpUri } of rules) {
      assert.ok(typeof helpUri === 'string' && helpUri.startsWith(folder));
      assert.ok(existsSync(new URL(helpUri.slice(folder.length), checkout)), helpUri);
    }
    assert.deepEqual(
      rules.map(({ id }) => id),
      findingCodes.map(({ code }) => code),
    );
    assert.deepEqual(
      rules.find(({ id }) => id === 'space/no-manager'),
      {
        id: 'space/no-manager',
        shortDescription: { text: 'A space that no PD manages.' },
        helpUri: `${folder}language/docs/findings/space-no-manager.md`,
        defaultConfiguration: { level: 'warning' },
      },
    );
  });

  it('has a result for each finding, with its level, place and related places, and ends as without it', async () => {
    const { code, results, artifacts } = await runOf(['errors.aft', 'wiki.aft']);
    assert.equal(code, 1);
    assert.deepEqual(
      artifacts.map(({ location }) => location.uri),
      ['errors.aft', 'wiki.aft'],
    );
    assert.deepEqual(
      results.map(({ ruleId, level }) => [ruleId, level]),
      [
        ['space/several-managers', 'error'],
        ['name/unknown', 'error'],
      ],
    );
    const [several] = results;
    assert.deepEqual(several?.locations, [{ physicalLocation: physicalLocation('errors.aft', 1, 7, 12) }]);
    assert.deepEqual(several.relatedLocations, [
      {
        id: 0,
        physicalLocation: physicalLocation('errors.aft', 2, 20, 25),
        message: { text: '"store" is managed by "first".' },
      },
      {
        id: 1,
        physicalLocation: physicalLocation('errors.aft', 3, 21, 26),
        message: { text: '"store" is managed by "second".' },
      },
    ]);
  });

  it('has as many results as the text has findings, and the same messages', async () => {
    const files = ['warnings.aft', 'errors.aft', 'plan.aft'];
    const { results } = await runOf(files);
    const { output } = await aftermath(['check', ...files, '--json']);
    const text = JSON.parse(output) as {
      readonly files: readonly { readonly findings: readonly { message: string }[] }[];
    };
    assert.deepEqual(
      results.map(({ message }) => (message as { readonly text: string }).text),
      text.files.flatMap(({ findings }) => findings.map(({ message }) => message)),
    );
  });

  it('names files by their path below the working directory, escaped, and others in full', async () => {
    await inFolder({ 'a b#[1].aft': 'space s\n', 'm.txt': 'space s\n' }, async (folder) => {
      const { artifacts, results } = await runOf(['a b#[1].aft', `${folder}/m.txt`, '-'], {
        folder,
        input: 'space s\n',
      });
      assert.deepEqual(
        artifacts.map(({ location }) => location.uri),
        ['a%20b%23%5B1%5D.aft', 'm.txt', '%3Cstdin%3E'],
      );
      assert.equal(results.length, 3);
    });
    const above = await runOf(['../command-line/wiki.aft', '../faulty/none.aft'], { folder: fixtures });
    assert.deepEqual(
      above.artifacts.map(({ location }) => location.uri),
      ['wiki.aft'],
    );
    const outside = await runOf([`${fixtures}/wiki.aft`], { folder: dirname(import.meta.dirname) });
    assert.match(outside.artifacts[0]?.location.uri ?? '', /^file:\/\/\/.+\/command-line\/wiki\.aft$/);
    const below = await runOf([`${basename(fixtures)}/wiki.aft`], { folder: dirname(fixtures) });
    assert.equal(below.artifacts[0]?.location.uri, 'command-line/wiki.aft');
  });

  it('says which files could not be read, and ends with 2', async () => {
    const { code, invocations } = await runOf(['none.aft', 'wiki.aft']);
    assert.equal(code, 2);
    assert.deepEqual(invocations, [
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: 'error', message: { text: 'There is no file "none.aft".' } }],
      },
    ]);
  });

  it('offers the fixes of a finding as changes of files', () => {
    const span = { uri: 'file:///a.aft', start: { line: 0, character: 0 }, end: { line: 0, character: 5 } };
    const fixes = [{ title: 'Mark it', edits: [{ span: { ...span, end: span.start }, text: 'root ' }] }];
    const finding = { code: 'object/unreachable', severity: 'hint', message: 'No.', span, related: [], fixes } as const;
    const log: unknown = JSON.parse(
      JSON.stringify(sarifLog([{ uri: span.uri, findings: [finding] }], [], () => 'a.aft')),
    );
    assert.deepEqual(sarifFaults(log), []);
    const [result] = (log as { readonly runs: readonly Run[] }).runs[0]?.results ?? [];
    assert.equal(result?.level, 'note');
    assert.deepEqual(result.fixes, [
      {
        description: { text: 'Mark it' },
        artifactChanges: [
          {
            artifactLocation: { uri: 'a.aft' },
            replacements: [
              {
                deletedRegion: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
                insertedContent: { text: 'root ' },
              },
            ],
          },
        ],
      },
    ]);
  });

  it('is held to what the format requires: the check of a log sees what does not fit', async () => {
    const { output } = await aftermath(['check', 'errors.aft', '--sarif']);
    for (const [from, to] of [
      ['"version": "2.1.0"', '"version": "2.2.0"'],
      ['"startLine": 1,', '"startLine": 0,'],
      ['"level": "error"', '"level": "fatal"'],
      ['"executionSuccessful": true,', ''],
      ['"uri": "errors.aft"', '"uri": "a b"'],
      ['"helpUri": "https:', '"helpUri": "'],
      ['"ruleId": "name/unknown"', '"ruleId": "name/duplicate"'],
      ['"columnKind"', '"columnSort"'],
    ] as const) {
      assert.ok(output.includes(from), from);
      assert.notDeepEqual(sarifFaults(JSON.parse(output.replace(from, to))), [], to);
    }
  });
});
