/** Abbreviations for tests of crash cleanup, by names. */
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import type { Explained } from '../../../../language/src/model/fact.ts';
import { defaultPolicy, type Depth, type Policy } from '../../../../language/src/model/policy.ts';
import type { Built } from '../../build-model.ts';

/** Returns a policy of a PD depth and a space depth. */
export const depths = (pdDepth: Depth, spaceDepth: Depth): Policy => ({ ...defaultPolicy, pdDepth, spaceDepth });

/** Returns the names of destroyed entities, in order. */
export function destroyed(built: Built, crashed: string, policy: Policy): string[] {
  return list(built, crash(built.model, built.id(crashed), policy).destroyed);
}

/** Returns the names of explained entities. */
export function list(built: Built, explained: readonly Explained[]): string[] {
  return built.names(explained.map(({ entity }) => entity));
}

/** Returns the names in each layer of the order. */
export function layers(built: Built, crashed: string, policy: Policy): string[][] {
  return crash(built.model, built.id(crashed), policy).order.map((layer) => built.names(layer));
}

/** Returns the facts of a reason in words. */
export function reason(explained: Pick<Explained, 'because'> | undefined): string[] {
  return (explained?.because ?? []).map(({ text }) => text);
}
