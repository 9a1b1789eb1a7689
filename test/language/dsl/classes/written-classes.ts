/**
 * A naive judge of classes: random classes and instances, written once with classes, and once with the members of each
 * class copied by hand into the bodies of its instances.
 */
import fc from 'fast-check';

/** A class: what it extends, and the members of its body. */
export interface ClassPlan extends BodyPlan {
  /** The class it extends: one with a lower number. */
  readonly base: number | undefined;
  /** The default of its parameter; it has none without. */
  readonly param: number | undefined;
}

/** What bodies hold in this test. */
export interface BodyPlan {
  readonly label: string | undefined;
  readonly overhead: 'none' | 'number' | 'param';
  readonly needs: 'none' | 'file' | 'nested' | 'inherited';
  readonly nested: 'none' | 'plain' | 'instance';
  readonly action: boolean;
  readonly destructor: boolean;
  readonly data: boolean;
}

/** An instance at file level, with a body of its own. */
export interface InstancePlan extends BodyPlan {
  readonly class: number;
  readonly copies: number | undefined;
  /** The parameters that it sets, by the numbers of classes: a number, or its copy number. */
  readonly given: readonly ('none' | 'number' | 'index')[];
}

/** A file. */
export interface Plan {
  readonly classes: readonly ClassPlan[];
  readonly instances: readonly InstancePlan[];
}

const body = {
  label: fc.option(fc.constantFrom('first', 'other'), { nil: undefined, freq: 2 }),
  overhead: fc.constantFrom('none', 'number', 'param'),
  needs: fc.constantFrom('none', 'file', 'nested', 'inherited'),
  nested: fc.constantFrom('none', 'plain', 'instance'),
  action: fc.boolean(),
  destructor: fc.boolean(),
  data: fc.boolean(),
} as const;

const most = 4;

/** Random files. */
export const anyPlan: fc.Arbitrary<Plan> = fc.record({
  classes: fc.array(
    fc.record({
      ...body,
      base: fc.option(fc.nat(most), { nil: undefined, freq: 2 }),
      param: fc.option(fc.nat(9), { nil: undefined }),
    }),
    { minLength: 2, maxLength: most },
  ),
  instances: fc.array(
    fc.record({
      ...body,
      class: fc.nat(most),
      copies: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
      given: fc.array(fc.constantFrom('none', 'number', 'index'), { minLength: most, maxLength: most }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** Returns the class that one extends, and so on, itself first. */
function chainOf({ classes }: Plan, number: number): readonly number[] {
  const base = classes[number]?.base;
  return base === undefined || number === 0
    ? [number]
    : [number, ...chainOf({ classes, instances: [] }, base % number)];
}

/** Names in one body: `tag` tells bodies of one chain apart, so that nothing is declared twice. */
interface Writing {
  readonly plan: Plan;
  readonly tag: string;
  /** The class that something nested may be an instance of, if there is one. */
  readonly inner: number | undefined;
  /** The body of the class it extends, or whose instance it is. */
  readonly inherited: number | undefined;
  /** Writes a name of a parameter. */
  readonly param: (of: number) => string;
  readonly isOwn: boolean;
}

/** Writes the members of a body, but for settings, actions and the destructor, which the expansion has to merge. */
function members(of: BodyPlan, { tag, plan, inner, inherited }: Writing, nested: (of: number) => string): string[] {
  const lines: string[] = [];
  if (of.nested === 'plain' || (of.nested === 'instance' && inner === undefined))
    lines.push(`pd in_${tag} { pd deep }`);
  else if (of.nested === 'instance' && inner !== undefined) lines.push(`pd in_${tag}${nested(inner)}`);
  if (of.needs === 'file') lines.push('needs outside');
  else if (of.needs === 'nested' && of.nested !== 'none') lines.push(`needs in_${tag} as soft`);
  else if (of.needs === 'inherited' && inherited !== undefined && plan.classes[inherited]?.nested !== 'none')
    lines.push(`needs in_c${String(inherited)}`);
  return lines;
}

/** The parts of a body of which one of several counts, or all in an order of their own. */
interface Merged {
  readonly overhead: string | undefined;
  readonly action: string | undefined;
  readonly destructor: string | undefined;
  readonly data: string | undefined;
}

function merged(of: BodyPlan, { tag, param }: Writing, own: number): Merged {
  const value = param(own);
  const ways = { none: undefined, number: '7', param: value } as const;
  return {
    overhead: ways[of.overhead],
    action: of.action ? `log "${tag} acts"` : undefined,
    destructor: of.destructor ? `log "${tag} ends \${${value}}"` : undefined,
    data: of.data ? `from_${tag}: ${value}  last: "${tag}"` : undefined,
  };
}

/** Returns the lines of parts, as one body has them. */
const linesOf = ({ overhead, action, destructor, data }: Merged): string[] => [
  ...(overhead === undefined ? [] : [`overhead: ${overhead}`]),
  ...(action === undefined ? [] : [`action act { ${action} }`]),
  ...(destructor === undefined ? [] : [`on destroy { ${destructor} }`]),
  ...(data === undefined ? [] : [`data { ${data} }`]),
];

const block = (lines: readonly string[]): string => (lines.length === 0 ? '' : ` {\n${lines.join('\n')}\n}`);
const label = (of: BodyPlan): string => (of.label === undefined ? '' : ` : ${of.label}`);
const name = (number: number): string => `C${String(number)}`;

/** The class of what a class's body nests: the next lower one that it does not extend, so that there is no cycle. */
const innerOf = (plan: Plan, number: number): number | undefined =>
  number >= 1 && !chainOf(plan, number).includes(0) && !chainOf(plan, 0).includes(number) ? 0 : undefined;

/** Returns the nearest class of a chain that declares a parameter. */
const declaring = (plan: Plan, chain: readonly number[]): number | undefined =>
  chain.find((number) => plan.classes[number]?.param !== undefined);

/** Writes a file with classes. */
export function withClasses(plan: Plan): string {
  const classes = plan.classes.map((of, number) => {
    const chain = chainOf(plan, number);
    const known = declaring(plan, chain);
    const writing: Writing = {
      ...{ plan, tag: `c${String(number)}`, inner: innerOf(plan, number), inherited: chain[1], isOwn: false },
      param: () => (known === undefined ? '5' : `p${String(known)}`),
    };
    const base = chain[1] === undefined ? '' : ` extends ${name(chain[1])}`;
    return `class ${name(number)} for pd${base}${label(of)}${block([
      ...(of.param === undefined ? [] : [`param p${String(number)}: int = ${String(of.param)}`]),
      ...members(of, writing, (inner) => ` is ${name(inner)}`),
      ...linesOf(merged(of, writing, number)),
    ])}`;
  });
  const instances = plan.instances.map((of, at) => {
    const { writing, chain, given } = instanceWriting(plan, of, at);
    const copies = of.copies === undefined ? '' : `[${String(of.copies)}]`;
    const settings = chain.flatMap((number) => {
      const value = given(number);
      return value === undefined ? [] : [`p${String(number)}: ${value}`];
    });
    return `pd i${String(at)}${copies} is ${name(chain[0] ?? 0)}${label(of)}${block([
      ...settings,
      ...members(of, writing, () => ''),
      ...linesOf(merged(of, writing, 0)),
    ])}`;
  });
  return ['pd outside', ...classes, ...instances, ''].join('\n');
}

function instanceWriting(plan: Plan, of: InstancePlan, at: number) {
  const chain = chainOf(plan, of.class % plan.classes.length);
  const writing: Writing = {
    ...{ plan, tag: `i${String(at)}`, inner: undefined, inherited: chain[0], isOwn: true },
    param: () => '5',
  };
  const given = (number: number): string | undefined => {
    if (plan.classes[number]?.param === undefined) return undefined;
    const way = of.given[number] ?? 'none';
    if (way === 'none') return undefined;
    return way === 'index' && of.copies !== undefined ? '30 + index' : '20';
  };
  return { writing, chain, given };
}

/** Writes the same file with every class copied into its instances. */
export function byHand(plan: Plan): string {
  const expanded = (
    of: BodyPlan | undefined,
    chain: readonly number[],
    writing: Writing | undefined,
    given: (number: number) => string | undefined,
  ): string => {
    const bodies = [
      ...chain.toReversed().map((number) => {
        const known = declaring(plan, chainOf(plan, number));
        const value = known === undefined ? '5' : `(${given(known) ?? String(plan.classes[known]?.param)})`;
        const around: Writing = {
          ...{
            plan,
            tag: `c${String(number)}`,
            inner: innerOf(plan, number),
            inherited: chainOf(plan, number)[1],
            isOwn: false,
          },
          param: () => value,
        };
        return { of: plan.classes[number], around, number };
      }),
      ...(of === undefined || writing === undefined ? [] : [{ of, around: writing, number: 0 }]),
    ];
    const all = bodies.flatMap(({ of: each, around, number }) =>
      each === undefined ? [] : [{ each, around, number }],
    );
    const parts = all.map(({ each, around, number }) => merged(each, around, number));
    const parameters = chain.toReversed().flatMap((number) => {
      const { param } = plan.classes[number] ?? {};
      return param === undefined ? [] : [`p${String(number)}: ${given(number) ?? String(param)}`];
    });
    const data = [...parameters, ...parts.flatMap((each) => each.data ?? [])].join('  ');
    const ends = parts.toReversed().flatMap((each) => each.destructor ?? []);
    const said = all
      .toReversed()
      .map(({ each }) => each.label)
      .find((each) => each !== undefined);
    const copied = block([
      ...all.flatMap(({ each, around }) =>
        members(each, around, (inner) => expanded(undefined, chainOf(plan, inner), undefined, () => undefined)),
      ),
      ...linesOf({
        overhead: parts.findLast((each) => each.overhead !== undefined)?.overhead,
        action: parts.findLast((each) => each.action !== undefined)?.action,
        destructor: ends.length === 0 ? undefined : ends.join('  '),
        data: undefined,
      }),
      ...(data === '' ? [] : [`data { ${data} }`]),
    ]);
    return ` : ${said ?? name(chain[0] ?? 0)}${copied}`;
  };
  const instances = plan.instances.map((of, at) => {
    const { writing, chain, given } = instanceWriting(plan, of, at);
    const copies = of.copies === undefined ? '' : `[${String(of.copies)}]`;
    return `pd i${String(at)}${copies}${expanded(of, chain, writing, given)}`;
  });
  return ['pd outside', ...instances, ''].join('\n');
}
