/**
 * Rename changes all occurrences of a name, and refuses whatever would change the meaning of a text.
 */
import assert from 'node:assert/strict';
import { withEdits } from '../../../server/src/workspace/change.ts';
import { importEdits } from '../../../server/src/features/file-renames.ts';
import { renameAt, renameTargetAt } from '../../../server/src/features/rename.ts';
import { required } from '../../../language/src/model/common/lookup.ts';
import { allSteps } from '../all-steps.ts';
import { declarationOf, everyName, nameGroups, openEveryName, placesOf } from '../every-name.ts';
import { mainUri, openInMemory, type InMemory } from '../in-memory.ts';
import { marked } from '../marked-text.ts';

type Texts = Readonly<Record<string, string>>;

/** Opens a marked text, edited there and back, with files that are all in the workspace. */
async function opened(source: string, others: Texts = {}): Promise<InMemory & { readonly offset: number }> {
  const { text, offset } = marked(source);
  const memory = await openInMemory(text, others);
  const { workspace } = memory;
  await workspace.addFolder('file:///models');
  let document = memory.document;
  for (const [before, edited] of [`${text}\n// edited`, text].entries()) {
    workspace.setText(mainUri, { version: before + 2, text: edited });
    await workspace.settle();
    document = required(workspace.find(mainUri));
    workspace.models.link(document);
  }
  return { workspace, document, offset };
}

/** Renames what stands at the mark; returns the texts that have changed, or why it is refused. */
async function renamed(source: string, name: string, others: Texts = {}): Promise<Texts | string> {
  const { workspace, document, offset } = await opened(source, others);
  const answer = allSteps(renameAt(workspace, document, offset, name));
  assert.ok(answer !== undefined, 'there is something to rename');
  if ('refusal' in answer) return answer.refusal;
  const uris = [...new Set(answer.map(({ span }) => span.uri))];
  return Object.fromEntries(
    uris.map((uri) => {
      const each = workspace.find(uri);
      assert.ok(each !== undefined);
      const own = answer.filter(({ span }) => span.uri === uri);
      return [uri.slice(uri.lastIndexOf('/') + 1), withEdits(each, own)];
    }),
  );
}

/** Renames what stands at the mark; returns why it is refused. */
async function refusedOf(source: string, name: string, others: Texts = {}): Promise<string> {
  const answer = await renamed(source, name, others);
  return typeof answer === 'string' ? answer : '';
}

describe('rename', () => {
  for (const group of nameGroups) {
    const name = declarationOf(group)?.name ?? placesOf(group)[0]?.name ?? '';
    it(`renames all places of ${name} and nothing else, from each of them`, async () => {
      const { workspace, document } = await openEveryName();
      const places = placesOf(group);
      let wanted = everyName;
      for (const place of places.toReversed()) {
        wanted = `${wanted.slice(0, place.start)}freshName${wanted.slice(place.start + place.name.length)}`;
      }
      for (const { start } of places) {
        const target = renameTargetAt(workspace, document, start + 1);
        assert.ok(target !== undefined && 'span' in target, JSON.stringify(target));
        assert.equal(document.textDocument.offsetAt(target.span.start), start);
        const edits = allSteps(renameAt(workspace, document, start + 1, 'freshName'));
        assert.ok(edits !== undefined && !('refusal' in edits), JSON.stringify(edits));
        assert.equal(withEdits(document, edits), wanted);
      }
    });
  }

  it('renames the titles of scenarios and checks', async () => {
    assert.deepEqual(await renamed('scenario "a¦b" { }', 'it is "so"'), {
      'main.aft': 'scenario "it is \\"so\\"" { }',
    });
    assert.deepEqual(await renamed('pd p\ncheck "a¦b" { never p crashed }', 'c'), {
      'main.aft': 'pd p\ncheck "c" { never p crashed }',
    });
    assert.equal(await renamed('scenario "a¦" { }\nscenario "b" { }', 'b'), 'There is already a scenario "b".');
  });

  it('changes every file that names it, and no other', async () => {
    const others = {
      'lib.aft': 'pd far',
      'other.aft': 'import "lib"\npd third { dies with far }',
      'alone.aft': 'pd far\npd near { needs far }',
    };
    assert.deepEqual(await renamed('import "lib"\npd near { needs f¦ar }', 'away', others), {
      'lib.aft': 'pd away',
      'main.aft': 'import "lib"\npd near { needs away }',
      'other.aft': 'import "lib"\npd third { dies with away }',
    });
  });

  it('puts a name in quotes where it needs them, and removes them where it does not', async () => {
    assert.deepEqual(await renamed('pd a¦b\npd c { needs ab }', 'nginx.service'), {
      'main.aft': "pd 'nginx.service'\npd c { needs 'nginx.service' }",
    });
    assert.deepEqual(await renamed("pd 'a¦.b'\npd c { needs 'a.b' }", "'plain'"), {
      'main.aft': 'pd plain\npd c { needs plain }',
    });
    assert.deepEqual(await renamed('pd a { data { te¦am: 1 } }\nscenario "x" { expect a.team == 1 }', 'the team'), {
      'main.aft': "pd a { data { 'the team': 1 } }\nscenario \"x\" { expect a.'the team' == 1 }",
    });
    assert.deepEqual(await renamed('root object a¦b\nscenario "x" { destroy ab }', 'destroy'), {
      'main.aft': "root object 'destroy'\nscenario \"x\" { destroy 'destroy' }",
    });
  });

  it('refuses a name that is taken', async () => {
    assert.equal(await renamed('pd a¦\npd b', 'b'), 'There is already a "b" in that place.');
    assert.match(
      await refusedOf('machine M { initial state A¦ { after 1s -> B } state B { after 1s -> A } }', 'B'),
      /already/,
    );
    assert.match(await refusedOf('machine M { var a¦: int = 0 param b: int = a }', 'b'), /already/);
  });

  it('refuses a name that would be shadowed or would shadow another', async () => {
    const nested = 'root object o { object inner }\nroot object out¦er\nroot object user { refers inner, outer }';
    assert.equal(await renamed(nested, 'inner'), '"inner" in line 3 of main.aft would then mean something else.');
    const loop = 'pd server\nscenario "x" { for p¦ in pds { expect p alive and server alive } }';
    assert.match(await refusedOf(loop, 'server'), /"server" in line 2 of main.aft would then mean/);
    const builtIn = 'root object a¦\nscenario "x" { expect all x in pds: x alive }';
    assert.match(await refusedOf(builtIn, 'pds'), /would then mean something else/);
    const imported = 'import "lib"\npd a¦\npd c { needs b }';
    assert.match(await refusedOf(imported, 'b', { 'lib.aft': 'pd b' }), /"b" in line 3/);
  });

  it('refuses a name that was not known and would be then', async () => {
    assert.match(await refusedOf('pd a¦\npd c { needs b }', 'b'), /"b" in line 2 of main.aft would then mean/);
  });

  it('refuses a name in another file that would mean something else there', async () => {
    const others = { 'user.aft': 'import "main"\nimport "second"\npd c { needs b }', 'second.aft': 'pd b' };
    assert.match(await refusedOf('pd a¦', 'b', others), /of user\.aft/);
  });

  it('refuses what a run may find in several machines', async () => {
    const machines = `machine M for pd { var n¦: int = 0 initial state S }
machine N for pd { var n: int = 0 initial state S }
pd a runs M
pd b runs N
scenario "x" { for p in pds { expect p.n == 0 } }`;
    assert.match(await refusedOf(machines, 'k'), /"n" in line 5 of main.aft may mean this one or another/);
  });

  it('refuses the names of the language and of its library', async () => {
    assert.match(await refusedOf('scenario "x" { expect all p in p¦ds: p alive }', 'q'), /of the language itself/);
    assert.match(
      await refusedOf('import "std/murano"\npd a\nscenario "x" { crash a under murano-¦spec }', 'q'),
      /standard library/,
    );
    assert.match(await refusedOf('import "¦lib"', 'q', { 'lib.aft': '' }), /Rename the file itself/);
    assert.match(await refusedOf('policy ca¦reful { pdDepth: 1 }', 'pd-direct'), /predefined policy/);
    assert.match(await refusedOf('policy ca¦reful { pdDepth: 1 }', 'default'), /applies wherever none is named/);
    assert.match(await refusedOf('event A¦', 'restarted'), /event of the language/);
  });

  it('refuses what would join two types or two keys of data', async () => {
    const served = 'pd m { manages s, t }\nspace s : fi¦le\nspace t : block\npd c { requests m as file }';
    assert.match(await refusedOf(served, 'block'), /There is already a type "block", and both would be one/);
    assert.match(await refusedOf('class Web for pd\npd a is Web\npd b : o¦ld', 'Web'), /already a type "Web"/);
    const data = 'pd a { data { te¦am: 1 } }\npd b { data { tier: 1 } }';
    assert.match(await refusedOf(data, 'tier'), /There is already data "tier", and both would be one/);
    const quoted = "pd a { data { te¦am: 1 } }\npd b { data { 'the team': 1 } }";
    assert.match(await refusedOf(quoted, 'the team'), /There is already data "'the team'", and both would be one/);
  });

  it('refuses to take away the type that the name of a class gives, where it is named', async () => {
    const typed = 'class W¦eb for pd\npd a is Web\nscenario "x" { expect a.type == Web }';
    assert.match(await refusedOf(typed, 'Site'), /"Web" in line 3 of main.aft is the type that the class gives/);
    assert.match(await refusedOf('class Web for pd\npd a is Web\npd b : W¦eb', 'Site'), /is also the type/);
    assert.deepEqual(await renamed('class W¦eb for pd : ww\npd a is Web\npd b : ww', 'Site'), {
      'main.aft': 'class Site for pd : ww\npd a is Site\npd b : ww',
    });
  });

  it('refuses to give or take a meaning that only the name of a setting has', async () => {
    const refusal = /A setting "\w+" has a meaning in the language, so the model would change/;
    for (const [source, name] of [
      ['class A for pd { param li¦fe: duration = 1h }\npd a is A', 'mttf'],
      ['class A for pd { param mt¦tf: duration = 1h }\npd a is A', 'life'],
      ['machine M for pd { param li¦fe: duration = 1h  initial state S }\npd a runs M', 'mttf'],
      ['root object k { mo¦de: foreground }', 'deletion'],
      ['root object k { dele¦tion: foreground }', 'mode'],
    ] as const)
      assert.match(await refusedOf(source, name), refusal, source);
    assert.deepEqual(await renamed('class A for pd { param li¦fe: duration = 1h }\npd a is A', 'size'), {
      'main.aft': 'class A for pd { param size: duration = 1h }\npd a is A',
    });
  });

  it('refuses what is not a name, and what is not known', async () => {
    assert.match(await refusedOf('pd a¦', ' '), /at least one letter/);
    assert.match(await refusedOf('pd a¦', "it's"), /no single quote/);
    assert.match(await refusedOf('pd a { needs b¦ }', 'c'), /The meaning of this name is unknown/);
  });

  it('offers nothing if there is no name', async () => {
    for (const source of ['¦pd a', 'pd a { holds ¦}', 'pd a // na¦me', 'pd a { overhead: 4¦0 }', '{ ¦{{ pd']) {
      const { workspace, document, offset } = await opened(source);
      assert.equal(renameTargetAt(workspace, document, offset), undefined, source);
      assert.equal(allSteps(renameAt(workspace, document, offset, 'x')), undefined, source);
    }
  });

  it('is refused if the text changes before it is done', async () => {
    const { workspace, document, offset } = await opened('import "b"\npd a¦', { 'b.aft': 'pd c' });
    const steps = renameAt(workspace, document, offset, 'z');
    assert.equal(steps.next().done, false);
    workspace.setText(mainUri, { version: 2, text: 'import "b"\n\npd a' });
    await workspace.settle();
    const answer = allSteps(steps);
    assert.ok(answer !== undefined && 'refusal' in answer);
    assert.match(answer.refusal, /changed meanwhile/);
  });

  it('stops between any two files, so it can be cancelled', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`f${String(index)}.aft`, 'import "main"']),
    );
    const { workspace, document, offset } = await opened('pd a¦', files);
    const steps = renameAt(workspace, document, offset, 'z');
    let count = 0;
    while (steps.next().done !== true) count++;
    assert.ok(count > 20, String(count));
  });

  it('still works beside an error, if the error stays as it is', async () => {
    assert.deepEqual(await renamed('pd a¦\npd b { needs a }\npd c { holds ] }', 'z'), {
      'main.aft': 'pd z\npd b { needs z }\npd c { holds ] }',
    });
  });
});

describe('renamed files', () => {
  const moved = async (main: string, from: string, to: string, others: Texts): Promise<Texts> => {
    const { workspace } = await opened(`${main}¦`, others);
    const base = 'file:///models/';
    const edits = importEdits(workspace, [{ from: base + from, to: base + to }]);
    const uris = [...new Set(edits.map(({ span }) => span.uri))];
    return Object.fromEntries(
      uris.map((uri) => {
        const each = workspace.find(uri);
        assert.ok(each !== undefined);
        return [
          uri.slice(base.length),
          withEdits(
            each,
            edits.filter(({ span }) => span.uri === uri),
          ),
        ];
      }),
    );
  };

  it('are imported by their new names', async () => {
    const others = { 'lib.aft': 'pd far', 'sub/user.aft': 'import "../lib.aft"', 'other.aft': 'import "std/job"' };
    assert.deepEqual(await moved('import "lib"', 'lib.aft', 'sub/new name.aft', others), {
      'main.aft': 'import "sub/new name"',
      'sub/user.aft': 'import "new name.aft"',
    });
  });

  it('import what they imported from their new places', async () => {
    const others = { 'lib.aft': 'pd far' };
    assert.deepEqual(await moved('import "lib"\nimport "std/job"', 'main.aft', 'deep/er/main.aft', others), {
      'main.aft': 'import "../../lib"\nimport "std/job"',
    });
  });

  it('may be folders', async () => {
    const others = { 'sub/a.aft': 'import "b"\nimport "../lib"', 'sub/b.aft': '', 'lib.aft': '' };
    assert.deepEqual(await moved('import "sub/a"', 'sub', 'std', others), {
      'main.aft': 'import "./std/a"',
    });
  });
});
