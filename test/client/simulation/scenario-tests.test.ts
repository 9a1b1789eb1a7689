/** The Testing view of the extension, over a stand-in for VS Code and a language server of its own. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import type * as real from 'vscode';
import type { Ask } from '../../../client/src/server/server-link.ts';
import { type LanguageClient, startClientHere } from '../../server/language-client.ts';
import * as vscode from './fake-vscode.ts';

registerHooks({
  resolve: (name, context, next) =>
    name === 'vscode'
      ? { url: new URL('fake-vscode.ts', import.meta.url).href, shortCircuit: true }
      : next(name, context),
});

const uri = 'file:///models/lamp.aft';
const text = `event Go(n: int)
policy far { spaceDepth: 2 }
machine Lamp for pd {
  initial state Off {
    on Go(n) when n > 1 -> On
  }
  state On { on Go -> Off }
}
pd lamp runs Lamp
pd other runs Counter
scenario "dim" { send Go(1) to lamp  run 1s }
scenario "bright" { for n in [2, 3] { send Go(n) to lamp  run 1s  crash other under far } }
check "pressed" { may send Go(2) to lamp  fault crash of lamp up to 1  always other alive }
machine Counter for pd { var n: int = 0  initial state Up { after 1s do { n := n + 1 } -> Up } }
check "endless" { never other.n < 0 }
`;

describe('the Testing view', () => {
  let client: LanguageClient;
  let run: (kind: number, ...titles: readonly string[]) => Promise<vscode.ToldRun>;
  const controller = () => {
    const [first] = vscode.controllers;
    assert.ok(first);
    return first;
  };
  const profileOf = (kind: number): real.TestRunProfile => {
    const found = controller().profiles.find((each) => (each.kind as number) === kind);
    assert.ok(found);
    return found;
  };
  const itemOf = (title: string): real.TestItem => {
    const items = [...(controller().items.get(uri)?.children ?? [])].map(([, item]) => item);
    const found = items.find(({ label }) => label === title);
    assert.ok(found, title);
    return found;
  };

  before(async () => {
    const { createScenarioTests } = await import('../../../client/src/simulation/scenario-tests.ts');
    client = await startClientHere();
    await client.open(uri, text);
    // A check without end is given up early.
    const ask: Ask = (method, parameters) =>
      client.ask(method, JSON.stringify(parameters).includes('endless') ? { ...parameters, states: 9 } : parameters);
    const refuse = (text: string) => {
      assert.fail(text);
    };
    const log = { error: refuse, warn: refuse } as unknown as real.LogOutputChannel;
    const results = { of: () => undefined, tell: () => undefined } as never;
    const runs = { of: () => undefined, tell: () => undefined } as never;
    const tests = createScenarioTests({ ask, log, results, runs });
    await tests.run(vscode.Uri.parse(uri), 'dim');
    run = async (kind, ...titles) => {
      const { token } = new vscode.CancellationTokenSource();
      const request = new vscode.TestRunRequest(titles.map(itemOf)) as real.TestRunRequest;
      await profileOf(kind).runHandler(request, token);
      const told = controller().runs.at(-1);
      assert.ok(told);
      return told;
    };
  });

  after(() => client.stop());

  it('has tags to filter by', () => {
    const tags = ['dim', 'bright', 'pressed'].map((title) => itemOf(title).tags.map(({ id }) => id));
    assert.deepEqual(
      [controller().id, ...tags],
      ['aftermath', ['scenario'], ['scenario', 'for', 'crash'], ['check', 'fault']],
    );
  });

  it('shows no coverage after a run without it', async () => {
    const { states, files } = await run(vscode.TestRunProfileKind.Run, 'dim');
    assert.deepEqual([[...states], files], [[['dim', 'passed']], []]);
  });

  it('shows what the scenarios and checks of a run reach, together and of each', async () => {
    const { states, files } = await run(vscode.TestRunProfileKind.Coverage, 'dim', 'bright', 'pressed');
    assert.deepEqual(
      [...states],
      [
        ['dim', 'passed'],
        ['bright', 'passed'],
        ['pressed', 'passed'],
      ],
    );
    const [file] = files;
    assert.ok(file && files.length === 1);
    assert.deepEqual([file.uri.toString(), file.statements, file.declarations], [uri, '5/5', '5/6']);
    assert.deepEqual(
      file.includesTests.map(({ label }) => label),
      ['dim', 'bright', 'pressed'],
    );
    const { loadDetailedCoverage, loadDetailedCoverageForTest } = profileOf(vscode.TestRunProfileKind.Coverage);
    const linesOf = (details: readonly unknown[] | null | undefined) =>
      (details as (vscode.DeclarationCoverage | vscode.StatementCoverage)[]).map((each) => [
        each.location.start.line,
        'name' in each
          ? each.name
          : each.branches.map(({ label, executed }) => `${label}: ${String(executed)}`).join(', '),
        each.executed,
      ]);
    assert.deepEqual(linesOf(await loadDetailedCoverage?.({} as never, file as never, {} as never)), [
      [3, 'state Lamp.Off', 3],
      [4, 'guard that holds: 2, guard that does not hold: 1', 2],
      [6, 'state Lamp.On', 2],
      [6, '', true],
      [13, 'state Counter.Up', 6],
      [13, '', 3],
      [1, 'policy far', 2],
      [8, 'crash of lamp', 0],
      [9, 'crash of other', 2],
      [12, '', true],
      [12, '', true],
    ]);
    const bright = await loadDetailedCoverageForTest?.({} as never, file as never, itemOf('bright'), {} as never);
    assert.deepEqual(linesOf(bright), [
      [3, 'state Lamp.Off', 2],
      [4, 'guard that holds: 2, guard that does not hold: 0', 2],
      [6, 'state Lamp.On', 2],
      [6, '', 0],
      [13, 'state Counter.Up', 4],
      [13, '', 2],
      [1, 'policy far', 2],
      [8, 'crash of lamp', 0],
      [9, 'crash of other', 2],
    ]);
  });

  it('says where the coverage of a check is not known', async () => {
    const { files, output } = await run(vscode.TestRunProfileKind.Coverage, 'endless');
    assert.equal(files.length, 0);
    assert.match(output.join(''), /no coverage: what the check reaches is known only once all of it/);
  });
});
