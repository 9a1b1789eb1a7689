/**
 * Each check on a text with its error and on one without. A test lists all findings of a text, so that a second finding
 * for the same error fails too.
 */
import assert from 'node:assert/strict';
import { checkModel } from '../../../../language/src/analysis/rules/check-model.ts';
import type { Finding } from '../../../../language/src/model/finding.ts';
import type { FindingCode } from '../../../../language/src/model/finding-codes.ts';
import { defaultPolicy, type Policy } from '../../../../language/src/model/policy.ts';
import { buildModel, makeModel } from '../../build-model.ts';
import { kvStore } from '../kv-store.ts';
import { cases } from './rule-cases.ts';

/** Each finding as `code line "text at its range"`, the related places as their texts. */
function told(
  text: string,
  options: { alsoRun?: readonly FindingCode[]; policies?: readonly Policy[] } = {},
): string[] {
  const { model, sources } = buildModel(text, options.policies);
  return checkModel(model, sources, { alsoRun: options.alsoRun ?? [] }).map((finding) => inShort(text, finding));
}

function inShort(text: string, { code, span, related }: Finding): string {
  const places = related.map((each) => textAt(text, each.span)).join(', ');
  return `${code} ${textAt(text, span)}${places === '' ? '' : ` (${places})`}`;
}

function textAt(text: string, { start, end }: Finding['span']): string {
  return text.split('\n')[start.line]?.slice(start.character, end.character) ?? '';
}

function message(text: string): string {
  const { model, sources } = buildModel(text);
  return checkModel(model, sources)
    .map((finding) => finding.message)
    .join('\n');
}

describe('the rules', () => {
  for (const { rule, text, findings, alsoRun = [] } of cases) {
    it(rule, () => {
      assert.deepEqual(told(text, { alsoRun }), findings);
    });
  }

  it('find nothing in the key-value stack', () => {
    const { model, sources } = kvStore();
    assert.deepEqual(checkModel(model, sources), []);
  });

  it('find nothing in models like the other examples', () => {
    const boxes = `
      node x
      object x.q
      object x.r
      node y
      object y.s
      object y.t
      pd y.main
      x.q refers y.s
      x.r refers y.t
      y.s refers x.r
      y.t refers x.q
      y.main refers y.t`;
    const deletion = `
      root object a: Job
      object a.child: Pod
      root object b: Job
      object both: Pod
      object held: Pod
      a owns both
      a owns held as nonblocking
      b owns both
      root object app
      object app.net
      object app.vm
      app.net destroyed after app.vm notify told
      object cache
      app refers cache as runtime`;
    const job = `
      absent object job: Job
      object job.config: ConfigMap
      object job.pod[5]: Pod
      pd operator { job: job }`;
    const streams = `
      pd source
      pd sink
      source feeds sink
      region orders
      orders contains source, sink`;
    for (const text of [boxes, deletion, job, streams]) assert.deepEqual(told(text), []);
  });

  it('find the seeded orphan in the key-value stack', () => {
    const { model, sources } = kvStore('\n  resource disk1.lost');
    assert.deepEqual(
      checkModel(model, sources).map(({ code, message }) => [code, message]),
      [
        [
          'resource/orphan',
          'No PD holds the resource "disk1.lost". Add "holds" to the PD that serves its space, or remove the resource.',
        ],
      ],
    );
  });

  it('find relations between wrong kinds, as an importer may make them', () => {
    const built = makeModel(
      [
        { kind: 'pd', name: 'p' },
        { kind: 'object', name: 'o', root: true },
      ],
      [
        { kind: 'holds', source: 1, target: 0 },
        { kind: 'maps', source: 0, target: 1 },
        { kind: 'refers', source: 0, target: 1 },
      ],
    );
    const findings = checkModel(built.model, built.sources);
    assert.deepEqual(
      findings.map(({ code, severity, message }) => [code, severity, message]),
      [
        [
          'relation/wrong-kinds',
          'error',
          '"holds" cannot join the object "o" and the PD "p". Use it between a PD and a resource, a space or a PD, or use another relation.',
        ],
        [
          'relation/wrong-kinds',
          'error',
          '"maps" cannot join the PD "p" and the object "o". Use it between two resources or two spaces, or use another relation.',
        ],
      ],
    );
  });

  it('report one declaration once, and count its copies', () => {
    const text = 'space s\nresource s.b[1000]\npd p\np manages s\np holds s.b[0]';
    assert.deepEqual(told(text), ['resource/orphan s.b[1000]']);
    assert.match(message(text), /No PD holds the resource "s\.b\[1\]" and 998 other copies\./);
  });

  it('count cycles among copies once', () => {
    const text = 'root object a[3]\nobject a[*].b\na[*].b owns a[*]';
    assert.deepEqual(told(text), ['cycle/ownership a[*].b (a[*].b, a[*])']);
    assert.match(message(text), /The same holds for 2 more copies\./);
  });

  it('make a conflict an error if the default policy says so', () => {
    const text = 'root object a\nobject a.b\na.b destroyed after a';
    const severities = (policies: readonly Policy[]): string[] => {
      const { model, sources } = buildModel(text, policies);
      return checkModel(model, sources).map(({ severity }) => severity);
    };
    const strict: Policy = { ...defaultPolicy, conflict: 'error' };
    assert.deepEqual(severities([]), ['warning']);
    assert.deepEqual(severities([{ ...strict, name: 'other' }]), ['warning']);
    assert.deepEqual(severities([strict]), ['error']);
  });

  it('say what is wrong, whom it is about and what to do', () => {
    assert.equal(
      message('root object a\nobject a.b\na.b destroyed after a'),
      '"a.b" is declared to be destroyed after "a", but ownership requires it first: "a" owns "a.b". ' +
        'Remove one side, or set "conflict" in a policy to choose which one is kept.',
    );
    for (const { text, alsoRun = [] } of cases) {
      const { model, sources } = buildModel(text);
      for (const finding of checkModel(model, sources, { alsoRun })) {
        assert.match(finding.message, /^[A-Z"].*"[^"]+".*\. ?.*\.$/s);
      }
    }
  });
});
