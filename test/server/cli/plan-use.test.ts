/** `aftermath plan`: two models compared, and wrong usage. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

describe('aftermath plan --diff', () => {
  it('describes differences as consequences', async () => {
    const { code, output } = await aftermath(['plan', 'plan.aft', '--destroy', 'env', '--diff', 'plan-old.aft']);
    assert.equal(code, 0);
    assert.equal(
      output,
      'Plan for the destruction of env under the policy default (in a conflict: ownership)\n' +
        'in plan.aft, compared with plan-old.aft\n\n' +
        '  now destroys 1 fewer object (env.cache)\n' +
        '  env.net and env.vm changed places\n' +
        '  env.vm is now notified of env.net (detach)\n',
    );
  });

  it('prints the same as JSON, with a one-sentence summary', async () => {
    const { other, summary, differences } = parsed(
      (await aftermath(['plan', 'plan.aft', '--crash', 'fs', '--diff', 'plan-old.aft', '--json'])).output,
    );
    assert.equal(other, 'plan-old.aft');
    assert.deepEqual(differences, ['app is now broken', 'old-app is no longer degraded']);
    assert.equal(summary, 'crash of fs: app is now broken; old-app is no longer degraded');
  });

  it('says so if nothing differs', async () => {
    const { output } = await aftermath(['plan', 'plan.aft', '--crash', 'fs', '--diff', 'plan.aft']);
    assert.match(output, /\n\nThe consequences are the same\.\n$/);
  });

  it('says which model lacks the entity', async () => {
    const { code, notes } = await aftermath(['plan', 'plan.aft', '--delete', 'loner', '--diff', 'plan-old.aft']);
    assert.equal(code, 2);
    assert.match(notes, /^aftermath: In "plan-old\.aft": There is no object "loner"\. .+\n$/);
  });
});

describe('aftermath plan, used wrongly', () => {
  const events = '--crash, --destroy, --evict, --drain, --remove, --delete, --collect, --since';
  const refusals: readonly (readonly [readonly string[], string])[] = [
    [[], `Name an event: one of ${events}; or plan a start by --start.`],
    [['fs'], '"fs" is one argument too many; an event is an option with a name, such as --crash fs.'],
    [['--collect', 'during'], '"during" is one argument too many; --collect takes before or after.'],
    [['--crash', 'fs', '--collect'], 'A plan is for one event; give either --crash or --collect.'],
    [['--crash', 'fs', '--deletion', 'orphan'], '--deletion applies only to --delete; give both.'],
    [
      ['--delete', 'box', '--deletion', 'orphaned'],
      'There is no deletion mode "orphaned". Did you mean "orphan"? The modes are background, foreground, orphan.',
    ],
    [['--destroy', 'fs', '--pd-depth', '1'], 'Depths limit a crash; they do not apply to --destroy.'],
    [['--delete', 'fs'], '"fs" is a PD; only an object can be deleted.'],
    [['--remove', 'files'], '"files" is a space; only an object can be removed.'],
    [['--crash', 'env'], '"env" is an object; only a PD or a node can crash.'],
    [['--destroy', 'lonr'], 'There is no entity "lonr". Did you mean "loner"?'],
    [['--collect=now'], 'The option "--collect" takes "before" or "after" or nothing; "now" is neither.'],
    [['--since', 'none.aft'], 'There is no file "none.aft".'],
    [['--since', '-', '--diff', '-'], 'Only one of the models can come from the standard input.'],
    [
      ['--crash', 'fs', '--policy', 'sotf'],
      'There is no policy "sotf". Did you mean "soft"? The policies are default, space-direct, space-recursive, pd-direct, pd-recursive, soft, strict.',
    ],
  ];
  for (const [args, sentence] of refusals) {
    it(`refuses "${args.join(' ')}" with 2 and one line`, async () => {
      const outcome = await aftermath(['plan', 'plan.aft', ...args]);
      assert.deepEqual(outcome, { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
    });
  }
});
