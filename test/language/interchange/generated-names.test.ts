/** The names of a generated file, read without parsing it: the same as those of the model that the text makes. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { generatedNames } from '../../../language/src/interchange/import/generated-names.ts';
import { namesOfModel, namesOfText } from '../../../language/src/interchange/import/keep-names.ts';
import { printModel } from '../../../language/src/interchange/printing/print-model.ts';
import { runs } from '../../properties.ts';
import { makeModel } from '../build-model.ts';
import { parts } from '../analysis/random-model.ts';
import { fixture, imported } from './fixture.ts';
import { loadPrinted } from './load-printed.ts';

describe('the names of a generated file', () => {
  it('are those of the model, with odd ids, comments, policies and copies', async () => {
    const text = `// Generated
/** pd no
 * pd none { */
absent root pd 'a {b}' : T { id: "x \\"{y\\" // \\$z"  data { id: "second" } } //@ f:1: pd other {
space s : t { //@ f:2: id: "comment"
  data {
    note: "id: \\"no\\" }"
    id: "in data"
  }
  resource r[2] : t { id: "same" }
  resource 'id: "q"' : t
}
pd many[2] {
  pd inner { id: "inside" }
}
object p { pdDepth: "{"  id: "p" }
policy q { pdDepth: 1 }
`;
    const { model } = await loadPrinted(text);
    assert.deepEqual(
      generatedNames(text).map(({ kind, name }) => `${kind} ${name}`),
      model.entities.map(({ kind, name }) => `${kind} ${name}`),
    );
    assert.deepEqual(namesOfText(text), [
      ['pd x "{y" // $z', "'a {b}'"],
      ['space in data', 's'],
      ['object p', 'p'],
    ]);
    assert.deepEqual(namesOfText(text), namesOfModel(model));
  });

  it('are those of printed models', async () => {
    const hex = imported(fixture('hex-ids.csv'));
    assert.deepEqual(namesOfText(printModel(hex)), namesOfModel(hex));
    assert.ok(namesOfModel(hex).length > 2);
    let nested = 0;
    await fc.assert(
      fc.asyncProperty(parts, async ({ entities, relations }) => {
        const text = printModel(makeModel(entities, relations).model);
        const { model } = await loadPrinted(text);
        nested += model.entities.some(({ parent }) => parent !== undefined) ? 1 : 0;
        const key = ({ kind, name }: { readonly kind: string; readonly name: string }): string => `${kind} ${name}`;
        assert.deepEqual(generatedNames(text).map(key), model.entities.map(key));
      }),
      { numRuns: runs(60, 5000) },
    );
    assert.ok(nested > 20, `${String(nested)} models with entities in others`);
  });
});
