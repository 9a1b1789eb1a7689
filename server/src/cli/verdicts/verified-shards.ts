/**
 * The checks of `aftermath verify` in shards: each combination of the `for` steps of each check is a piece of its own.
 */
import type { Check } from '../../../../language/src/model/scenario.ts';
import { append } from '../../../../language/src/model/common/append.ts';
import {
  addExplorations,
  addSwarmMembers,
} from '../../../../language/src/simulation/explore/judgement/added-explorations.ts';
import type { Exploration } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { variantsOf } from '../../../../language/src/simulation/play/scenario.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { RunError } from '../../../../language/src/simulation/values/run-error.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import type { Context, ExitCode } from '../input/command.ts';
import { divided } from '../shards/divided.ts';
import type { VerifiedFile } from './verified.ts';

/** A file with the checks to verify. */
export interface ChosenChecks {
  readonly opened: OpenedModel;
  readonly checks: readonly Check[];
}

/** One combination of a check, or all of them; of a swarm, one member. */
export interface OneCombination {
  readonly opened: OpenedModel;
  readonly check: Check;
  readonly variant: number | undefined;
  /** From 1. */
  readonly member: number | undefined;
}

/** How a combination is explored. */
export interface ExploringOne {
  readonly explore: (one: OneCombination) => Promise<Exploration>;
  /** The number of members of a swarm. */
  readonly members: number | undefined;
  readonly isInterrupted: () => boolean;
}

/** Explores a shard of the combinations of all checks, or adds up the explorations of all shards. */
export async function verifyInShards(
  context: Context,
  files: readonly ChosenChecks[],
  { explore, members, isInterrupted }: ExploringOne,
): Promise<{ readonly files: readonly VerifiedFile[] } | { readonly code: ExitCode }> {
  const pieces = files.flatMap(({ opened, checks }) =>
    checks.flatMap((check) => combinationsOf(opened, check, members)),
  );
  const found = await divided<Exploration>(context, {
    ...{ name: 'verify', models: files.map(({ opened }) => opened.model), pieces: pieces.length },
    async compute(from, to) {
      const explorations: Exploration[] = [];
      for (const piece of pieces.slice(from, to)) {
        explorations.push(await explore(piece));
        if (isInterrupted()) return undefined;
      }
      return explorations;
    },
  });
  if ('code' in found) return found;
  const explorationOf = (check: Check): Exploration =>
    addCombinations(
      pieces,
      found.parts.map((each, place) => (pieces[place]?.check === check ? each : undefined)),
    );
  return {
    files: files.map(({ opened, checks }) => ({
      opened,
      results: checks.map((check) => ({ check, exploration: explorationOf(check) })),
    })),
  };
}

/** Returns all combinations of a check, each with all members of a swarm. */
export function combinationsOf(
  opened: OpenedModel,
  check: Check,
  members: number | undefined,
): readonly OneCombination[] {
  const all = members === undefined ? [undefined] : Array.from({ length: members }, (_, place) => place + 1);
  return variantNumbers(opened, check).flatMap((variant) => all.map((member) => ({ opened, check, variant, member })));
}

/** Adds up the explorations of combinations, and of each the members of a swarm; some may be absent. */
export function addCombinations(
  pieces: readonly OneCombination[],
  explorations: readonly (Exploration | undefined)[],
): Exploration {
  const byVariant = new Map<number | undefined, Exploration[]>();
  for (const [place, exploration] of explorations.entries()) {
    if (exploration !== undefined) append(byVariant, pieces[place]?.variant, exploration);
  }
  return addExplorations([...byVariant.values()].map(addSwarmMembers));
}

/** Returns the numbers of the combinations; undefined, all of them at once, where they are not several. */
function variantNumbers({ model }: OpenedModel, { steps }: Check): readonly (number | undefined)[] {
  try {
    const { length } = variantsOf(compileModel(model), steps);
    return length < 2 ? [undefined] : Array.from({ length }, (_, variant) => variant);
  } catch (error) {
    // The exploration reports it.
    if (error instanceof RunError) return [undefined];
    throw error;
  }
}
