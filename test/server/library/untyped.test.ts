/** What a program without types passes to the library is refused in words, whatever it is; nothing throws. */
import assert from 'node:assert/strict';
import * as library from '../../../server/src/library/api.ts';

/** Things that are no model, name or list of steps. */
const odd: readonly unknown[] = [undefined, null, 1, 'a.aft', {}, [], [1], Promise.resolve({}), () => 0];

type Untyped = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
const { ask, buildModel, check, crash, parse, plan, recover, simulate, start } = library as unknown as Untyped &
  Pick<typeof library, 'buildModel' | 'parse'>;

const refusalOf = (answer: unknown): string | undefined => (answer as { readonly refusal?: string }).refusal;

describe('the library, asked by a program without types', () => {
  it('refuses what is no model', () => {
    const wanted = 'A model is expected: what "await parse(…)" returns.';
    for (const ask of [crash, plan, start, recover, simulate]) assert.equal(refusalOf(ask?.(undefined, 'a')), wanted);
    const [finding] = check?.('a.aft') as readonly { readonly message: string }[];
    assert.equal(finding?.message, wanted);
    const promised = 'A model is expected, not the promise of one: write "await parse(…)".';
    assert.equal(refusalOf(crash?.(Promise.resolve({}), 'a')), promised);
  });

  it('says what is missing in a question', async () => {
    const model = await parse('file:///a.aft', () => Promise.resolve('pd a'));
    const name = 'An entity is given by its name, which is a text.';
    assert.deepEqual([crash?.(model), recover?.(model, [1])].map(refusalOf), [name, name]);
    assert.match(refusalOf(plan?.(model)) ?? '', /^An event is expected, such as \{ kind: 'destroy', of: 'a' \}; /);
    assert.equal(refusalOf(plan?.(model, { kind: 'destroy' })), `The event "destroy" needs the name of an entity: { kind: 'destroy', of: 'a' }.`); // oxfmt-ignore
    assert.equal(refusalOf(simulate?.(model)), "A scenario is given by its title: { scenario: 'it works' }.");
    assert.ok('value' in (plan?.(model, { kind: 'collect' }) as object));
    assert.equal(refusalOf(await ask?.('check')), 'An operand is a text; a value of type undefined is none.');
    assert.ok('value' in ((await ask?.('check', 'nope.aft', null)) as object));
  });

  it('never throws', async () => {
    const model = await parse('file:///a.aft', () => Promise.resolve('pd a'));
    for (const first of [model, ...odd])
      for (const second of odd)
        for (const each of [check, crash, plan, start, recover, simulate]) assert.doesNotThrow(() => each?.(first, second)); // oxfmt-ignore
  });
});

describe('a builder in a program without types', () => {
  const refused = (build: (builder: Untyped, a: Untyped) => unknown): string | undefined => {
    const builder = buildModel();
    build(builder as unknown as Untyped, builder.pd('a') as unknown as Untyped);
    return refusalOf(builder.print());
  };

  it('refuses relations, kinds and entities that there are not', () => {
    assert.match(refused((_, a) => a.relate?.('needz', a)) ?? '', /^There is no relation "needz"; there are holds, /);
    assert.match(refused(({ entity }) => entity?.('process', 'p')) ?? '', /^There is no kind of entities "process"; /);
    const about = 'A relation or a step is about entities that the builder has declared, not about';
    assert.equal(
      refused((_, a) => a.relate?.('needs', 'b')),
      `${about} the text "b".`,
    );
    assert.equal(
      refused((_, a) => a.relate?.('needs')),
      `${about} a value of type undefined.`,
    );
    assert.equal(refused(({ scenario }) => scenario?.('s', [library.crashStep('a' as never)])), `${about} the text "a".`); // oxfmt-ignore
    assert.equal(
      refused(({ scenario }) => scenario?.('s')),
      'A list of steps is expected.',
    );
  });

  it('never throws', () => {
    for (const given of odd) {
      const build = ({ check: checked, policy, machine, event, pd }: Untyped, a: Untyped): void => {
        for (const each of [checked, policy, machine, event, pd]) each?.('x', given);
        for (const each of [a.relate, a.add]) each?.('needs', given);
      };
      assert.doesNotThrow(() => refused(build));
    }
  });
});
