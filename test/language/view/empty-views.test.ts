/** Views that are said to show nothing, judged by what they show. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkModel } from '../../../language/src/analysis/rules/check-model.ts';
import { namedViews } from '../../../language/src/view/named/named-views.ts';
import { runs } from '../../properties.ts';
import { loadText } from '../dsl/load-text.ts';

const set = fc.constantFrom('pds', 'nodes', 'entities', '[a, n]');
const operator = fc.constantFrom('==', '!=');
const test = fc.oneof(
  fc.tuple(operator, fc.constantFrom('1', '2', '7', 'none')).map(([is, value]) => `x.tier ${is} ${value}`),
  fc.tuple(operator, fc.constantFrom('web', 'mail', 'none')).map(([is, value]) => `x.type ${is} ${value}`),
);
const condition = fc
  .tuple(test, fc.constantFrom('and', 'or'), fc.boolean(), test)
  .map(([one, word, isNegated, other]) => `${one} ${word} ${isNegated ? `not (${other})` : other}`);
const subject = fc.oneof(
  fc.constantFrom('a', 'n', 'n.b', 'c'),
  fc.tuple(set, condition).map(([of, body]) => `{x in ${of}: ${body}}`),
);
const view = fc
  .tuple(fc.array(subject, { minLength: 1, maxLength: 2 }), fc.array(fc.constantFrom('a', 'n', 'c'), { maxLength: 2 }))
  .map(([include, exclude]) =>
    [`include ${include.join(', ')}`, ...(exclude.length === 0 ? [] : [`exclude ${exclude.join(', ')}`])].join('  '),
  );

const entities = 'pd a : web { data { tier: 1 } }\nnode n { data { tier: 2 }  pd b : web }\npd c\n';

describe('a view that is said to show nothing', () => {
  it('is one that shows nothing, where all conditions are decided', async () => {
    let empty = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(view, { minLength: 12, maxLength: 12 }), async (views) => {
        const text = entities + views.map((members, at) => `view "v${String(at)}" { ${members} }`).join('\n');
        const { model, sources } = await loadText(text);
        const said = checkModel(model, sources).flatMap(({ code, message }) =>
          code === 'view/empty' ? [/"(v\d+)"/.exec(message)?.[1]] : [],
        );
        const shown = namedViews(model, sources).flatMap((each) => (each.shown.length === 0 ? [each.title] : []));
        assert.deepEqual(said, shown, text);
        empty += shown.length;
      }),
      { numRuns: runs(25, 500) },
    );
    assert.ok(empty > 20, String(empty));
  });
});
