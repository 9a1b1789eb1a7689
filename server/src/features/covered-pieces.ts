/**
 * The coverage of scenarios and checks at its places in the text. A scenario counts what its runs reach; of the
 * exploration of a check it is known which pieces no run reaches.
 */
import type { PlaceId } from '../../../language/src/model/machines/action.ts';
import { canCrash } from '../../../language/src/model/entity-kind.ts';
import { entitySpan, isInCopy, type Sources } from '../../../language/src/model/model.ts';
import type { Check } from '../../../language/src/model/scenario.ts';
import type { Span } from '../../../language/src/model/span.ts';
import { toReach, type Unreached } from '../../../language/src/simulation/explore/judgement/coverage.ts';
import type { RunCoverage } from '../../../language/src/simulation/explore/judgement/run-coverage.ts';
import type { Exploration } from '../../../language/src/simulation/explore/judgement/verdict.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import { spanAt } from '../../../language/src/simulation/play/run-findings.ts';
import type { CoveredPiece } from '../protocol/coverage-protocol.ts';

/** Returns what the runs of a scenario reached: states and transitions, declared policies, crashes of PDs and nodes. */
export function scenarioCoverage(program: Program, coverage: RunCoverage, sources: Sources): readonly CoveredPiece[] {
  const { places, held, failed, policies, crashed } = coverage;
  const guarded = guardedPlaces(program);
  const pieces = toReach(program, { faults: [], possibilities: [] }).map((piece): CoveredPiece => {
    const { place } = piece;
    const guard = { held: held.get(place) ?? 0, failed: failed.get(place) ?? 0 };
    return { ...pieceAt(piece, sources, places.get(place) ?? 0), ...(guarded.has(place) && { guard }) };
  });
  const { model } = program;
  const declared = model.policies.flatMap((policy, index): CoveredPiece[] => {
    const span = sources.policies[index];
    const isFirst = span !== undefined && sources.policies.indexOf(span) === index;
    return isFirst ? [{ kind: 'policy', name: policy.name, span, reached: policies.get(policy) ?? 0 }] : [];
  });
  const crashes = new Map<Span, CoveredPiece & { readonly reached: number }>();
  for (const { id, kind, name } of model.entities) {
    if (!canCrash(kind)) continue;
    const span = entitySpan(sources, id);
    // Copies are one piece, whichever of them crashed.
    const shared = isInCopy(model, id) ? name.replaceAll(/\[\d+\]/g, '') : name;
    const before = crashes.get(span) ?? { kind: 'crash', name: shared, span, reached: 0 };
    crashes.set(span, { ...before, reached: before.reached + (crashed.get(id) ?? 0) });
  }
  return [...pieces, ...declared, ...crashes.values()];
}

/** Returns what the exploration of a check reached, its faults and the steps of its environment included, if that is known. */
export function checkCoverage(
  program: Program,
  check: Check,
  { unreached }: Exploration,
  sources: Sources,
): readonly CoveredPiece[] | undefined {
  if (unreached === undefined) return undefined;
  const without = new Set(unreached.map(({ place }) => place));
  return toReach(program, check).map((piece) => pieceAt(piece, sources, !without.has(piece.place)));
}

function pieceAt(
  { kind, place, machine, state }: Unreached,
  sources: Sources,
  reached: number | boolean,
): CoveredPiece {
  const name = [machine, state].filter((each) => each !== undefined).join('.');
  return { kind, name, span: spanAt(sources, place), reached };
}

/** Returns the places of the transitions that have a guard. */
const guardedPlaces = ({ model }: Program): ReadonlySet<PlaceId> =>
  new Set(
    model.machines
      .flatMap(({ transitions, states }) => [...transitions, ...states.flatMap((state) => state.transitions)])
      .filter(({ guard }) => guard !== undefined)
      .map(({ place }) => place),
  );
