/** Short forms of what the tests of crash cleanup ask for, in names. */
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import type { Explained } from '../../../../language/src/model/fact.ts';
import type { Depth, Policy } from '../../../../language/src/model/policy.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import type { Built } from '../../build-model.ts';

/** A policy of a PD depth and a space depth. */
export const depths = (pdDepth: Depth, spaceDepth: Depth): Policy => ({ ...defaultPolicy, pdDepth, spaceDepth });

/** The names of what is destroyed, in order. */
export function destroyed(built: Built, crashed: string, policy: Policy): string[] {
  return list(built, crash(built.model, built.id(crashed), policy).destroyed);
}

/** The names of what is explained. */
export function list(built: Built, explained: readonly Explained[]): string[] {
  return built.names(explained.map(({ entity }) => entity));
}

/** The names in each layer of the order. */
export function layers(built: Built, crashed: string, policy: Policy): string[][] {
  return crash(built.model, built.id(crashed), policy).order.map((layer) => built.names(layer));
}

/** The facts of a reason in words. */
export function reason(explained: Pick<Explained, 'because'> | undefined): string[] {
  return (explained?.because ?? []).map(({ text }) => text);
}
