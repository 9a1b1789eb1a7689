/** Changes by policies and settings: the default policy counts also where only one model declares it. */
import assert from 'node:assert/strict';
import { wordsBetween } from './words-between.ts';

describe('changes by policies and settings', () => {
  it('are those of the default policy, too, where only one of the models declares it', async () => {
    const model = 'pd a { manages s }\nspace s\npd b { requests s }';
    const declared = `policy 'default' { pdDepth: 1 }\n${model}`;
    assert.deepEqual(await wordsBetween(model, declared), [
      'worse: crash of a now destroys b under the policy default (before: degraded)',
      'other: added policy: default',
    ]);
    assert.deepEqual(await wordsBetween(declared, model), [
      'better: crash of a now only degrades b under the policy default (before: destroyed)',
      'other: removed policy: default',
    ]);
    assert.deepEqual(await wordsBetween(`policy 'default' { }\n${model}`, model), ['other: removed policy: default']);
  });

  it('are those of a crash that releases an object with another way to end', async () => {
    const model = (setting: string): string =>
      `pd pod\ndoomed root object r { ${setting} object k }\nr waits for pod\npd app { refers r.k }`;
    const spared = 'better: crash of pod no longer leaves dangling references in r.k';
    assert.deepEqual(await wordsBetween(model(''), model('deletion: orphan')), [spared]);
    assert.deepEqual(await wordsBetween(model(''), `policy 'default' { deletion: orphan }\n${model('')}`), [
      spared,
      'other: added policy: default',
    ]);
  });
});
