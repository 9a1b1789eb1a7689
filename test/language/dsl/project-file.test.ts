/** A project file is read despite its errors, and each error is reported at its location. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { gradedCodes } from '../../../language/src/dsl/rules/severities.ts';
import { readProjectFile, severityWords } from '../../../language/src/dsl/project-file.ts';
import { createProjectFiles } from '../../../language/src/dsl/project-files.ts';
import { findingCodes } from '../../../language/src/model/finding-codes.ts';

const uri = 'test:/.aftermath.json';
const read = (text: string) => readProjectFile(text, uri);
const told = (text: string): string[] =>
  read(text).findings.map(
    ({ span: { start }, code, message }) => `${start.line + 1}:${start.character + 1} ${code} ${message}`,
  );

describe('a project file', () => {
  it('gives severities by code, with comments and a comma after the last line', () => {
    const text = `{ // ours\n  "severities": { "resource/orphan": "error", "variable/unused": "off", },\n}`;
    assert.deepEqual(read(text), {
      value: { severities: { 'resource/orphan': 'error', 'variable/unused': 'off' } },
      findings: [],
    });
  });

  it('may be empty, and may name its schema', () => {
    for (const text of ['', ' \n', '{}', '{"$schema": "x", "severities": {}}'])
      assert.deepEqual(read(text), { value: { severities: {} }, findings: [] });
  });

  it('may nest to any depth, and is read to a hundred levels', () => {
    for (const [opening, closing] of [
      ['[', ']'],
      ['{"severities":', '}'],
    ] as const) {
      const nested = (depth: number) => `\n${opening.repeat(depth)}{}${closing.repeat(depth)}`;
      const at = (depth: number) => told(nested(depth)).filter((line) => line.includes('nests'));
      assert.deepEqual(at(99), []);
      for (const depth of [101, 5000, 200_000]) {
        const column = 100 * opening.length + 1;
        const message = 'This nests more than 100 levels deep, so the file is not read. Remove it.';
        assert.deepEqual(told(nested(depth)), [`2:${String(column)} project/json ${message}`]);
        assert.deepEqual(read(nested(depth)).value, { severities: {} });
      }
    }
  });

  it('keeps everything before and after a fault', () => {
    const text = `{"severities": {"resource/orphan": "hint", "resource/orphn": "hint", "let/cycle": "fatal", "region/empty": "off"}}`;
    assert.deepEqual(read(text).value.severities, { 'resource/orphan': 'hint', 'region/empty': 'off' });
    assert.deepEqual(told(text), [
      '1:44 project/setting There is no finding "resource/orphn". Did you mean "resource/orphan"?',
      '1:83 project/setting A severity is one of "error", "warning", "information", "hint", "off".',
    ]);
  });

  it('offers the nearest word as a fix', () => {
    const [finding] = read('{\r\n  "severites": {}}').findings;
    assert.ok(finding);
    assert.deepEqual(finding.fixes, [
      {
        title: 'Write "severities"',
        edits: [{ span: finding.span, text: '"severities"' }],
        isPreferred: true,
      },
    ]);
    assert.deepEqual(finding.span.start, { line: 1, character: 2 });
  });

  it('names what has no meaning', () => {
    assert.deepEqual(told('[]'), [
      '1:1 project/setting A project file is an object with settings, such as {"severities": {}}.',
    ]);
    assert.deepEqual(told('{"severities": "error"}'), [
      '1:16 project/setting The severities are an object, such as {"resource/orphan": "error"}.',
    ]);
    assert.deepEqual(told('{"severities": {"name/unknown": "off"}}'), [
      '1:17 project/setting The severity of "name/unknown" cannot be changed. Remove this line.',
    ]);
    assert.deepEqual(told('{"severities": {"resource/orphan": "error"'), [
      '1:43 project/json Expected a closing brace here.',
    ]);
    assert.deepEqual(told('{"severities": {"resource/orphan" "error"}}'), ['1:35 project/json Expected a colon here.']);
  });

  it('says which files belong to the project', () => {
    const { value, findings } = read('{"include": ["models/**"], "exclude": ["**/old", "a.aft"]}');
    assert.deepEqual([value.include, value.exclude, findings], [['models/**'], ['**/old', 'a.aft'], []]);
    const none = read('{"exclude": ["", 3, "../x", "/x", "x/", "./x", "a\\\\b", "ok"]}');
    assert.deepEqual(none.value.exclude, ['ok']);
    assert.deepEqual(
      none.findings.map(({ code }) => code),
      Array.from({ length: 7 }, () => 'project/setting'),
    );
    assert.deepEqual(read('{"include": "models"}').value.include, []);
  });

  it('never causes more than findings, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => `{"severities": ${text}`),
        ),
        (text) => {
          const { value, findings } = read(text);
          for (const severity of Object.values(value.severities))
            assert.ok(severityWords.some((word) => word === severity));
          for (const { span } of findings) assert.ok(span.start.line <= text.split(/\r\n|\r|\n/).length);
        },
      ),
    );
  });

  it('has a schema that allows what is read, and nothing else', () => {
    const file = new URL('../../../language/docs/project-file.schema.json', import.meta.url);
    const schema = JSON.parse(readFileSync(file, 'utf8')) as {
      properties: { severities: { properties: Record<string, { description: string }> } };
      definitions: { severity: { enum: string[] } };
    };
    const titles = new Map<string, string>(findingCodes.map(({ code, title }) => [code, title]));
    assert.deepEqual(Object.keys(schema.properties).sort(), [
      '$schema',
      'exclude',
      'include',
      'operators',
      'severities',
    ]);
    assert.deepEqual(schema.definitions.severity.enum, [...severityWords]);
    assert.deepEqual(
      Object.entries(schema.properties.severities.properties).map(([code, { description }]) => [code, description]),
      gradedCodes.toSorted().map((code) => [code, `${titles.get(code) ?? ''}.`]),
    );
  });
});

describe('the project file of a text', () => {
  const files = new Map([
    ['file:///w/.aftermath.json', '{"severities": {"resource/orphan": "error"}}'],
    ['file:///w/a/.aftermath.json', '{}'],
  ]);
  let reads: string[] = [];
  const projects = createProjectFiles((name) => {
    reads.push(name);
    return Promise.resolve(files.get(name));
  });

  it('is the nearest one in its folder or above', async () => {
    const nearest = async (name: string) => (await projects.load(name))?.uri;
    assert.equal(await nearest('file:///w/x.aft'), 'file:///w/.aftermath.json');
    assert.equal(await nearest('file:///w/b/c/x.aft'), 'file:///w/.aftermath.json');
    assert.equal(await nearest('file:///w/a/b/x.aft'), 'file:///w/a/.aftermath.json');
    assert.equal(await nearest('file:///x.aft'), undefined);
    assert.equal(await nearest('untitled:Untitled-1'), undefined);
    assert.deepEqual(projects.settingsFor('file:///w/b/c/x.aft').severities, { 'resource/orphan': 'error' });
    assert.deepEqual(projects.settingsFor('file:///w/a/b/x.aft').severities, {});
    assert.deepEqual(projects.settingsFor('file:///x.aft').severities, {});
  });

  it('is read once, until it has changed', async () => {
    reads = [];
    await projects.load('file:///w/b/c/y.aft');
    assert.deepEqual(reads, []);
    files.set('file:///w/b/.aftermath.json', '{"severities": {"resource/orphan": "off"}}');
    projects.clear();
    await projects.load('file:///w/b/c/y.aft');
    assert.deepEqual(reads, ['file:///w/b/c/.aftermath.json', 'file:///w/b/.aftermath.json']);
    assert.deepEqual(projects.settingsFor('file:///w/b/c/y.aft').severities, { 'resource/orphan': 'off' });
  });
});
