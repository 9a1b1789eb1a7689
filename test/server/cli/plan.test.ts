/** `aftermath plan`: each event as text and JSON, orders that give way, exit codes, wrong usage. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { aftermath, fixture, fixtures, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const destruction = `Plan for the destruction of env under the policy default (in a conflict: ownership)
in plan.aft

Notified first, in order
  env.vm: detach(env.net)
      plan.aft:5:21: "env.vm" is destroyed after "env.net"

Destroyed, in order (same number: in parallel)
  1. env.net
      plan.aft:2:13: "env" is destroyed
      plan.aft:3:10: "env" owns "env.net"
  2. env.vm
      plan.aft:2:13: "env" is destroyed
      plan.aft:4:10: "env" owns "env.vm"
  3. env
      plan.aft:2:13: "env" is destroyed

Degraded: nothing

Broken: nothing

Dangling: nothing

Managers notified: nothing

3 destroyed in 3 layers, 0 degraded, 0 broken, 0 dangling
`;

interface Named {
  readonly name: string;
}

async function json(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { code, output, notes } = await aftermath(['plan', 'plan.aft', ...args, '--json']);
  assert.deepEqual([code, notes], [0, '']);
  return parsed(output);
}

const names = (list: unknown): readonly string[] => (list as readonly Named[]).map(({ name }) => name);

describe('aftermath plan', () => {
  it('prints a plan for review, each part with its reasons', async () => {
    const outcome = await aftermath(['plan', 'plan.aft', '--destroy', 'env']);
    assert.deepEqual(outcome, { code: 0, output: destruction, notes: '' });
  });

  it('leaves the reasons out if that is wanted', async () => {
    const { output } = await aftermath(['plan', 'plan.aft', '--destroy', 'env', '--brief']);
    assert.equal(output, destruction.replaceAll(/ {6}plan\.aft:.+\n/g, ''));
    assert.equal(JSON.stringify(await json('--destroy', 'env', '--brief')).includes('because'), false);
  });

  it('draws the plan as a timeline, with everything notified and destroyed, and names as text', async () => {
    const { code, output, notes } = await aftermath(['plan', '../command-line/plan.aft', '--destroy', 'env', '--svg']);
    assert.deepEqual([code, notes], [0, '']);
    assert.match(
      output,
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]* role="img"><title>Plan for the destruction of env in plan\.aft<\/title>/u,
    );
    const drawn = [...output.matchAll(/data-name="([^"]*)" data-sign="([^"]*)"/gu)].map(
      ([, name, sign]) => `${name ?? ''} ${sign ?? ''}`,
    );
    assert.deepEqual(drawn.toSorted(), [
      'env destroyed',
      'env.net destroyed',
      'env.vm destroyed',
      'env.vm notifiedFirst',
    ]);
    assert.equal(output.match(/data-line-kind="notifiedFirst"/gu)?.length, 1);
    assert.ok(!/role="button"|tabindex|var\(--/u.test(output), 'nothing in a file is there to be used');

    const hostile = await aftermath(
      ['plan', 'markup.aft', '--crash', `'<a href="javascript:window.hacked=8">server</a>'`, '--svg'],
      {
        folder: join(fixtures, '../hostile'),
      },
    );
    assert.equal(hostile.code, 0);
    assert.ok(!/<(?:a|i|b|img|script)[\s>]/u.test(hostile.output));
    const wrong = await aftermath(['plan', 'plan.aft', '--destroy', 'env', '--svg', '--json']);
    assert.deepEqual([wrong.code, wrong.output], [2, '']);
  });

  it('prints the same as JSON, with the partial order in its smallest form', async () => {
    const destroyed = { fact: '"env" is destroyed', file: 'plan.aft', line: 2, column: 13 };
    const owned = (name: string, line: number) => {
      return { fact: `"env" owns "env.${name}"`, file: 'plan.aft', line, column: 10 };
    };
    const order = { fact: '"env.vm" is destroyed after "env.net"', file: 'plan.aft', line: 5, column: 21 };
    assert.deepEqual(await json('--destroy', 'env'), {
      version: 1,
      command: 'plan',
      file: 'plan.aft',
      request: { kind: 'destroy', targets: ['env'] },
      policy: {
        name: 'default',
        pdDepth: 0,
        spaceDepth: 0,
        conflict: 'ownership',
        layers: 'earliest',
        throughSurvivors: true,
        deletion: 'background',
      },
      doomed: [
        { name: 'env', kind: 'object', because: [destroyed] },
        { name: 'env.net', kind: 'object', because: [destroyed, owned('net', 3)] },
        { name: 'env.vm', kind: 'object', because: [destroyed, owned('vm', 4)] },
      ],
      layers: [['env.net'], ['env.vm'], ['env']],
      before: [
        ['env.net', 'env.vm'],
        ['env.vm', 'env'],
      ],
      notifications: [{ subject: 'env.vm', action: 'detach', of: 'env.net', because: [order] }],
      leftOut: [],
      messages: [],
      survivors: {
        degraded: [],
        broken: [],
        blocked: [],
        dangling: [],
        already: { broken: [], degraded: [], dangling: [] },
      },
      held: [],
      anyway: [],
      later: [],
      spared: [],
      vetoes: [],
    });
  });

  it('plans a crash under a policy', async () => {
    const direct = await json('--crash', 'fs');
    assert.deepEqual(direct.request, { kind: 'crash', targets: ['fs'] });
    assert.deepEqual(direct.layers, [['fs'], ['files', 'files.letter']]);
    const { degraded, broken } = direct.survivors as Readonly<Record<string, unknown>>;
    assert.deepEqual([names(degraded), names(broken)], [['app'], ['app']]);
    const deep = await json('--crash', 'fs', '--pd-depth', '1');
    assert.deepEqual(names(deep.doomed), ['files', 'files.letter', 'fs', 'app']);
  });

  it('notifies the managers that survive', async () => {
    const { messages } = await json('--destroy', 'app');
    const [message] = messages as readonly object[];
    assert.deepEqual(
      { ...message, because: [] },
      {
        manager: 'fs',
        event: 'freed',
        subject: 'files.letter',
        by: 'app',
        because: [],
      },
    );
  });

  it('plans a removal, which a collection on demand follows', async () => {
    const removed = await json('--remove', 'net');
    assert.deepEqual(removed.request, { kind: 'remove', targets: ['env.net'] });
    assert.deepEqual(names(removed.doomed), ['env.net', 'loner']);
    const kept = await json('--remove', 'env');
    assert.deepEqual([names(kept.doomed), names(kept.spared)], [['loner'], ['env']]);
  });

  it('plans a deletion in each mode, and what finalizers hold up', async () => {
    const foreground = await json('--delete', 'stuck', '--deletion', 'foreground');
    assert.deepEqual(foreground.request, { kind: 'delete', targets: ['stuck'], how: 'foreground' });
    assert.deepEqual(foreground.layers, [['stuck.child']]);
    assert.deepEqual(names(foreground.held), ['stuck']);
    assert.deepEqual(names(foreground.later), ['stuck']);
    assert.deepEqual((await json('--delete', 'box')).layers, [['box'], ['box.lid']]);
    assert.deepEqual((await json('--delete', 'box', '--deletion', 'orphan')).layers, [['box']]);
  });

  it('prints what is held up, and by what', async () => {
    const { output } = await aftermath(['plan', 'plan.aft', '--delete', 'stuck', '--brief']);
    assert.match(output, /\nHeld up\n {2}stuck: finalizers backup\n\nEnds once nothing is held up\n {2}stuck\n/);
  });

  for (const [args, how] of [
    [['--collect'], 'demand'],
    [['--collect', 'before'], 'before'],
    [['--collect=after'], 'after'],
  ] as const) {
    it(`plans a collection for "${args.join(' ')}"`, async () => {
      const { request, layers } = await json(...args);
      assert.deepEqual(request, { kind: 'collect', targets: [], how });
      assert.deepEqual(layers, [['loner']]);
    });
  }

  it('takes the word after --collect as such only if it can be one', async () => {
    const { code, output } = await aftermath(['plan', '--collect', 'plan.aft', '--brief']);
    assert.equal(code, 0);
    assert.match(output, /^Plan for the collection under /);
  });

  it('dooms what an older model has and this one lacks, each fact in its own file', async () => {
    const result = await json('--since', 'plan-old.aft');
    assert.deepEqual([result.file, result.since], ['plan.aft', 'plan-old.aft']);
    assert.deepEqual(result.doomed, [
      {
        name: 'env.cache',
        kind: 'object',
        because: [{ fact: 'only the older model has "env.cache"', file: 'plan-old.aft', line: 5, column: 10 }],
      },
      {
        name: 'old-app',
        kind: 'pd',
        because: [{ fact: 'only the older model has "old-app"', file: 'plan-old.aft', line: 14, column: 4 }],
      },
    ]);
  });

  it('finds the place of an order that only the newer model has', async () => {
    const files = {
      'old.aft': [
        'root object a { object one { destroyed after left }  object two { destroyed after one } }',
        'root object left',
        'root object right { destroyed after two }',
      ].join('\n'),
      'new.aft': '// turned round\nroot object a\nroot object left { destroyed after right }\nroot object right\n',
    };
    await inFolder(files, async (folder) => {
      const { code, output } = await aftermath(['plan', 'new.aft', '--since', 'old.aft', '--json'], { folder });
      const [{ cycle } = { cycle: [] }] = parsed(output).leftOut as readonly { readonly cycle: readonly object[] }[];
      assert.equal(code, 0);
      const fact = '"left" is destroyed after "right"';
      assert.deepEqual(
        cycle.filter((each) => 'file' in each && each.file === 'new.aft'),
        [{ fact, file: 'new.aft', line: 3, column: 36 }],
      );
      assert.equal(cycle.length, 4);
    });
  });

  it('names each order that gives way with the cycle that it would close', async () => {
    const { code, output } = await aftermath(['plan', 'plan.aft', '--destroy', 'box']);
    assert.equal(code, 0);
    assert.match(
      output,
      /\nOrders that give way, .+\n {2}warning: box before box\.lid\n {6}.+: "box\.lid" is destroyed after "box"\n {6}.+: "box" owns "box\.lid"\n/,
    );
    assert.match(output, /, 1 order gives way\n$/);
    const turned = await json('--destroy', 'box', '--policy', 'soft');
    assert.deepEqual(turned.layers, [['box'], ['box.lid']]);
  });

  it('ends with 1 if an order gives way and the policy calls that an error, and still prints the plan', async () => {
    const { code, output } = await aftermath(['plan', 'plan.aft', '--destroy', 'box', '--policy', 'strict', '--json']);
    const { layers, leftOut } = parsed(output);
    assert.deepEqual([code, layers], [1, [['box.lid'], ['box']]]);
    assert.deepEqual(
      (leftOut as readonly { severity: string }[]).map(({ severity }) => severity),
      ['error'],
    );
  });

  it('prints the same bytes for the same input', async () => {
    for (const event of [['--crash', 'fs'], ['--collect'], ['--since', 'plan-old.aft']]) {
      for (const more of [[], ['--json']]) {
        const args = ['plan', 'plan.aft', ...event, ...more];
        assert.deepEqual(await aftermath(args), await aftermath(args));
      }
    }
  });

  it('reports the errors of any of its models in place of a plan', async () => {
    for (const args of [
      ['errors.aft', '--collect'],
      ['plan.aft', '--since', 'errors.aft'],
      ['plan.aft', '--collect', '--diff', 'errors.aft'],
    ]) {
      const { code, output } = await aftermath(['plan', ...args, '--json']);
      const { files, command } = parsed(output);
      assert.deepEqual([code, command], [1, 'plan']);
      assert.deepEqual(
        (files as readonly { file: string }[]).map(({ file }) => file),
        ['errors.aft'],
      );
    }
  });

  it('reads one of its models from the standard input', async () => {
    const input = await fixture('plan-old.aft');
    const { code, output } = await aftermath(['plan', 'plan.aft', '--since', '-', '--json'], { input });
    assert.deepEqual([code, parsed(output).since], [0, '<stdin>']);
  });
});
