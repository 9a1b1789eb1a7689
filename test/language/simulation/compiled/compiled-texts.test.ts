/** No text of a model ever becomes part of the generated JavaScript. */
import assert from 'node:assert/strict';
import { compileRules } from '../../../../language/src/simulation/compiled/compiled-rules.ts';
import { prepareRules } from '../../../../language/src/simulation/compiled/prepared-rules.ts';
import { startSearch } from '../../../../language/src/simulation/compiled/search.ts';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { modelOfText } from '../../dsl/load-text.ts';

/** Every word that the written code may have, besides letters with a number and single letters. */
const words = new Set(
  [
    'let const function return if else for while switch case default break continue true false',
    'new Int32Array Math imul subarray length attach run enter begin min until most from to',
  ].flatMap((line) => line.split(' ')),
);

const hostile = `'*/}});globalThis.stolen=1;(function(){/*\`"'`;

describe('the JavaScript that is made of a model', () => {
  it('has no name, text or comment of the model in it', async () => {
    const model = await modelOfText(`
      event 'E");alert(1);("'
      machine 'M\${1}' for pd {
        param '__proto__': 0..3 = 1
        var ${hostile}: 0..3 = 0
        var 'constructor': {'a";//', 'b\`\${x}'} = 'a";//'
        var 'm' : map<{'toString', 'valueOf'}, bool> = false
        initial state 'S*/process.exit()/*' {
          /** globalThis.stolen = 1 */
          on 'E");alert(1);("' when ${hostile} < 3 do {
            ${hostile} := ${hostile} + 1
            'constructor' := 'b\`\${x}'
            m['valueOf'] := 'constructor' == 'a";//'
          } -> 'S*/process.exit()/*'
        }
      }
      pd 'p\\\\u0022' runs 'M\${1}'
      check "\\");process.exit();(\\"" {
        may send 'E");alert(1);("' to 'p\\\\u0022' up to 5
        bound 'p\\\\u0022'.${hostile} < 3
        never 'p\\\\u0022'.'constructor' == 'a";//' and 'p\\\\u0022'.m['valueOf']
      }`);
    const [check] = model.checks;
    assert.ok(check);
    const texts: string[] = [];
    const runText = (parameters: readonly string[], body: string): unknown => {
      texts.push(...parameters, body);
      // Should a name be part of the text after all, the test fails on it below, or here.
      // oxlint-disable-next-line typescript/no-implied-eval
      return new Function(...parameters, body);
    };
    const { run } = initial(compileModel(model), { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
    const compiled = compileRules(run, check, runText);
    if ('needs' in compiled) assert.fail(JSON.stringify(compiled));
    const wanted = check.properties.map(({ condition }) => ({ condition, isNegated: false, ends: true }));
    for (const { condition } of wanted) compiled.test(condition);
    const search = startSearch(prepareRules(run, check), { wanted, bounds: check.bounds, memory: 1e6 }, runText);
    search.advance(100);
    assert.equal(search.progress().states, 4);
    assert.ok(texts.length > 4);
    for (const text of texts) {
      assert.match(text, /^[\w\s{}()[\];:,.<>=!&|?+*%^~-]*$/u);
      for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
        assert.ok(words.has(word) || /^(?:[A-Za-z]\d*|x[\da-f]+)$/.test(word), `"${word}" in ${text}`);
      }
    }
  });
});
