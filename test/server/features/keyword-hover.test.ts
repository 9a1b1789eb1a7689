/** The hover of words of the language, which differ in what they mean by where they stand, and of policies. */
import assert from 'node:assert/strict';
import { hoverAt } from '../../../server/src/features/hover.ts';
import { openInMemory } from '../in-memory.ts';
import { marked } from '../marked-text.ts';

/** Returns the hover at a mark, in lines. */
async function hovered(source: string): Promise<readonly string[]> {
  const { text, offset } = marked(source);
  const { workspace, document } = await openInMemory(text);
  return hoverAt(workspace, document, offset)?.markdown.split(/ {2}\n/) ?? [];
}

describe('hover of a word', () => {
  for (const [title, source, shown, text] of [
    ['of a number of needs', 'pd a { needs 1 o¦f b, c }\npd b\npd c', '**needs**', /asks for two/],
    ['of a number of what is protected', 'pd a { protects 1 o¦f b }\npd b', '**protects**', /leaves fewer/],
    ['of what a fault strikes', 'pd a\ncheck "x" { fault crash o¦f a }', '**of**', /strike/],
    ['of a number of messages', 'event E\npd a\nscenario "x" { expect a received 2 o¦f E }', '**received**', /arrived/],
    ['of the limit of a fault', 'check "x" { fault crash up t¦o 2 }', '**up to**', /At most/],
    ['of a property', 'pd a\ncheck "x" { a alive leads t¦o a alive }', '**leads to**', /then or later/],
    ['of a delay', 'event E\npd a { on destroy { send E to a af¦ter 2s } }', '**after**', /that much later/],
    ['of a timer', 'machine M { initial state A { af¦ter 2s -> A } }', '**after**', /timer/],
    ['of an end at the start', 'doo¦med object o', '**doomed**', /begun before/],
    ['of the kind of a class', 'class C fo¦r pd', '**for**', /instances/],
    ['of a direction', 'view "x" { direction do¦wn }', '**down**', /right, left, down or up/],
    ['of a loop', 'scenario "x" { for p i¦n pds { crash p } }', '**in**', /one after the other/],
  ] as const)
    it(`${title} says what it means there`, async () => {
      const [first, second] = await hovered(source);
      assert.equal(first, shown);
      assert.match(second ?? '', text);
    });
});

describe('hover of a policy', () => {
  it('names the crash that destroys, breaks and degrades most, of nodes, too', async () => {
    const pds = 'pd a\npd b\npd c { needs b  needs a as soft }\npd d { needs b }\npolicy p¦ol { pdDepth: 0 }';
    assert.equal((await hovered(pds)).at(-1), 'the worst crash is that of `b`: destroys 1, degrades 0, breaks 2');
    const node = `node n { pd e }\n${pds}`;
    assert.equal((await hovered(node)).at(-1), 'the worst crash is that of `n`: destroys 2, degrades 0');
  });
});
