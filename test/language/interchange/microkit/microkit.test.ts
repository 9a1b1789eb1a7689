/** System descriptions of Microkit: faults of children, calls, notifications, shared memory, and what is refused. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { createLoader } from '../../../../language/src/dsl/load.ts';
import { withImportedOrigins } from '../../../../language/src/interchange/import/origins.ts';
import { importMicrokit, recognizeMicrokit } from '../../../../language/src/interchange/microkit/microkit.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import { required } from '../../../../language/src/model/common/lookup.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { originText } from '../../../../language/src/model/origin.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { entityLines, findingLines, relationLines } from '../fixture.ts';

const files = (text: string) => [{ name: 'net.system', uri: 'test:/net.system', text }];

function imported(text: string): Model {
  const { value, findings } = importMicrokit(files(text));
  if (value === undefined) throw new Error(findings.map(({ message }) => message).join('\n'));
  return value.model;
}

/** A network driver under a watchdog, a client that calls it, a guest in a virtual machine, and a device. */
const net = `<?xml version="1.0" encoding="UTF-8"?>
<!-- a <comment> -->
<system>
    <memory_region name="ring" size="0x1_000" />
    <memory_region name="spare" size="4096" phys_addr="0x5000" />
    <protection_domain name="watchdog" priority="254">
        <program_image path="watchdog.elf" />
        <protection_domain name="driver" priority="200" id="1" passive="true">
            <map mr="ring" vaddr="0x2_000" perms="rw" />
            <irq irq="112" id="3" />
        </protection_domain>
        <virtual_machine name="guest" priority="10">
            <vcpu id="0" />
            <map mr="spare" vaddr="0x0" perms="rwx" />
        </virtual_machine>
    </protection_domain>
    <protection_domain
        name="client" priority="99">
        <map mr="ring" vaddr="0x2_000" perms="r" />
        <setvar symbol="x" region_paddr="ring" />
        <cspace><cap_tcb slot="1" pd="driver" /><cap_sc slot="2" pd="client" /></cspace>
    </protection_domain>
    <channel>
        <end pd="driver" id="1" notify="false" />
        <end pd="client" id="0" pp="true" />
    </channel>
    <io_address_space name="nic" peripheral_id="0:4.0"><iomap mr="ring" iovaddr="0x10_0000" /></io_address_space>
</system>
`;

describe('a system description of Microkit', () => {
  it('has the words of the language for each element', () => {
    const model = imported(net);
    assert.deepEqual(entityLines(model), [
      'pd microkit : kernel',
      'space memory : memory_region',
      'resource memory.ring : memory_region',
      'resource memory.spare : memory_region',
      'space irqs : irq',
      "resource irqs.'112' : irq",
      'pd watchdog',
      "space 'faults/watchdog' : fault_endpoint",
      "resource 'faults/watchdog'.driver : fault_endpoint",
      "resource 'faults/watchdog'.guest : fault_endpoint",
      'pd driver',
      'pd guest : virtual_machine',
      'pd client',
      'pd nic : device',
    ]);
    assert.deepEqual(
      relationLines(model).filter((line) => !line.startsWith('microkit')),
      [
        "watchdog manages 'faults/watchdog'",
        "watchdog holds 'faults/watchdog'.driver",
        "watchdog holds 'faults/watchdog'.guest",
        "driver holds 'faults/watchdog'.driver",
        'driver holds memory.ring as rw',
        "driver holds irqs.'112'",
        "guest holds 'faults/watchdog'.guest",
        'guest holds memory.spare as rwx',
        'client holds memory.ring as r',
        'client holds driver as tcb',
        'client holds driver as signal',
        'client needs driver as call',
        'nic holds memory.ring as rw',
      ],
    );
  });

  it('comes back from the printed text, with the lines that state it', async () => {
    const { value } = importMicrokit(files(net));
    const { model } = withImportedOrigins(required(value), files(net), ({ name }) => name);
    const text = printModel(model);
    const loader = createLoader((uri) => Promise.resolve(uri === 'test:/a.aft' ? text : undefined));
    const { model: again, findings } = await loader.load('test:/a.aft');
    assert.deepEqual(findings, []);
    assert.deepEqual(again.entities, model.entities);
    assert.deepEqual(relationLines(again), relationLines(model));
    const origins = again.relations.map(({ origin }) => origin && originText(origin));
    for (const wanted of [
      'net.system:9: <map mr="ring" vaddr="0x2_000" perms="rw" />',
      'net.system:25: channel: client (0) calls driver (1) and is blocked until it answers',
      'net.system:8: a fault of driver goes to its parent watchdog',
    ])
      assert.ok(origins.includes(wanted), `${wanted}\n${text}`);
    assert.equal(originText(required(again.entities[12]?.origin)), 'net.system:17: <protection_domain');
  });

  it('reads the calls of older descriptions, where the server says that it is called', () => {
    const old = `<system><protection_domain name="s" priority="2" pp="true"/><protection_domain name="c" priority="1"/>
      <channel><end pd="s" id="0"/><end pd="c" id="0"/></channel></system>`;
    assert.ok(relationLines(imported(old)).includes('c needs s as call'));
  });

  it('survives, blocks and notifies as Microkit does', () => {
    let [blocked, told, shared] = [0, 0, 0];
    const systems = fc.record({
      parents: fc.array(fc.nat({ max: 6 }), { minLength: 2, maxLength: 6 }),
      channels: fc.array(
        fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 }), fc.constantFrom('call', 'call', 'signal', 'quiet')),
        {
          maxLength: 8,
        },
      ),
      maps: fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 1 })), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(systems, ({ parents, channels, maps }) => {
        const count = parents.length;
        const parentOf = (child: number): number => (parents[child] ?? 0) - 1;
        const isChild = (child: number): boolean => parentOf(child) >= 0 && parentOf(child) < child;
        const own = (domain: number): string =>
          maps.flatMap(([by, of]) => (by === domain ? [`<map mr="m${String(of)}" vaddr="0x1"/>`] : [])).join('');
        const write = (domain: number): string =>
          `<protection_domain name="p${String(domain)}" priority="${String(count - domain)}">\n${own(domain)}${parents
            .map((_, child) => (isChild(child) && parentOf(child) === domain ? write(child) : ''))
            .join('')}</protection_domain>\n`;
        const all = parents.map((_, domain) => domain);
        // A server has the higher priority, so it comes earlier.
        const pairs = channels.filter(([client, server]) => server < client && client < count);
        const text = `<system><memory_region name="m0" size="1"/><memory_region name="m1" size="1"/>
          ${all.map((domain) => (isChild(domain) ? '' : write(domain))).join('')}
          ${pairs.map(([client, server, how]) => `<channel><end pd="p${String(client)}" id="0" pp="${String(how === 'call')}" notify="${String(how !== 'quiet')}"/><end pd="p${String(server)}" id="1" notify="false"/></channel>`).join('\n')}</system>`;
        const model = imported(text);
        const nameOf = (id: number): string => required(model.entities[id]).name;
        for (const dead of all) {
          const name = `p${String(dead)}`;
          const { destroyed, broken, degraded, notified } = crash(
            model,
            [model.entities.findIndex((each) => each.name === name)],
            defaultPolicy,
          );
          assert.deepEqual(
            destroyed.map(({ entity }) => nameOf(entity)).filter((each) => !each.startsWith("'faults")),
            [name],
          );
          const waiting = new Set([dead]);
          for (const server of waiting)
            for (const [client, of, how] of pairs) if (how === 'call' && of === server) waiting.add(client);
          waiting.delete(dead);
          assert.deepEqual(
            broken.map(({ entity }) => nameOf(entity)).sort(),
            [...waiting].map((each) => `p${String(each)}`).sort(),
          );
          const lost = new Set(pairs.flatMap(([client, of, how]) => (of === dead && how !== 'quiet' ? [client] : [])));
          for (const child of all) if (isChild(child) && parentOf(child) === dead) lost.add(child);
          assert.deepEqual(
            degraded.map(({ entity }) => nameOf(entity)).sort(),
            [...lost].map((each) => `p${String(each)}`).sort(),
          );
          const parents = notified.map(({ manager }) => nameOf(manager)).filter((each) => each !== 'microkit');
          assert.deepEqual(parents, isChild(dead) ? [`p${String(parentOf(dead))}`] : []);
          blocked += waiting.size;
          told += parents.length;
        }
        const holders = (of: number): number =>
          new Set(maps.flatMap(([by, each]) => (each === of && by < count ? [by] : []))).size;
        for (const region of [0, 1]) {
          const found = relationLines(model).filter(
            (line) => line.startsWith('p') && line.endsWith(` holds memory.m${String(region)} as rw`),
          );
          assert.equal(found.length, holders(region));
          if (found.length > 1) shared++;
        }
      }),
      { numRuns: 250 },
    );
    assert.ok(blocked > 50 && told > 100 && shared > 50, `${String(blocked)} ${String(told)} ${String(shared)}`);
  });

  it('is reported to break what Microkit requires, in one sentence each', () => {
    const text = `<system>
      <memory_region name="m" size="1"/><memory_region name="m" size="2"/><strange/>
      <protection_domain name="a" priority="1"><map mr="gone"/><map/></protection_domain>
      <protection_domain name="b" priority="1"/>
      <channel><end pd="a" id="0" pp="true"/><end pd="b" id="0"/></channel>
      <channel><end pd="a" id="1"/></channel>
    </system>`;
    assert.deepEqual(
      importMicrokit(files(text)).findings.map(({ code, message }) => `${code}: ${message}`),
      [
        'import/repeated-name: 1 name is declared before: "m". The first of each counts; rename the others.',
        'import/left-out: 2 elements lack an attribute or an end that they need and are left out: "map", "channel". Microkit refuses the file; complete it.',
        'import/left-out: 1 name that an element refers to is not declared: "gone". Microkit refuses the file; correct the names.',
        'import/left-out: 1 call goes to a protection domain whose priority is not higher than the caller\'s: "a calls b". Microkit refuses the file; raise the priority of the server.',
        'import/left-out: 1 element says something that the model cannot express: "strange". The rest of the file is imported.',
      ],
    );
  });

  it('is refused in one sentence where it is none', () => {
    const bomb = `<!DOCTYPE system [${Array.from({ length: 10 }, (_, level) => `<!ENTITY e${String(level)} "${`&e${String(level - 1)};`.repeat(10)}">`).join('')}]><system>&e9;</system>`;
    const deep = `<system>${'<protection_domain name="a">'.repeat(5000)}`;
    for (const [text, lines] of [
      ['', ['error import/empty 1']],
      ['services: {}', ['error import/broken-text 1']],
      [net.slice(0, 900), ['error import/broken-text 21']],
      ['<system><a b="&x;"/></system>', ['error import/broken-text 1']],
      [`\n${bomb}`, ['error import/wrong-format 2']],
      [deep, ['error import/too-deep 1']],
      ['<system/>', ['error import/wrong-format 1']],
      ['<html><body/></html>', ['error import/wrong-format 1']],
      [`<system>${' '.repeat(9_000_000)}`, ['error import/too-large 1']],
    ] as const) {
      const { value, findings } = importMicrokit(files(text));
      assert.equal(value, undefined);
      assert.deepEqual(findingLines(findings), lines);
    }
    assert.match(recognizeMicrokit(files(net)) ?? '', /has the element <system> outermost/);
    assert.equal(recognizeMicrokit(files('<svg><system/></svg>')), undefined);
  });

  it('may use any names', () => {
    const names = ['constructor', '__proto__', 'microkit', 'memory', "it's", 'a.b', 'faults/microkit', 'end'];
    const text = `<system><memory_region name="__proto__" size="1"/>${names.map((name) => `<protection_domain name="${name}" priority="1"><map mr="__proto__"/><protection_domain name="child of ${name}"/></protection_domain>`).join('')}</system>`;
    const model = imported(text);
    assert.equal(model.entities.filter(({ kind }) => kind === 'pd').length, 17);
    assert.equal(new Set(model.entities.map(({ name }) => name)).size, model.entities.length);
    assert.equal(model.relations.filter(({ kind }) => kind === 'holds').length, 8 + 1 + 16);
  });
});
