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
import { runs, tried } from '../../../properties.ts';
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

describe('the fault trees for Open-PSA', () => {
  it('have the minimal cut sets and probabilities that SCRAM finds', async () => {
    let [goals, several, larger] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(manyParts, { minLength: atOnce, maxLength: atOnce }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 40, maxLength: 40 }),
        async (all, probabilities) => {
          const model = together(all, probabilities);
          const policy = model.policies[0] ?? defaultPolicy;
          const found = singlePoints(model, policy, { sizeLimit: 40, countLimit: 100_000 });
          const judged = await judge(exportOpenPsa(model).text);
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
        },
      ),
      { numRuns: runs(20, 200), endOnFailure: true },
    );
    tried('fault trees judged by SCRAM', goals);
    assert.ok(
      several > goals / 20 && larger > goals / 50,
      `${String(goals)} goals, ${String(several)}, ${String(larger)}`,
    );
  });
});
