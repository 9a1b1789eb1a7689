/** The faults of the network in a check, and which entries each of them may affect. */
import type { Environment, FaultProgram, Use } from '../../play/environment.ts';
import { receiversOf } from '../../play/strikes.ts';
import type { Dues } from '../state/dues.ts';

/** A fault of what is under way. */
export interface Disturbing {
  readonly kind: 'lose' | 'duplicate' | 'reorder';
  /** Its index among all faults. */
  readonly fault: number;
  readonly use: Use;
  /** Returns true if it may affect an entry. */
  readonly isMeant: (id: number) => boolean;
}

/** Returns those of an environment, in order. */
export const disturbancesIn = ({ faults }: Environment, dues: Dues): Disturbing[] =>
  faults.flatMap((each, fault) => {
    const { kind } = each;
    if (kind === 'crash' || kind === 'halt' || kind === 'pause') return [];
    return [{ kind, fault, use: { kind, fault }, isMeant: meantBy(each, dues) }];
  });

function meantBy({ of }: FaultProgram, dues: Dues): (id: number) => boolean {
  const known: boolean[] = [];
  return (id) => (known[id] ??= receiversOf(dues.get(id)).some((entity) => of?.has(entity) ?? true));
}
