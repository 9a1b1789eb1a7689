/**
 * Hover describes every kind of name with its facts.
 */
import assert from 'node:assert/strict';
import { hoverAt } from '../../../server/src/features/hover.ts';
import { openInMemory } from '../in-memory.ts';
import { marked } from '../marked-text.ts';

const model = `
import "std/murano"
import "lib"
/** Where the blocks are. */
space disk1 : block { resource block1  resource block2 }
pd server { manages disk1  holds disk1.* }
pd app { requests disk1  holds disk1.block1 as rw  needs server }
pd pod[3] { requests disk1  overhead: 4096 }
/** Somebody came. */
event Ping(by: pd, n: int)
machine Worker for pd {
  param hold: duration = 1s
  var door: {open, done} = open
  persistent var seen: int = 0
  let worn = seen > 3
  event Inner
  initial state Idle { on Ping(who, n) when worn do { door := done  send Inner to self } -> Busy  on freed }
  state Busy
}
pd worker runs Worker { hold: 2s }
policy careful { pdDepth: 1  conflict: error }
channel wan { delay: 1s }
collector lease { duration: 20s }
node host { object box { color: "red" } }
object net { destroyed after host.box notify detach  action detach(vm) { log "gone \${vm}" } }
scenario "all goes" { crash server under careful  expect all p in pds: reachable(p)  expect rsi(server, app, block) == 0 }
scenario "other" { set wan.loss = 1  crash app under pd-direct  expect host.box.color == "red" }
`;

/** Hovers the last piece of the model that a marked piece stands for. */
async function hover(piece: string): Promise<string> {
  const { text, offset } = marked(piece);
  const at = model.indexOf(text);
  assert.ok(at >= 0, `${text} is not in the model`);
  const { workspace, document } = await openInMemory(model, { 'lib.aft': 'pd far\nmachine Other { }' });
  return hoverAt(workspace, document, at + offset)?.markdown.replaceAll('  \n', '\n') ?? '';
}

const server =
  '**pd** `server`\nholds 2 · manages 1 (`disk1`)\nneeded by 1 (`app`)\n' +
  'crash: destroys 4, degrades 4, breaks 1 ("disk1" is managed by "server")\n' +
  'its destruction also destroys 3 (`disk1`, `disk1.block1`, `disk1.block2`) in 3 layers: "disk1" is managed by "server"\n' +
  'destroyed in layer 3 of 3 in a teardown of everything: "disk1" is managed by "server"';

const cases: readonly (readonly [string, string, string])[] = [
  [
    'a space',
    'space dis¦k1',
    '**space** `disk1` : `block`\nWhere the blocks are.\nmanaged by 1 (`server`) · requested by 4\n' +
      'its destruction also destroys 2 (`disk1.block1`, `disk1.block2`) in 2 layers: "disk1.block1" is in "disk1"\n' +
      'destroyed in layer 2 of 3 in a teardown of everything: "disk1.block1" is in "disk1"',
  ],
  ['a PD', 'pd ser¦ver', server],
  ['a PD where it is named', 'needs serv¦er', server],
  ['the end of a name', 'needs server¦', server],
  [
    'copies',
    'pd po¦d',
    '**pd** `pod`, 3 copies\nrequests 3\ncrash of `pod[0]`: destroys 1, degrades 0\n`pod[0]` is destroyed in layer 1 of 3 in a teardown of everything',
  ],
  [
    'a resource after a dot',
    'disk1.blo¦ck1 as',
    '**resource** `disk1.block1`\nheld by 2\ndestroyed in layer 1 of 3 in a teardown of everything',
  ],
  [
    'a node',
    'node ho¦st',
    '**node** `host`\ncrash: destroys 2, degrades 0 ("host.box" is on "host")\n' +
      'its destruction also destroys 1 (`host.box`) in 2 layers: "host.box" is on "host"\n' +
      'destroyed in layer 2 of 3 in a teardown of everything: "host.box" is on "host"',
  ],
  ['a type label', 'disk1 : blo¦ck', '**type label** `block`\nentities 3'],
  ['a type label as an argument', 'app, blo¦ck', '**type label** `block`\nentities 3'],
  ['the rights of a hold', 'as r¦w', '**rights** `rw`'],
  ['a machine', 'runs Work¦er', '**machine** `Worker` for pd\nstates 2 · run by 1\nparameters `hold`'],
  ['an event', 'event Pi¦ng', '**event** `Ping(by: pd, n: int)`\nSomebody came.'],
  ['the parameter of an event', 'Ping(b¦y', '**parameter** `by: pd` of event `Ping`'],
  ['an event of a machine', 'send In¦ner', '**event** `Worker.Inner()`'],
  ['a parameter of a machine', 'param ho¦ld', '**parameter** `Worker.hold: duration = 1s`'],
  ['a setting that is a parameter', '{ ho¦ld: 2s', '**parameter** `Worker.hold: duration = 1s`'],
  ['a variable', 'var do¦or', '**variable** `Worker.door: {open, done} = open`'],
  ['a persistent variable', 'var se¦en', '**persistent variable** `Worker.seen: int = 0`'],
  ['a let', 'when wor¦n', '**let** `Worker.worn: bool = seen > 3`'],
  ['the value of an enumeration', ':= do¦ne', '**value** `done`\none of `open`, `done`'],
  ['a state', '-> Bu¦sy', '**state** `Worker.Busy`\ntransitions 0'],
  ['an initial state', 'state Id¦le', '**initial state** `Worker.Idle`\ntransitions 2'],
  ['a parameter of a transition', 'Ping(wh¦o', '**parameter** `who: pd` of event `Ping`'],
  [
    'a built-in event',
    'on fre¦ed',
    '**built-in event** `freed(resource: resource, by: pd)`\nA destroyed client held this resource of a space that you manage.',
  ],
  [
    'a policy',
    'under care¦ful',
    '**policy** `careful`\n`pdDepth: 1` · `conflict: error`\na teardown of everything has 3 layers\nthe worst crash is that of `server`: destroys 8, degrades 0',
  ],
  [
    'a predefined policy',
    'under pd-dir¦ect',
    '**built-in policy** `pd-direct`\nPredefined policy: PD depth 1, space depth 0.\na teardown of everything has 3 layers\n' +
      'the worst crash is that of `server`: destroys 8, degrades 0',
  ],
  [
    'a setting of a policy',
    'pdDep¦th',
    '**built-in setting** `pdDepth`\nHow far dependent PDs are destroyed: a number of steps, or `unlimited`. Default 0.',
  ],
  ['a channel', 'set wa¦n', '**channel** `wan`\n`delay: 1s`'],
  [
    'a setting after a dot',
    'wan.lo¦ss',
    '**built-in setting** `loss: number`\nThe share of messages that are lost, from 0 to 1.',
  ],
  [
    'a collector',
    'collector lea¦se',
    '**collector** `lease`\n`duration: 20s`\na lease lasts 20s, a keepalive comes every 6s: long enough',
  ],
  ['data of an object', 'col¦or: "red"', '**data** `host.box.color: "red"`'],
  ['an action', 'notify det¦ach', '**action** `net.detach(vm)`'],
  ['the parameter of an action', 'detach(v¦m', '**parameter** `vm: entity`'],
  ['a variable of a quantifier', 'all ¦p in', '**variable** `p: pd`'],
  ['a built-in set', 'in pd¦s', '**built-in set** `pds: set of pd`\nAll entities of kind pd.'],
  [
    'a function',
    'reach¦able(',
    '**built-in function** `reachable(p: entity, q: entity): bool`\n`reachable(x)`: whether a root reaches x. `reachable(p, r)`: whether p reaches r over holds and maps.',
  ],
  ['the path of an import', '"li¦b"', '**file** `lib`\nentities 1 · machines 1 · policies 0'],
  ['the path of a standard file', '"std/mur¦ano"', '**file** `std/murano`\nentities 0 · machines 0 · policies 2'],
  ['the title of a scenario', '"all go¦es"', '**scenario** all goes\nsteps 3'],
  ['self', 'to se¦lf', '**self** runs `Worker`\nThe entity that runs the machine, or whose body contains this.'],
  ['a verb', 'man¦ages', '**manages**\nServes a space and holds it; exactly one PD does so for each space.'],
  [
    'a verb of two words',
    'destroyed aft¦er',
    '**destroyed after**\nIf both are destroyed, the target goes first; the action after `notify` is called before.',
  ],
];

describe('hover', () => {
  for (const [what, piece, expected] of cases) {
    it(`describes ${what}`, async () => {
      assert.equal(await hover(piece), expected);
    });
  }

  for (const [what, piece] of [
    ['a brace', 'pd server ¦{'],
    ['a number', '40¦96'],
    ['a text', 'log "go¦ne'],
  ] as const) {
    it(`says nothing of ${what}`, async () => {
      assert.equal(await hover(piece), '');
    });
  }

  it('does not report a name that is not resolved', async () => {
    const { text, offset } = marked('pd x { holds noth¦ing }');
    const { workspace, document } = await openInMemory(text);
    assert.equal(hoverAt(workspace, document, offset), undefined);
  });

  it('has at most fifteen lines, however much is written', async () => {
    const lines = Array.from({ length: 60 }, (_, line) => ` * line ${String(line)}`).join('\n');
    const { text, offset } = marked(`/**\n${lines}\n */\npd lo¦ng { }`);
    const { workspace, document } = await openInMemory(text);
    const markdown = hoverAt(workspace, document, offset)?.markdown ?? '';
    assert.ok(markdown.includes('line 0') && markdown.split('\n').length <= 15, markdown);
  });

  it('says on an order that is omitted why, at its verb and at its target', async () => {
    const source = `
root object app { owns net }
root object net { destroyed after other, app }
root object other
root object ring { destroyed after ring2 }
root object ring2 { destroyed after ring }`;
    const hoverIn = async (piece: string, policy = ''): Promise<string[]> => {
      const { text, offset } = marked(piece);
      const { workspace, document } = await openInMemory(source + policy);
      const at = source.indexOf(text);
      assert.ok(at >= 0, text);
      return hoverAt(workspace, document, at + offset)?.markdown.split('  \n') ?? [];
    };
    const line = '**gives way** in the order of destruction: "net" is destroyed after "app", but "app" owns "net"';
    assert.equal((await hoverIn('destroyed aft¦er other'))[2], line);
    assert.deepEqual((await hoverIn('other, a¦pp')).slice(0, 2), ['**root object** `app`', line]);
    assert.equal(
      (await hoverIn('after oth¦er')).some((each) => each.includes('gives way')),
      false,
    );
    assert.equal(
      (await hoverIn('ow¦ns net')).some((each) => each.includes('gives way')),
      false,
    );
    const dependency = '\npolicy default { conflict: dependency }';
    assert.equal(
      (await hoverIn('ow¦ns net', dependency))[2],
      '**gives way** in the order of destruction: "app" owns "net", but "net" is destroyed after "app"',
    );
    const ring =
      '**gives way** in the order of destruction: "ring2" is destroyed after "ring", but "ring" is destroyed after "ring2"';
    assert.equal((await hoverIn('after ri¦ng }'))[1], ring);
    const policy = '\npolicy kept { conflict: dependency }';
    const { workspace, document } = await openInMemory(source + policy);
    const told = hoverAt(workspace, document, (source + policy).indexOf('kept'))
      ?.markdown.split('  \n')
      .at(-1);
    assert.equal(told, 'a teardown of everything has 2 layers; 2 orders give way');
  });

  it('does not report the end of what does not exist at the start', async () => {
    const { text, offset } = marked('root object box { absent object la¦ter { object part } }');
    const { workspace, document } = await openInMemory(text);
    assert.equal(
      hoverAt(workspace, document, offset)?.markdown,
      '**absent object** `box.later`  \nowns 1 (`box.later.part`)  \nowned by 1 (`box`)',
    );
  });

  it('counts what a default policy of the file destroys', async () => {
    const source = 'space s { }\npd a¦1 { manages s }\npd b1 { requests s }\n';
    const crashLine = async (policy: string): Promise<string> => {
      const { text, offset } = marked(source + policy);
      const { workspace, document } = await openInMemory(text);
      const lines = hoverAt(workspace, document, offset)?.markdown.split('  \n') ?? [];
      return lines.find((line) => line.startsWith('crash: ')) ?? '';
    };
    assert.equal(await crashLine(''), 'crash: destroys 2, degrades 1 ("s" is managed by "a1")');
    assert.equal(
      await crashLine('policy default { pdDepth: 1 }'),
      'crash: destroys 3, degrades 0 ("s" is managed by "a1")',
    );
  });

  it('counts the minimal cut sets of a need with a number, and names single points', async () => {
    const { text, offset } = marked('pd api[3]\npd power\napi[*] dies with power\npd l¦b { needs 2 of api[*] }\n');
    const { workspace, document } = await openInMemory(text);
    const lines = hoverAt(workspace, document, offset)?.markdown.split('  \n') ?? [];
    assert.ok(lines.includes('needs 2 of 3; minimal cut sets: 4 (`power`, 3 pairs)'), lines.join('\n'));
  });

  it('says how reliable a need with a number is, if everything in its cut sets sets mttf', async () => {
    const needLine = async (settings: string): Promise<string | undefined> => {
      const { text, offset } = marked(`pd api[2] { ${settings} }\npd l¦b { needs 1 of api[*] }\n`);
      const { workspace, document } = await openInMemory(text);
      const lines = hoverAt(workspace, document, offset)?.markdown.split('  \n') ?? [];
      return lines.find((line) => line.startsWith('needs 1'));
    };
    const sets = 'needs 1 of 2; minimal cut sets: 1 (1 pair)';
    assert.equal(await needLine('mttf: 100h  mttr: 2h'), `${sets}; available 99.9616 % of the time, MTTF 110.417 days`);
    assert.equal(await needLine('mttr: 2h'), sets);
  });

  it('says why the leases of a collector are too short', async () => {
    const leaseLine = async (settings: string): Promise<string> => {
      const { text, offset } = marked(`collector lea¦se { ${settings} }\nnode n { pd p }`);
      const { workspace, document } = await openInMemory(text);
      return hoverAt(workspace, document, offset)?.markdown.split('  \n').at(-1) ?? '';
    };
    assert.equal(
      await leaseLine('duration: 5s period: 6s'),
      'a lease lasts 5s, a keepalive comes every 6s: too short, it has to be longer than 6s',
    );
    assert.match(await leaseLine('period: 500ms'), /^a lease lasts 20s, a keepalive comes every 500ms: long enough$/);
  });

  it('names the layer of a PD that others request something of', async () => {
    const text = 'space s : file { resource r }\npd server { manages s }\npd client { requests server }\n';
    const { workspace, document } = await openInMemory(text);
    const { markdown } = hoverAt(workspace, document, text.indexOf('server')) ?? assert.fail();
    assert.match(markdown, /destroyed in layer 3 of 3 in a teardown of everything/);
  });
});
