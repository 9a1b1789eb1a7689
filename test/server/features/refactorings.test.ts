/**
 * Refactorings keep the model unchanged in every file that sees it, and otherwise refuse with a reason.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { crashRows } from '../../../language/src/analysis/crash/crash-matrix.ts';
import { withEdits } from '../../../server/src/workspace/change.ts';
import { fixAll } from '../../../server/src/features/fix-all.ts';
import { refactoringsAt } from '../../../server/src/features/refactorings.ts';
import type { Refactoring } from '../../../server/src/refactoring/refactoring.ts';
import { allSteps } from '../all-steps.ts';
import { everyName, namePlaces, openEveryName } from '../every-name.ts';
import { mainUri, openInMemory, type InMemory } from '../in-memory.ts';

type Texts = Readonly<Record<string, string>>;

/** Opens a text whose selection is between two marks, or at one, in a workspace with other files. */
async function offered(
  source: string,
  others: Texts = {},
): Promise<InMemory & { readonly found: readonly Refactoring[] }> {
  const start = source.indexOf('¦');
  const end = Math.max(start, source.lastIndexOf('¦') - 1);
  const memory = await openInMemory(source.replaceAll('¦', ''), others);
  await memory.workspace.addFolder('file:///models');
  await memory.workspace.settle();
  const { workspace, document } = memory;
  const at = (offset: number) => document.textDocument.positionAt(offset);
  const found = allSteps(refactoringsAt(workspace, document, { start: at(start), end: at(end) }));
  return { ...memory, found };
}

/** The texts that a refactoring makes, by file name, or why it is refused. */
async function made(kind: Refactoring['kind'], source: string, others: Texts = {}): Promise<Texts | string> {
  const { workspace, found } = await offered(source, others);
  const refactoring = found.find((each) => each.kind === kind);
  assert.ok(refactoring !== undefined, 'it is offered');
  if ('refusal' in refactoring) return refactoring.refusal;
  const { edits, created } = refactoring.change;
  const name = (uri: string) => uri.slice(uri.lastIndexOf('/') + 1);
  const changed = [...new Set(edits.map(({ span }) => span.uri))].map((uri) => {
    const document = workspace.find(uri);
    assert.ok(document !== undefined);
    return [
      name(uri),
      withEdits(
        document,
        edits.filter(({ span }) => span.uri === uri),
      ),
    ] as const;
  });
  const made = created === undefined ? [] : [[name(created.uri), created.text] as const];
  return Object.fromEntries([...changed, ...made]);
}

async function refusedAs(kind: Refactoring['kind'], source: string, others: Texts = {}): Promise<string> {
  const answer = await made(kind, source, others);
  return typeof answer === 'string' ? answer : '';
}

describe('moving entities to a file', () => {
  it('moves one with its comments, and imports it where it was', async () => {
    const source = `// the file

/** The disk. */
space d¦isk : block {
  resource block1
} // here
pd server { manages disk  holds disk.* }
`;
    assert.deepEqual(await made('move', source), {
      'main.aft': 'import "disk"\n\n// the file\n\npd server { manages disk  holds disk.* }\n',
      'disk.aft': '/** The disk. */\nspace disk : block {\n  resource block1\n} // here\n',
    });
  });

  it('moves the first of a file', async () => {
    assert.deepEqual(await made('move', 'space d¦isk { resource r }\npd s { manages disk }\n'), {
      'main.aft': 'import "disk"\n\npd s { manages disk }\n',
      'disk.aft': 'space disk { resource r }\n',
    });
  });

  it('moves several, with the imports that they need, and imports them in every file that names them', async () => {
    const others = { 'lib.aft': 'pd far', 'user.aft': 'import "main"\npd u { needs a }', 'disk.aft': 'pd other' };
    const source = 'import "lib"\nimport "std/job"\n¦pd disk { needs far }\npd a\n¦pd b { needs a }\n';
    assert.deepEqual(await made('move', source, others), {
      'main.aft': 'import "lib"\nimport "std/job"\nimport "disk-2"\npd b { needs a }\n',
      'user.aft': 'import "main"\nimport "disk-2"\npd u { needs a }',
      'disk-2.aft': 'import "lib"\n\npd disk { needs far }\npd a\n',
    });
  });

  it('is refused where what is moved needs what stays', async () => {
    assert.equal(
      await refusedAs('move', 'pd a¦ { needs b }\npd b\n'),
      '"a" needs "b", which stays: a file cannot import the one that imports it.',
    );
    assert.match(await refusedAs('move', 'machine M { initial state S }\npd a¦ runs M'), /needs "M", which stays/);
  });

  it('is refused if names would then mean something else, so that the crash matrix changes', async () => {
    const others = { 'lib.aft': 'space disk { resource r }\npd keeper { manages disk }' };
    const source = 'import "lib"\nspace d¦isk { resource r }\npd server { manages disk }\npd user { requests disk }\n';
    assert.equal(await refusedAs('move', source, others), 'In main.aft, the model would have other entities.');
  });

  it('is offered only at the top level of a file', async () => {
    const { found } = await offered('root object o { object p¦ }');
    assert.deepEqual(
      found.filter(({ kind }) => kind === 'move'),
      [],
    );
  });
});

describe('turning entities into copies', () => {
  it('takes all siblings that are alike, and names each by its number', async () => {
    const source = `space s { resource r }
pd boss { manages s  holds s.r }
pd wor¦ker1 { requests s  holds s.r as rw }
pd worker2 { requests s  holds s.r as rw }
pd worker3 {
  requests s
  holds s.r as rw
}
worker2 needs worker1
scenario "x" { crash worker3 }
`;
    assert.deepEqual(await made('rewrite', source), {
      'main.aft': `space s { resource r }
pd boss { manages s  holds s.r }
pd worker[3] { requests s  holds s.r as rw }
worker[1] needs worker[0]
scenario "x" { crash worker[2] }
`,
    });
  });

  it('takes those of a selection, within a body and in other files', async () => {
    const others = { 'user.aft': 'import "main"\nroot object u { refers o.part2.leaf }' };
    const source = 'root object o {\n  ¦object part1 { object leaf }\n  object part2 { object leaf }¦\n}\n';
    assert.deepEqual(await made('rewrite', source, others), {
      'main.aft': 'root object o {\n  object part[2] { object leaf }\n}\n',
      'user.aft': 'import "main"\nroot object u { refers o.part[1].leaf }',
    });
  });

  it('is refused where they differ', async () => {
    assert.equal(
      await refusedAs('rewrite', '¦pd a1\npd a2 { overhead: 1 }¦'),
      '"a2" differs from "a1" in more than its name.',
    );
    assert.equal(
      await refusedAs('rewrite', '¦pd a1 // one\npd a2 // two¦'),
      '"a2" differs from "a1" in more than its name.',
    );
  });

  it('includes those that refer to one of them', async () => {
    assert.deepEqual(await made('rewrite', 'pd b¦1 { needs b2 }\npd b2 { needs b2 }'), {
      'main.aft': 'pd b[2] { needs b[1] }\n',
    });
  });

  it('is refused if the name is taken', async () => {
    assert.match(await refusedAs('rewrite', 'pd a\npd a¦1\npd a2\n'), /^That would cause an error/);
  });

  it('is not offered for one alone, or without numbers', async () => {
    for (const source of ['pd a¦1', 'pd a¦\npd b', '¦pd a\npd b¦', 'pd a¦1\npd b1']) {
      assert.ok(
        (await offered(source)).found.every(({ kind }) => kind !== 'rewrite'),
        source,
      );
    }
  });
});

describe('refactorings', () => {
  it('are offered at the names of declarations only, and in no half model', async () => {
    const { workspace, document } = await openEveryName();
    for (const { start, name } of namePlaces) {
      const position = document.textDocument.positionAt(start + 1);
      const refactorings = allSteps(refactoringsAt(workspace, document, { start: position, end: position }));
      const before = everyName.slice(everyName.lastIndexOf('\n', start) + 1, start);
      const isTop = /^(?:root )?(?:pd|space|object) $/.test(before);
      const isDeclared = /(?:^|\s)(?:pd|space|object|resource|class|policy) $/.test(before);
      assert.equal(refactorings.filter(({ kind }) => kind === 'move').length, isTop ? 1 : 0, `${before}${name}`);
      assert.ok(isDeclared || refactorings.length === 0, `${before}${name}`);
    }
    assert.deepEqual((await offered('pd a¦\npd b {')).found, []);
  });

  it('leave the crash matrix as it is, on random models', async () => {
    const relation = fc.record({ from: fc.nat(5), to: fc.nat(3), verb: fc.constantFrom('requests', 'holds') });
    await fc.assert(
      fc.asyncProperty(fc.array(relation, { maxLength: 8 }), fc.nat(5), async (relations, at) => {
        const pds = Array.from({ length: 6 }, (_, index) => {
          const own = relations.filter(({ from }) => from === index);
          const verbs = own.map(({ verb, to }) => `${verb} s${String(to)}x${verb === 'holds' ? '.r' : ''}`);
          const manages = index < 4 ? `manages s${String(index)}x ` : '';
          return `pd p${String(index)} { ${manages}${verbs.join(' ')} }`;
        });
        const spaces = Array.from({ length: 4 }, (_, index) => `space s${String(index)}x : t { resource r }`);
        const marked = [...spaces, ...pds].map((line, index) => (index === at ? line.replace(' ', ' ¦') : line));
        const { workspace, document, found } = await offered(`${marked.join('\n')}\n`);
        for (const refactoring of found) {
          if ('refusal' in refactoring) continue;
          const { edits, created } = refactoring.change;
          const others = created === undefined ? {} : { [created.uri.slice(mainUri.length - 8)]: created.text };
          const after = await openInMemory(withEdits(document, edits), others);
          assert.deepEqual(cells(after), cells({ workspace, document }));
        }
      }),
      { numRuns: 10 },
    );
  });
});

/** How many are destroyed and degraded by each crash, whatever they are called. */
function cells({ workspace, document }: InMemory): readonly string[] {
  const rows = [...crashRows(workspace.models.of(document).model)];
  return rows.flatMap(({ cells: of }) => of.map(({ policy, counts }) => `${policy} ${JSON.stringify(counts)}`)).sort();
}

describe('fixing all', () => {
  const fixed = async (text: string): Promise<string | undefined> => {
    const { workspace, document } = await openInMemory(text);
    const edits = allSteps(fixAll(workspace, document));
    return edits && withEdits(document, edits);
  };

  it('makes every fix that is almost certainly intended', async () => {
    const text = 'space disk { resource block }\npd server { manages dusk  holds disk.* }\npd app { requests dsik }\n';
    assert.equal(
      await fixed(text),
      'space disk { resource block }\npd server { manages disk  holds disk.* }\npd app { requests disk }\n',
    );
  });

  it('does nothing if nothing is certain', async () => {
    assert.equal(await fixed('pd a'), undefined);
    assert.equal(await fixed('pd a { needs nobody }'), undefined);
    assert.equal(await fixed(everyName), undefined);
  });
});
