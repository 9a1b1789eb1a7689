/**
 * The exported fault trees, judged by SCRAM (Rakhimov): the same minimal cut sets, and the same probability to six
 * digits, for random models with cycles, hosts, copies and needs with a number.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { goalProbability, singlePoints } from '../../../../language/src/analysis/points/single-points.ts';
import { exportOpenPsa } from '../../../../language/src/interchange/openpsa/export-openpsa.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { runs, seed, tried } from '../../../properties.ts';
import { makeModel } from '../../build-model.ts';
import { manyParts, type Parts } from '../../analysis/random-model.ts';

const run = promisify(execFile);

interface Judged {
  readonly sets: readonly string[];
  readonly probability: number;
}

/** Returns what SCRAM says of each fault tree, by its name. */
async function judge(text: string): Promise<ReadonlyMap<string, Judged>> {
  const folder = await mkdtemp(join(tmpdir(), 'aftermath-scram-'));
  try {
    const file = join(folder, 'model.xml');
    await writeFile(file, text);
    const { stdout } = await run('scram', ['--bdd', '--probability', '1', '--limit-order', '40', file], {
      maxBuffer: 2 ** 28,
    });
    const results = [
      ...stdout.matchAll(
        /<sum-of-products name="([^"]*)"[^>]* probability="([^"]*)"[^>]*?(?:\/>|>([^]*?)<\/sum-of-products>)/g,
      ),
    ];
    return new Map(
      results.map(([, name = '', probability, body = '']) => {
        const products = [...body.matchAll(/<product [^>]*>([^]*?)<\/product>/g)].map(([, product = '']) =>
          [...product.matchAll(/<basic-event name="([^"]*)"/g)]
            .map(([, event = '']) => event)
            .sort()
            .join(' '),
        );
        return [name, { sets: products.sort(), probability: Number(probability) }];
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns several models as one. */
function together(all: readonly Parts[], probabilities: readonly number[]): Model {
  const entities: Parts['entities'][number][] = [];
  const relations: Parts['relations'][number][] = [];
  for (const parts of all) {
    const from = entities.length;
    for (const entity of parts.entities) {
      const chance = probabilities[entities.length % probabilities.length] ?? 1;
      const value = { kind: 'number' as const, numerator: chance, denominator: 1000 };
      const canCrash = entity.kind === 'pd' || entity.kind === 'node';
      entities.push({
        ...entity,
        // The root PDs of a model do not crash in its fault trees.
        root: entity.root === true && entities.length % 4 === 0,
        name: `${entity.kind}${String(entities.length)}`,
        parent: entity.parent === undefined ? undefined : entity.parent + from,
        settings: canCrash ? [{ name: 'probability', value }] : [],
      });
    }
    for (const each of parts.relations)
      relations.push({ ...each, source: each.source + from, target: each.target + from });
  }
  return makeModel(entities, relations, [{ ...defaultPolicy, pdDepth: 1, spaceDepth: 1 }]).model;
}

/** The number of models that one run of SCRAM judges. */
const atOnce = 25;

/** Asserts that a number is printed as this one, which has six digits. */
function assertSixDigits(found: number | undefined, printed: number): void {
  const lastDigit = 10 ** (Math.floor(Math.log10(printed)) - 5);
  assert.ok(
    found !== undefined && Math.abs(found - printed) <= 0.5001 * lastDigit,
    `${String(found)}: ${String(printed)}`,
  );
}

/** Compares all goals of a model with what SCRAM finds; returns how many were, and how many have several or larger sets. */
async function compare(model: Model): Promise<readonly [goals: number, several: number, larger: number]> {
  const policy = model.policies[0] ?? defaultPolicy;
  const found = singlePoints(model, policy, { sizeLimit: 40, countLimit: 100_000 });
  const judged = await judge(exportOpenPsa(model).text);
  let [goals, several, larger] = [0, 0, 0];
  for (const [index, goal] of found.entries()) {
    const said = judged.get(`goal${String(index + 1)}`);
    if (said === undefined) {
      assert.ok(goal.isBroken || goal.total === 0n);
      continue;
    }
    const sets = goal.cutSets.map((set) =>
      set
        .map((id) => `crash_${model.entities[id]?.name ?? ''}_${String(id)}`)
        .sort()
        .join(' '),
    );
    assert.deepEqual(sets.sort(), said.sets);
    assertSixDigits(goalProbability(model, goal), said.probability);
    goals += 1;
    if (sets.length > 1) several += 1;
    if (sets.some((set) => set.split(' ').length > 1)) larger += 1;
  }
  return [goals, several, larger];
}

const chances = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 40, maxLength: 40 });
const many = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { minLength: atOnce, maxLength: atOnce });

/** Models in which a doomed object waits for something, and others end with it, or with each other. */
const released: fc.Arbitrary<Parts> = fc
  .tuple(manyParts, fc.array(fc.nat(99), { minLength: 6, maxLength: 6 }))
  .map(([{ entities, relations }, drawn]) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = drawn.map((each) => each % entities.length);
    const last = entities.length;
    const ties = [
      { kind: 'waits for' as const, source: last, target: a },
      { kind: 'waits for' as const, source: last, target: b },
      { kind: 'dies with' as const, source: c, target: last },
      { kind: 'stops with' as const, source: d, target: c },
      { kind: 'dies with' as const, source: e, target: d },
      { kind: 'needs' as const, source: f, target: e },
    ];
    const isLegal = ({ source, target }: (typeof ties)[number]): boolean => source !== target;
    return {
      entities: [...entities, { kind: 'object', doomed: true }],
      relations: [...relations, ...ties.filter(isLegal)],
    };
  });

describe('the fault trees for Open-PSA', () => {
  it('have the minimal cut sets and probabilities that SCRAM finds', async () => {
    let [goals, several, larger] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(many(manyParts), chances, async (all, probabilities) => {
        const [found, ofSeveral, ofLarger] = await compare(together(all, probabilities));
        [goals, several, larger] = [goals + found, several + ofSeveral, larger + ofLarger];
      }),
      { seed: seed + 2, numRuns: runs(8, 200), endOnFailure: true },
    );
    tried('fault trees judged by SCRAM', goals);
    assert.ok(
      several > goals / 20 && larger > goals / 50,
      `${String(goals)} goals, ${String(several)}, ${String(larger)}`,
    );
  });

  it('have them where something is ending already, too', async () => {
    let goals = 0;
    await fc.assert(
      fc.asyncProperty(many(released), chances, async (all, probabilities) => {
        // All that is released depends on all that is ending, so that few models are enough for one tree.
        for (let from = 0; from < all.length; from += 3) {
          const [found] = await compare(together(all.slice(from, from + 3), probabilities));
          goals += found;
        }
      }),
      { numRuns: runs(1, 30), endOnFailure: true },
    );
    tried('fault trees with releases judged by SCRAM', goals);
    assert.ok(goals > 20, String(goals));
  });
});
