/** Files that import each other may declare the same names: each name means what its own file sees. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { unitStatements } from '../../../language/src/analysis/facts/unit-statements.ts';
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { runs } from '../../properties.ts';
import { loadText } from './load-text.ts';

/** The declarations of one file: the number of the name of each kind, and if its machine declares an event itself. */
interface Declared {
  readonly imports: readonly number[];
  readonly policy: number;
  readonly event: number;
  readonly own: number;
  readonly machine: number;
  readonly class: number;
  readonly channel: number;
  readonly pd: number;
}
type Kind = Exclude<keyof Declared, 'imports'>;

/** The names that a kind may have; nothing is declared for one beyond the last. */
const pools: Readonly<Record<Kind, readonly string[]>> = {
  policy: ['p0', 'pd-direct'],
  event: ['e0', 'e1', 'restarted'],
  own: ['e0', 'e1', 'restarted'],
  machine: ['M0', 'M1'],
  class: ['C0', 'C1'],
  channel: ['h0', 'h1'],
  pd: ['d0', 'd1'],
};
const files = ['main', 'one', 'two', 'three'];

const indices = (kind: Kind) => fc.nat({ max: pools[kind].length });
const declared = (file: number): fc.Arbitrary<Declared> =>
  fc.record({
    imports: fc.shuffledSubarray([1, 2, 3].filter((other) => other > file)),
    ...{ policy: indices('policy'), event: indices('event'), own: indices('own'), machine: indices('machine') },
    ...{ class: indices('class'), channel: indices('channel'), pd: indices('pd') },
  });

/**
 * Returns the texts of the files; if `apart`, each declaration has a name of its own. Which declaration a name means is
 * found here by reading the rule of the reference: the file itself, then its imports in order.
 */
function written(all: readonly Declared[], apart: boolean): Record<string, string> {
  const nameIn = (kind: Kind, file: number): string | undefined => {
    const name = pools[kind][all[file]?.[kind] ?? -1];
    const isOwn = kind === 'own' ? '_own' : '';
    return name === undefined ? undefined : apart ? `${name}_${files[file] ?? ''}${isOwn}` : name;
  };
  const bare = (kind: Kind, file: number): string | undefined => pools[kind][all[file]?.[kind] ?? -1];
  const meant = (kind: Kind, from: number, name: string): number | undefined =>
    [from, ...(all[from]?.imports ?? [])].find((file) => bare(kind, file) === name);
  const use = (kind: Kind, from: number, name: string): string | undefined => {
    const file = meant(kind, from, name);
    return file === undefined ? undefined : nameIn(kind, file);
  };
  const texts = files.map((_, from) => {
    const lines: (string | undefined)[] = (all[from]?.imports ?? []).map((other) => `import "${files[other] ?? ''}"`);
    const say = (template: string, ...names: readonly (string | undefined)[]): void => {
      const isWhole = names.every((each) => each !== undefined);
      lines.push(isWhole ? names.reduce<string>((text, each) => text.replace('$', each), template) : undefined);
    };
    /** A predefined policy, or event, is meant where no file that is seen declares its name. */
    const policyNamed = (name: string) => use('policy', from, name) ?? (name === 'pd-direct' ? name : undefined);
    const each = (kind: Kind, template: string): string[] =>
      pools[kind].flatMap((name) => {
        const meantBy = kind === 'policy' ? policyNamed(name) : use(kind, from, name);
        return meantBy === undefined ? [] : [template.replace('$', meantBy)];
      });
    const actions = [
      ...each('policy', 'if now > 9s { destroy self under $ }'),
      ...each('channel', 'log $.delay'),
      ...each('class', 'log self is $'),
      ...each('pd', 'log $ alive'),
    ];
    const fixed = [...each('policy', 'collect under $'), ...each('channel', `set $.delay = ${String(from + 3)}ms`)];
    say(`policy $ { pdDepth: ${String(from + 2)} }`, nameIn('policy', from));
    say('event $', nameIn('event', from));
    say(`channel $ { delay: ${String(from)}ms }`, nameIn('channel', from));
    say(`class $ for pd : label { data { from: ${String(from)} } }`, nameIn('class', from));
    say(`pd u${String(from)} is $`, nameIn('class', from));
    const own = bare('own', from);
    const taken = pools.event.flatMap((name) => {
      const event = name === own ? nameIn('own', from) : use('event', from, name);
      return event === undefined ? (name === 'restarted' ? [name] : []) : [event];
    });
    const handlers = taken.map((event, index) => `on ${event} do { n := ${String(index + 1)} ${actions.join('  ')} }`);
    const event = nameIn('own', from);
    const members = `${event === undefined ? '' : `event ${event}`} var n: int = 0 initial state S { ${handlers.join(' ')} }`;
    say(`machine $ for pd { ${members} }`, nameIn('machine', from));
    for (const [isClass, machineName] of pools.machine.entries()) {
      const machine = use('machine', from, machineName);
      const of = use('class', from, pools.class[isClass] ?? '');
      const name = all[from]?.pd === isClass ? nameIn('pd', from) : undefined;
      say(`pd $${of === undefined ? '' : ` is ${of}`}${machine === undefined ? '' : ` runs ${machine}`}`, name);
    }
    // What a PD takes is told by the file of its machine, which is the one that the file of the PD sees.
    const steps = pools.pd.flatMap((pd, index) => {
      const at = meant('pd', from, pd);
      if (at === undefined) return [];
      const runner = meant('machine', at, pools.machine[index] ?? '');
      return pools.event.flatMap((name) => {
        const isOwn = runner !== undefined && bare('own', runner) === name;
        const sent = isOwn ? nameIn('own', runner) : use('event', from, name);
        return sent === undefined ? [] : [`send ${sent} to ${nameIn('pd', at) ?? ''}`];
      });
    });
    lines.push(`scenario "s" { ${[...steps, ...fixed].join('  ')} }`);
    return lines.map((line) => line ?? '').join('\n');
  });
  return Object.fromEntries(texts.map((text, index) => [`${files[index] ?? ''}.aft`, text]));
}

const loadAll = ({ 'main.aft': text = '', ...others }: Readonly<Record<string, string>>): Promise<Loaded> =>
  loadText(text, others);

const lists = ['entities', 'policies', 'events', 'machines', 'channels'] as const;

/** Returns a model with its names replaced by those of another one that has the same declarations. */
function renamed(model: Model, like: Model): unknown {
  const names = new Map<string, string>([['built-in:pd-direct', 'pd-direct']]);
  const note = (from: string | undefined, to: string | undefined): void => {
    if (from === undefined || to === undefined) return;
    assert.equal(names.get(from) ?? to, to, `"${from}" means two declarations`);
    names.set(from, to);
  };
  const policies = model.policies.filter(({ name }) => !name.startsWith('built-in:'));
  for (const list of lists) {
    const [these, those] = [list === 'policies' ? policies : model[list], like[list]];
    assert.equal(these.length, those.length, list);
    for (const [index, { name }] of these.entries()) note(name, those[index]?.name);
  }
  for (const [index, { classes = [] }] of model.entities.entries()) {
    for (const [at, name] of classes.entries()) note(name, like.entities[index]?.classes?.[at]);
  }
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const of = value.startsWith('instances of ') ? 'instances of ' : '';
      return of + (names.get(value.slice(of.length)) ?? value.slice(of.length));
    }
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replace(each)]));
  };
  return replace({ ...model, policies });
}

/** Returns the findings without texts and columns, in which names of other lengths differ. */
const found = ({ findings }: Loaded): readonly string[] =>
  findings
    .filter(({ code }) => code !== 'name/duplicate' && code !== 'name/two-imports')
    .map(({ code, span }) => `${code} ${String(span.start.line)}`)
    .sort();

describe('names that several files declare', () => {
  it('mean what they would if each declaration had another name', async () => {
    const all = fc.tuple(declared(0), declared(1), declared(2), declared(3));
    await fc.assert(
      fc.asyncProperty(all, async (declarations) => {
        const texts = written(declarations, false);
        const [alike, apart] = [await loadAll(texts), await loadAll(written(declarations, true))];
        const shown = JSON.stringify(texts, undefined, 1).replaceAll(String.raw`\n`, '\n');
        assert.deepEqual(apart.errors, [], JSON.stringify(written(declarations, true)));
        assert.deepEqual(found(alike), found(apart), shown);
        assert.deepEqual(renamed(alike.model, apart.model), renamed(apart.model, apart.model), shown);
      }),
      { numRuns: runs(25, 3000) },
    );
  });

  it('are told apart in findings', async () => {
    const files = {
      'near.aft': 'event Go  machine A for pd { initial state I { on Go } }  pd a runs A  object o { object net }',
    };
    const text =
      'import "near"\nevent Go\nroot object o { object net }  object x { refers net }\nscenario "s" { send Go to a }';
    const { findings } = await loadText(text, files);
    const said = findings.map(({ message, related }) => [message.split('. ')[0], related.length]);
    assert.deepEqual(said.slice(-2), [
      ['"net" could mean "o.net" of main.aft or "o.net" of near.aft', 0],
      ['"A" takes another "Go" than this, which is always dropped', 3],
    ]);
  });

  it('leave the classes of the standard library theirs', async () => {
    const unit = 'pd u  pd boss { manages units  space units { resource r is Restart { from: u  unit: u } } }';
    const own = 'class Statement for resource { param from: pd  param unit: pd }  class Restart extends Statement';
    const statements = async (text: string): Promise<number> =>
      unitStatements((await loadText(text, { 'units.aft': `import "std/systemd"  ${unit}` })).model).size;
    assert.equal(await statements(`import "std/systemd"  ${unit}`), 1);
    assert.equal(await statements(`${own}  ${unit}`), 0);
    assert.equal(await statements(`import "units"  ${own}`), 1);
  });
});
