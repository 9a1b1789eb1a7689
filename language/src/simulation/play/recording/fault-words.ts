/**
 * What a fault does, or its opposite, in a word.
 */
import { t } from '../../../model/common/translation.ts';

/** The kinds of faults and of what takes them back. */
type FaultWord = 'crash' | 'halt' | 'restart' | 'pause' | 'resume' | 'lose' | 'duplicate' | 'reorder';

const words: Readonly<Record<FaultWord, string>> = {
  crash: t`crash`,
  halt: t`halt`,
  restart: t`restart`,
  pause: t`pause`,
  resume: t`resume`,
  lose: t`lose`,
  duplicate: t`duplicate`,
  reorder: t`reorder`,
};

/** Returns a kind of fault in a word; any other kind as it is. */
export const faultWord = (kind: string): string => (words as Readonly<Record<string, string>>)[kind] ?? kind;
