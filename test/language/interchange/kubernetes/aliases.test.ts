/** Aliases and merge keys in manifests. */
import assert from 'node:assert/strict';
import { findingLines, relationLines } from '../fixture.ts';
import { importText } from './import-text.ts';

const settingsOf = (text: string) => {
  const { value, findings } = importText(text, 'a.yaml');
  assert.ok(value !== undefined, JSON.stringify(findings));
  const settings = value.model.entities.map(({ name, settings: own }) => {
    const labels = own.find((each) => each.name === 'labels')?.value;
    const texts = labels?.kind === 'list' ? labels.items.map((item) => (item.kind === 'text' ? item.parts.map(String).join('') : '')) : []; // oxfmt-ignore
    return `${name} ${texts.join(' ')}`.trim();
  });
  return { settings, lines: relationLines(value.model), findings: findingLines(findings) };
};

describe('an alias in a manifest', () => {
  it('counts as what it stands for', () => {
    const text = `apiVersion: v1
kind: Pod
metadata: { name: a, labels: &labels { app: web } }
spec:
  serviceAccountName: &account web
  containers: [{ name: a, env: &env [{ name: X, valueFrom: { secretKeyRef: &key { name: keys } } }] }]
  initContainers: [{ name: b, env: *env }, { name: c, env: [{ name: Y, valueFrom: { secretKeyRef: { <<: *key, optional: true } } }] }]
---
apiVersion: v1
kind: Service
metadata: { name: &name x }
spec: { selector: &none { app: web } }
---
{ apiVersion: v1, kind: Secret, metadata: { name: keys } }
`;
    const { lines, findings } = settingsOf(text);
    assert.deepEqual(lines, ["'pod/a' needs 'secret/keys' as start", "'service/x' needs 'pod/a'"]);
    assert.deepEqual(findings, []);
  });

  it('merges maps, of which its own entries count, and then the earlier ones', () => {
    const text = `kind: List
items:
- { kind: ConfigMap, metadata: &one { name: first, labels: &all { a: '1', b: '1' } } }
- { kind: ConfigMap, metadata: { <<: *one, name: second } }
- { kind: ConfigMap, metadata: { name: third, labels: { <<: [{ b: '2', c: '2' }, *all], c: '3' } } }
`;
    const { settings, findings } = settingsOf(text);
    assert.deepEqual(settings, [
      "'configmap/first' a=1 b=1",
      "'configmap/second' a=1 b=1",
      "'configmap/third' c=3 b=2 a=1",
    ]);
    assert.deepEqual(findings, []);
  });

  it('is not followed without an anchor, into itself, or where it repeats too much', () => {
    const pod = (labels: string) => `kind: Pod\nmetadata: { name: a, labels: ${labels} }\n`;
    for (const text of [pod('*gone'), pod('&me { a: *me }')])
      assert.deepEqual(settingsOf(text).findings, ['warning import/unreadable-field 2']);
    const levels = Array.from('bcdefghi', (name, index) => `${name}: &${name} {${Array.from({ length: 9 }, (_, key) => `k${String(key)}: *${'abcdefgh'.charAt(index)}`).join(', ')}}`); // oxfmt-ignore
    const bomb = ['a: &a { x: y }', ...levels, pod('{ <<: *i }')].join('\n');
    assert.deepEqual(settingsOf(bomb).settings.length, 1);
  });
});
