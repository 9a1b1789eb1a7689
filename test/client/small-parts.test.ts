import assert from 'node:assert/strict';
import fc from 'fast-check';
import { crashArgumentsOf } from '../../client/src/graph/crash-arguments.ts';
import { pageHtml } from '../../client/src/page/page-html.ts';
import { reportArgumentsOf } from '../../client/src/report/report-arguments.ts';
import { pathInside } from '../../client/src/files/path-inside.ts';
import { starterModel } from '../../client/src/files/starter-model.ts';
import { withoutLinks } from '../../client/src/notices/without-links.ts';
import { loadModel } from '../../language/src/dsl/load.ts';
import { runs } from '../properties.ts';

describe('The path of a file inside a folder', () => {
  it('is found on Windows whatever case the letter of the drive has', () => {
    assert.equal(pathInside('/C:/models/shop', '/c:/models/shop/sub/a.aft'), 'sub/a.aft');
    assert.equal(pathInside('/c:/models/shop/', '/C:/models/shop/a.aft'), 'a.aft');
    assert.equal(pathInside('/C:/', '/c:/a.aft'), 'a.aft');
    assert.equal(pathInside('/c:/models/shop', '/d:/models/shop/a.aft'), undefined);
  });

  it('is nothing for its neighbours', () => {
    assert.equal(pathInside('/models/shop', '/models/shop-2/a.aft'), undefined);
    assert.equal(pathInside('/', '/a.aft'), 'a.aft');
  });
});

describe('The arguments of Simulate Crash', () => {
  it('are those that a caller gives', () => {
    assert.deepEqual(crashArgumentsOf({ uri: 'file:///a.aft', pd: 'p', policy: 'q' }), {
      uri: 'file:///a.aft',
      pds: ['p'],
      policy: 'q',
    });
  });

  it('are the node under the context menu of the graph', () => {
    assert.deepEqual(crashArgumentsOf({ webviewSection: 'node', aftermathName: 'p', webview: 'x' }), { pds: ['p'] });
    const rows = [{ aftermathName: 'p', aftermathKind: 'pd' }, { aftermathName: 's', aftermathKind: 'space' }, { aftermathName: 'n', aftermathKind: 'node' }]; // oxfmt-ignore
    assert.deepEqual(crashArgumentsOf(rows[0], rows), { pds: ['p', 'n'] });
    assert.deepEqual(crashArgumentsOf(rows[0], rows.slice(0, 1)), { pds: ['p'] });
  });

  it('are several that crash at once', () => {
    assert.deepEqual(crashArgumentsOf({ pds: ['p', 'q'] }), { pds: ['p', 'q'] });
  });

  it('are empty for anything else', () => {
    for (const value of [undefined, null, 'p', 7, [], { pd: 7 }, { pds: [] }, { pds: ['p', 7] }, { pds: 'p' }])
      assert.deepEqual(crashArgumentsOf(value), {});
  });
});

describe('The arguments of the commands of reports', () => {
  it('are those that a caller gives', () => {
    const given = {
      uri: 'file:///a.aft',
      of: 'p',
      end: 'delete',
      deletion: 'orphan',
      policy: 'q',
      first: 'a',
      second: 'b',
    };
    assert.deepEqual(reportArgumentsOf(given), given);
  });

  it('are the node under the context menu of the graph, as what ends and as what is compared', () => {
    const there = { of: 'p', first: 'p', in: 'graph' };
    assert.deepEqual(reportArgumentsOf({ webviewSection: 'node', aftermathName: 'p' }), there);
    assert.deepEqual(reportArgumentsOf({ uri: 'u', aftermathName: 'p' }), { uri: 'u', of: 'p', first: 'p' });
  });

  it('are empty for anything else', () => {
    for (const value of [undefined, null, 'p', 7, [], { of: 7 }, { end: 'explode' }, { deletion: 'slowly' }]) {
      assert.deepEqual(reportArgumentsOf(value), {});
    }
  });

  it('are own fields only', () => {
    assert.deepEqual(reportArgumentsOf(Object.create({ of: 'p' })), {});
  });
});

describe('A text in a notification', () => {
  /** What VS Code makes a link of. */
  const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/giu;

  it('has no link, whatever it says, and looks the same', () => {
    const pieces = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      'x',
      ' ',
      '"',
      'command:quit',
      'https://a.b',
      'file:c',
      '\u200B',
    );
    const texts = fc.array(pieces).map((each) => each.join(''));
    const isPlain = (text: string): void => {
      assert.equal(withoutLinks(text).match(link), null);
      assert.equal(withoutLinks(text).replaceAll('\u200B', ''), text.replaceAll('\u200B', ''));
    };
    fc.assert(fc.property(texts, isPlain), { numRuns: runs(50) });
    assert.notEqual('The check "[Details](command:quit)" failed'.match(link), null);
  });
});

describe('The HTML of a page', () => {
  const parts = {
    cspSource: 'https://files.test',
    nonce: 'once',
    scriptUrl: 'https://files.test/a?x=1&y="><script>',
    styleUrl: 'https://files.test/a.css',
    language: 'en',
  };
  const html = pageHtml({ ...parts, workers: { layout: 'https://files.test/w.js', elk: 'https://files.test/e.js' } });
  const policyOf = (text: string) => /Content-Security-Policy" content="([^"]*)"/u.exec(text)?.[1];

  it('allows without a worker its own script and style, and nothing else', () => {
    const policy = "default-src 'none'; script-src 'nonce-once'; style-src https://files.test; img-src data:";
    assert.equal(policyOf(pageHtml(parts)), policy);
    assert.ok(!pageHtml(parts).includes('data-layout-worker'));
  });

  it('allows its own script, style and worker, and nothing else', () => {
    assert.equal(
      policyOf(html),
      "default-src 'none'; script-src 'nonce-once'; style-src https://files.test; img-src data:; connect-src https://files.test; worker-src blob:",
    );
  });

  it('names its panel in its menus if there are several', () => {
    assert.ok(
      pageHtml({ ...parts, panel: '3' }).includes(
        `<body data-vscode-context="{&quot;aftermathPanel&quot;:&quot;3&quot;}">`,
      ),
    );
    assert.ok(html.includes('<body>'));
  });

  it('has addresses as text only', () => {
    assert.ok(html.includes('src="https://files.test/a?x=1&amp;y=&quot;>&lt;script>"'));
    assert.equal(html.match(/<script/gu)?.length, 1);
  });
});

describe('A new model', () => {
  it('has no findings', async () => {
    const uri = 'file:///new.aft';
    const { model, findings } = await loadModel(uri, (wanted) =>
      Promise.resolve(wanted === uri ? starterModel : undefined),
    );
    assert.deepEqual(findings, []);
    assert.ok(model.entities.some((entity) => entity.kind === 'pd'));
    assert.equal(model.scenarios.length, 1);
  });
});
