/** The settings of a policy in the model, and refused values. */
import assert from 'node:assert/strict';
import { defaultPolicy, type Policy } from '../../../language/src/model/policy.ts';
import { loadText, modelOfText } from './load-text.ts';

describe('a policy of the model', () => {
  it('has the default of each setting that is not given', async () => {
    const { policies } = await modelOfText('policy p { }');
    assert.deepEqual(policies, [{ ...defaultPolicy, name: 'p' }]);
  });

  const legal: readonly (readonly [text: string, fields: Partial<Policy>])[] = [
    ['pdDepth: 2', { pdDepth: 2 }],
    ['pdDepth: unlimited  spaceDepth: unlimited', { pdDepth: 'unlimited', spaceDepth: 'unlimited' }],
    ['conflict: dependency', { conflict: 'dependency' }],
    ['conflict: error  layers: latest', { conflict: 'error', layers: 'latest' }],
    ['throughSurvivors: false', { throughSurvivors: false }],
    ['subscriptions: set', { subscriptions: 'set' }],
    ['deletion: foreground  deletionDelay: 1500ms', { deletion: 'foreground', deletionDelay: 1500 }],
    ['deletion: orphan  deletionDelay: 2min', { deletion: 'orphan', deletionDelay: 120_000 }],
    ['minRsi: 1/2  rsiType: file', { minRsi: 0.5, rsiType: 'file' }],
    ["minRsi: 0.25  rsiType: 'a b'", { minRsi: 0.25, rsiType: "'a b'" }],
    ['maxFaultRadius: 3', { maxFaultRadius: 3 }],
  ];
  for (const [text, fields] of legal) {
    it(`takes ${text}`, async () => {
      const { policies } = await modelOfText(`policy p { ${text} }`);
      assert.deepEqual(policies, [{ ...defaultPolicy, name: 'p', ...fields }]);
    });
  }

  const illegal: readonly (readonly [text: string, code: string, range: readonly [number, number]])[] = [
    ['pdDepth: 1.5', 'setting/value', [20, 23]],
    ['pdDepth: -1', 'setting/value', [20, 22]],
    ['pdDepth: deep', 'setting/value', [20, 24]],
    ['spaceDepth: 1s', 'setting/value', [23, 25]],
    ['conflict: nobody', 'value/unknown', [21, 27]],
    ['minRsi: 2', 'setting/value', [19, 20]],
    ['minRsi: 3/2', 'setting/value', [19, 22]],
  ];
  for (const [text, code, [start, end]] of illegal) {
    it(`refuses ${text}, and keeps the default`, async () => {
      const { model, findings } = await loadText(`policy p { ${text} }`);
      assert.deepEqual(model.policies, [{ ...defaultPolicy, name: 'p' }]);
      const found = findings.map((each) => [each.code, each.span.start.character, each.span.end.character]);
      assert.deepEqual(found, [[code, start, end]]);
    });
  }

  it('is that of the nearest file, where imports have a policy of its name', async () => {
    const files = {
      'far.aft': "policy 'default' { pdDepth: 4 }  policy p { pdDepth: 4 }  policy q { pdDepth: 4 }",
      'mid.aft': 'import "far"',
      'near.aft': "policy 'default' { pdDepth: 3 }  policy p { pdDepth: 3 }",
    };
    const { policies } = await modelOfText('import "mid"\nimport "near"\npolicy \'default\' { pdDepth: 2 }', files);
    const depths = new Map(policies.map(({ name, pdDepth }) => [name, pdDepth]));
    const named = ['default', 'near:default', 'far:default', 'p', 'far:p', 'q'].map((name) => depths.get(name));
    assert.deepEqual(named, [2, 3, 4, 3, 4, 4]);
  });
});
