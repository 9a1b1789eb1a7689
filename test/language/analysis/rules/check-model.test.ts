/** The runner of the rules: a crashing rule is reported, rules can be interrupted, and the tables agree. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { checkInSteps, checkModel } from '../../../../language/src/analysis/rules/check-model.ts';
import { type ModelFinding, type RuleContext, defineRule } from '../../../../language/src/analysis/rules/rule.ts';
import { rules } from '../../../../language/src/analysis/rules/registry.ts';
import { allSteps } from '../../../../language/src/model/all-steps.ts';
import { findingCodes, findingPage } from '../../../../language/src/model/finding-codes.ts';
import { buildModel } from '../../build-model.ts';

const { model, sources } = buildModel('space s\nregion r');

describe('checking a model', () => {
  it('makes a check that fails one visible finding and runs the others', () => {
    const failing = defineRule('cycle/maps', () => {
      throw new Error('Something is out of order.');
    });
    const findings = checkModel(model, sources, { rules: [failing, ...rules] });
    assert.deepEqual(
      findings.map(({ code, severity }) => [code, severity]),
      [
        ['internal/check-failed', 'error'],
        ['space/no-manager', 'warning'],
        ['region/empty', 'warning'],
      ],
    );
    assert.match(findings[0]?.message ?? '', /"cycle\/maps" failed .* Something is out of order\. Please report it/);
  });

  it('reports the fault of a model whose ids do not fit instead of throwing', () => {
    const [relation] = buildModel('pd a\npd b\na feeds b').model.relations;
    assert.ok(relation);
    const torn = { ...model, relations: [{ ...relation, target: 99 }] };
    const findings = checkModel(torn, sources);
    assert.deepEqual([...new Set(findings.map(({ code }) => code))], ['internal/check-failed']);
  });

  it('can be left after each check', () => {
    const ran: string[] = [];
    const both = rules
      .filter(({ code }) => code === 'space/no-manager' || code === 'region/empty')
      .map((check) => ({
        ...check,
        run: (context: RuleContext) => {
          ran.push(check.code);
          return check.run(context);
        },
      }));
    const steps = checkInSteps(model, sources, { rules: both });
    assert.equal(steps.next().done, false);
    assert.deepEqual(ran, [both[0]?.code]);
    const remedied = (findings: readonly ModelFinding[]) =>
      findings.map((finding) => ({ ...finding, remedies: finding.remedies() }));
    assert.deepEqual(remedied(allSteps(steps)), remedied(checkModel(model, sources, { rules: both })));
  });

  it('looks for remedies only where they are asked for', () => {
    const asked: string[] = [];
    const remediesOf = (name: string) => () => {
      asked.push(name);
      return [];
    };
    const [span] = sources.entities;
    assert.ok(span);
    const rule = defineRule('space/no-manager', () =>
      ['one', 'other'].map((message) => ({ message, span, remedies: remediesOf(message) })),
    );
    const findings = checkModel(model, sources, { rules: [rule] });
    assert.deepEqual(asked, []);
    findings[1]?.remedies();
    assert.deepEqual(asked, ['other']);
  });

  it('returns findings in the order of the text', () => {
    const built = buildModel('region r\nspace s\nresource s.x');
    const codes = checkModel(built.model, built.sources).map(({ code }) => code);
    assert.deepEqual(codes, ['region/empty', 'space/no-manager', 'resource/orphan']);
  });
});

describe('the tables of findings', () => {
  const codes: string[] = findingCodes.map(({ code }) => code);
  const pages = new URL('../../../../language/docs/findings/', import.meta.url);

  it('have each code once', () => {
    assert.deepEqual(codes, [...new Set(codes)]);
    assert.deepEqual(
      rules.map(({ code }) => code),
      [...new Set(rules.map(({ code }) => code))],
    );
  });

  it('have a row for each check, with its severity and title', () => {
    for (const { code, severity, title } of rules) {
      assert.deepEqual(
        findingCodes.find((row) => row.code === code),
        { code, severity, title },
      );
    }
  });

  it('have one page for each code and no page without a code', () => {
    assert.deepEqual(readdirSync(pages).sort(), codes.map(findingPage).sort());
  });

  it('have pages that begin with their title, code and severity, and say what to do', () => {
    for (const { code, severity, title } of findingCodes) {
      const page = readFileSync(new URL(findingPage(code), pages), 'utf8');
      assert.ok(page.startsWith(`# ${title}\n\n\`${code}\` · ${severity}`), code);
      assert.ok(page.includes('\n**What to do.** '), code);
    }
  });

  it('have an example on the page of each check', () => {
    for (const { code } of rules) {
      assert.match(readFileSync(new URL(findingPage(code), pages), 'utf8'), /\n```aftermath\n/, code);
    }
  });

  it('have one file for each check, named after its code', () => {
    const folder = new URL('../../../../language/src/analysis/rules/', import.meta.url);
    const files = new Set(readdirSync(folder));
    for (const { code } of rules) assert.ok(files.has(`${code.replace('/', '-')}.ts`), code);
  });
});
