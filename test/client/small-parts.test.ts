import assert from 'node:assert/strict';
import { crashArgumentsOf } from '../../client/src/crash-arguments.ts';
import { graphHtml } from '../../client/src/graph-html.ts';
import { starterModel } from '../../client/src/starter-model.ts';
import { loadModel } from '../../language/src/dsl/load.ts';

describe('The arguments of Simulate Crash', () => {
  it('are those that a caller gives', () => {
    assert.deepEqual(crashArgumentsOf({ uri: 'file:///a.aft', pd: 'p', policy: 'q' }), {
      uri: 'file:///a.aft',
      pd: 'p',
      policy: 'q',
    });
  });

  it('are the node under the context menu of the graph', () => {
    assert.deepEqual(crashArgumentsOf({ webviewSection: 'node', aftermathName: 'p', webview: 'x' }), { pd: 'p' });
  });

  it('are none where something else is given', () => {
    for (const value of [undefined, null, 'p', 7, [], { pd: 7 }]) assert.deepEqual(crashArgumentsOf(value), {});
  });
});

describe('The HTML of the graph page', () => {
  const html = graphHtml({
    cspSource: 'https://files.test',
    nonce: 'once',
    scriptUrl: 'https://files.test/a?x=1&y="><script>',
    styleUrl: 'https://files.test/a.css',
    workerUrl: 'https://files.test/w.js',
    language: 'en',
  });

  it('allows its own script, style and worker, and nothing else', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/u.exec(html)?.[1];
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-once'; style-src https://files.test; connect-src https://files.test; worker-src blob:",
    );
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
