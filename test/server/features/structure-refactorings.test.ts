/**
 * Refactorings that change where something stands or to whom it belongs: every answer stays as it is, by the naive crash
 * and by the scenarios of random models, or the refactoring is refused with an answer that would be another.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { policiesOf } from '../../../language/src/analysis/facts/policies.ts';
import { canCrash } from '../../../language/src/model/entity-kind.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { refactoringsAt } from '../../../server/src/features/refactorings.ts';
import type { Refactoring } from '../../../server/src/refactoring/refactoring.ts';
import { withEdits } from '../../../server/src/workspace/change.ts';
import { naiveCrash } from '../../language/analysis/crash/naive-crash.ts';
import { lowered } from '../../language/dsl/load-text.ts';
import { tried } from '../../properties.ts';
import { allSteps } from '../all-steps.ts';
import { openInMemory } from '../in-memory.ts';

interface Offer {
  readonly title: string;
  /** The text after it; absent if it is refused. */
  readonly text?: string;
  readonly refusal?: string;
}

/** Returns what is offered for the selection between two marks, or at one. */
async function offers(source: string): Promise<readonly Offer[]> {
  const from = source.indexOf('¦');
  const to = Math.max(from, source.lastIndexOf('¦') - 1);
  const { workspace, document } = await openInMemory(source.replaceAll('¦', ''));
  const [start, end] = [document.textDocument.positionAt(from), document.textDocument.positionAt(to)];
  return allSteps(refactoringsAt(workspace, document, { start, end })).map((each: Refactoring) =>
    'refusal' in each
      ? { title: each.title, refusal: each.refusal }
      : { title: each.title, text: withEdits(document, each.change.edits) },
  );
}

/** Returns the text after the refactoring whose title contains some words, or why it is refused. */
async function made(words: string, source: string): Promise<string> {
  const found = await offers(source);
  const offer = found.find(({ title }) => title.includes(words));
  assert.ok(offer !== undefined, `${words} is among ${found.map(({ title }) => title).join('; ')}`);
  return offer.text ?? `refused: ${offer.refusal ?? ''}`;
}

const notOffered = async (words: string, source: string): Promise<void> => {
  const titles = (await offers(source)).map(({ title }) => title);
  assert.ok(
    titles.every((title) => !title.includes(words)),
    titles.join('; '),
  );
};

describe('declaring an entity elsewhere', () => {
  it('takes an owned object out of its owner, and back', async () => {
    const inside = `root object o {
  object pa¦rt {
    object leaf
    refers sibling
  }
  object sibling { refers part.leaf }
}
root object user { refers o.part, o.part.leaf }
`;
    const outside = `root object o {
  object sibling { refers part.leaf }
}
object part {
  object leaf
  refers o.sibling
}
o owns part
root object user { refers part, part.leaf }
`;
    assert.equal(await made('Declare "part" outside "o"', inside), outside);
    assert.equal(
      await made('Declare "part" in "o"', outside.replace('object part', 'object pa¦rt')),
      `root object o {
  object part {
    object leaf
    refers o.sibling
  }
  object sibling { refers o.part.leaf }
}
root object user { refers o.part, o.part.leaf }
`,
    );
  });

  it('is refused with what would change', async () => {
    assert.equal(
      await made('outside "n"', 'node n { pd we¦b }'),
      'refused: In main.aft, another answer would follow: crash of n no longer destroys web.',
    );
    assert.equal(
      await made('in "n"', 'node n\npd we¦b { dies with n }'),
      'refused: In main.aft, another plan would follow: destruction of n: n.web is now destroyed before n.',
    );
    assert.match(await made('outside "n"', 'node n { pd we¦b }\npd web'), /That would cause an error/);
  });

  it('is not offered for copies, in classes, for resources, and where nothing says to whom it belongs', async () => {
    await notOffered('Declare', 'node n[2] { pd we¦b }');
    await notOffered('Declare', 'class C for node { pd we¦b }');
    await notOffered('Declare', 'space s { resource r¦ }');
    await notOffered('Declare', 'object a\nobject b\nobject c¦\na owns c\nb owns c');
  });
});

describe('changing an owner', () => {
  it('is done where nothing ends otherwise, and else refused', async () => {
    const source = 'root object a { owns b }\nobject b { owns c }\nobject c¦\n';
    assert.match(await made('from "b" to "a"', source), /^refused: In main\.aft, another plan would follow: .*\bc\b/);
    const later = 'root object a { owns c }\nroot object b\nabsent object c¦\n';
    assert.equal(
      await made('Change the owner of "c" from "a" to "b"', later),
      'root object a { }\nroot object b\nabsent object c\nb owns c\n',
    );
    const managed = 'pd p { manages s }\npd q { dies with p }\nspace s¦\n';
    assert.match(
      await made('Change the manager of "s" from "p" to "q"', managed),
      /^refused: .*: crash of q now destroys s/,
    );
  });
});

describe('splitting and joining spaces', () => {
  const whole = `space disk : block {
  size: 4
  resource r1
  ¦resource r2
  resource r3¦
}
pd server { manages disk  holds disk.* as rw }
pd app { requests disk  holds disk.r2 }
scenario "x" { crash app  expect disk.r3 alive }
`;
  const parts = `space disk : block {
  size: 4
  resource r1
}
space disk2 : block {
  size: 4
  resource r2
  resource r3
}
pd server { manages disk, disk2  holds disk.* as rw, disk2.* as rw }
pd app { requests disk, disk2  holds disk2.r2 }
scenario "x" { crash app  expect disk2.r3 alive }
`;

  it('says of both what was said of the one', async () => {
    assert.equal(await made('Split "disk": 2 resources', whole), parts);
  });

  it('joins them again', async () => {
    assert.equal(
      await made('Join the space "disk2" with "disk"', parts.replace('space disk2', 'space dis¦k2')),
      whole.replaceAll('¦', ''),
    );
  });

  it('is refused where the one could end without the other', async () => {
    assert.match(
      await made('Join', 'space a { resource r }\nspace b¦ { resource q }\npd p { manages a }\npd q { manages b }'),
      /^refused: That would cause an error: The space "a" has 2 managers/,
    );
  });
});

describe('definitions of their own', () => {
  it('gives an entity its own machine, and replaces it by the equal one', async () => {
    const shared = 'machine M { initial state A }\npd a¦ runs M\npd b runs M\n';
    const own = 'machine M { initial state A }\n\nmachine M2 { initial state A }\npd a runs M2\npd b runs M\n';
    assert.equal(await made('Extract the machine "M2" from "M" for "a"', shared), own);
    assert.equal(
      await made('Replace the machine "M2" by "M"', own.replace('machine M2', 'machine M¦2')),
      'machine M { initial state A }\n\npd a runs M\npd b runs M\n',
    );
  });

  it('gives a step its own policy, and replaces one by an equal one, even a predefined one', async () => {
    const text = (first: string, second: string): string =>
      `policy near { pdDepth: 1 }\npd p\nscenario "x" { crash p under ${first} }\nscenario "y" { crash p under ${second} }\n`;
    assert.equal(
      await made('Extract the policy "near2"', text('ne¦ar', 'near')),
      text('near2', 'near').replace('\npd p', '\n\npolicy near2 { pdDepth: 1 }\npd p'),
    );
    assert.equal(
      await made('Replace the policy "near" by "pd-direct"', text('near', 'near').replace('near', 'ne¦ar')),
      text('pd-direct', 'pd-direct').replace(/^.*\n/, ''),
    );
    const commented = text('near', 'near').replace(
      /^.*/,
      '// Near.\npolicy ne¦ar {\n  // clients\n  pdDepth: 1 // one\n} // end',
    );
    assert.equal(
      await made('Replace the policy "near" by "pd-direct"', commented),
      text('pd-direct', 'pd-direct').replace(/^.*\n/, '// Near.\n// clients\n// one\n// end\n\n'),
    );
    await notOffered('Replace', text('near', 'near').replace('near', 'ne¦ar').replace('1', '2'));
  });
});

/** Returns the last part of a name, which a refactoring keeps. */
const last = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** What each crash does under each policy, by the naive judge, to what has some names. */
function crashes(model: Model, names: ReadonlySet<string>): readonly string[] {
  return model.entities.flatMap(({ id, kind, name, absent }) => {
    if (absent || !canCrash(kind)) return [];
    return policiesOf(model).map((policy) => {
      const { destroyed, broken, degraded, dangling } = naiveCrash(model, id, policy);
      const lists = [destroyed, broken, degraded, dangling].map((all) =>
        all.map(last).filter((each) => names.has(each)),
      );
      return `${last(name)} ${policy.name}: ${lists.map((each) => each.sort().join()).join(' | ')}`;
    });
  });
}

describe('refactorings of random models', () => {
  const relation = fc.record({ from: fc.nat(3), to: fc.nat(2), verb: fc.constantFrom('requests', 'holds', 'needs') });
  const system = fc.record({
    relations: fc.array(relation, { maxLength: 6 }),
    managers: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
    owners: fc.tuple(fc.nat(1), fc.nat(2)),
    isHosted: fc.boolean(),
    at: fc.nat(10),
  });

  it('leave every crash as the naive judge has it, or say which would be another', async () => {
    const counts = { made: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(system, async ({ relations, managers, owners, isHosted, at }) => {
        const pds = [0, 1, 2, 3].map((index) => {
          const says = relations
            .filter(({ from }) => from === index)
            .map(
              ({ verb, to }) =>
                `${verb} ${verb === 'needs' ? `p${String(to)}` : `s${String(to)}${verb === 'holds' ? '.*' : ''}`}`,
            );
          const manages = managers.flatMap((manager, space) =>
            manager === index ? [`manages s${String(space)}`] : [],
          );
          return `pd p${String(index)} { ${[...manages, ...says].join('  ')} refers o2 }`;
        });
        const lines = [
          ...[0, 1, 2].map(
            (space) => `space s${String(space)} : t { resource a${String(space)}  resource b${String(space)} }`,
          ),
          ...(isHosted ? [`node n { ${pds[0] ?? ''} }`] : pds.slice(0, 1)),
          ...pds.slice(1),
          `root object o0 { object o1 }`,
          `object o2`,
          `${owners[0] === 0 ? 'o0' : 'o0.o1'} owns o2`,
        ];
        const text = `${lines.join('\n')}\n`;
        const clean = isHosted ? text.replaceAll('needs p0', 'needs n.p0') : text;
        const names = [...clean.matchAll(/(?:pd|space|object|resource) /g)];
        const name = names[at % names.length];
        if (name === undefined) return;
        const end = name.index + name[0].length;
        const before = await lowered(clean);
        for (const { title, text: after, refusal } of await offers(`${clean.slice(0, end)}¦${clean.slice(end)}`)) {
          if (title.startsWith('Move')) continue;
          if (after === undefined) {
            counts.refused++;
            assert.match(refusal ?? '', /^(?:In main\.aft, |That would cause|".*" (?:differs))/u);
            continue;
          }
          counts.made++;
          const now = await lowered(after);
          const names = new Set(now.entities.map(({ name: each }) => last(each)));
          const shared = new Set(before.entities.map(({ name: each }) => last(each)).filter((each) => names.has(each)));
          assert.deepEqual(
            crashes(now, shared).toSorted(),
            crashes(before, shared).toSorted(),
            `${title} makes ${after}`,
          );
        }
      }),
      { numRuns: 5 },
    );
    tried('structure refactorings', counts.made + counts.refused);
    assert.ok(counts.made > 2 && counts.refused > 2, JSON.stringify(counts));
  });
});
