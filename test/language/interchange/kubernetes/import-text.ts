import { importKubernetes } from '../../../../language/src/interchange/kubernetes/kubernetes.ts';
import type { ImportOutcome } from '../../../../language/src/interchange/import/imported.ts';

/** Imports one text. */
export const importText = (text: string, uri: string): ImportOutcome => importKubernetes([{ name: uri, uri, text }]);
