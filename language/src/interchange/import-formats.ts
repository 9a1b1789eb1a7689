/**
 * The formats that can be imported: one table for the command line, the language server and the documentation.
 */
import { composeAlsoReads, importCompose, recognizeCompose } from './compose/compose.ts';
import { isComposePath } from './compose/main-files.ts';
import { failedImport } from './import/import-findings.ts';
import type { ImportFile, ImportFormat } from './import/import-format.ts';
import { importKubernetes, isKubernetesPath, kubernetesAlsoReads } from './kubernetes/kubernetes.ts';
import { importMicrokit, recognizeMicrokit } from './microkit/microkit.ts';
import { importMurano, recognizeMurano } from './murano/murano.ts';
import { importOsmosis } from './osmosis/osmosis.ts';
import { importSystemd, recognizeSystemd } from './systemd/systemd.ts';
import { importScxml, recognizeScxml } from './scxml/scxml.ts';
import { importTerraform, isTerraformPath, recognizeTerraform, terraformAlsoReads } from './terraform/terraform.ts';
import { isUnitPath } from './systemd/unit.ts';
import { t } from '../model/common/translation.ts';

/** The most characters of files whose reader has no bound of its own: ten times what real systems say of themselves. */
const longestText = 24_000_000;

/** All formats, in the order offered and in which files are tried. */
export const importFormats: readonly ImportFormat[] = [
  {
    name: 'osmosis',
    title: t`OSmosis model state (CellulOS, proc extractor)`,
    extensions: ['csv', 'output', 'log', 'txt'],
    recognize: byText(/^.*NODE_TYPE,NODE_ID/m, t`has the header of a model state (NODE_TYPE, NODE_ID, …)`),
    run: upTo(longestText, ofOne(importOsmosis)),
  },
  {
    name: 'terraform',
    title: t`Terraform and OpenTofu (show -json of states and plans, folders of .tf files)`,
    extensions: ['json', 'tf', 'tofu', 'tfstate'],
    isSeveral: true,
    reads: isTerraformPath,
    alsoReads: terraformAlsoReads,
    recognize: recognizeTerraform,
    run: importTerraform,
  },
  {
    name: 'murano',
    title: t`Object models of OpenStack Murano (Objects, ObjectsCopy)`,
    extensions: ['json'],
    recognize: recognizeMurano,
    run: upTo(longestText, importMurano),
  },
  {
    name: 'kubernetes',
    title: t`Kubernetes objects (kubectl get -o yaml or -o json, manifests, Helm)`,
    extensions: ['yaml', 'yml', 'json'],
    isSeveral: true,
    reads: isKubernetesPath,
    alsoReads: kubernetesAlsoReads,
    recognize: byText(/^[ \t"{[-]{0,200}apiVersion"?\s*:/m, t`has an "apiVersion", as objects of Kubernetes do`),
    run: importKubernetes,
  },
  {
    name: 'compose',
    title: t`Compose files (docker compose), with overrides, includes and .env`,
    extensions: ['yaml', 'yml'],
    isSeveral: true,
    reads: isComposePath,
    alsoReads: composeAlsoReads,
    recognize: recognizeCompose,
    run: upTo(longestText, importCompose),
  },
  {
    name: 'systemd',
    title: t`Units of systemd (systemd --test, systemctl show '*', systemctl cat, unit files)`,
    extensions: ['txt', 'service', 'target', 'socket', 'timer', 'mount', 'path', 'slice', 'conf'],
    isSeveral: true,
    reads: (path) => isUnitPath(path) || path.endsWith('.txt'),
    recognize: recognizeSystemd,
    run: upTo(longestText, importSystemd),
  },
  {
    name: 'microkit',
    title: t`System descriptions of Microkit (.system)`,
    extensions: ['system', 'xml'],
    recognize: recognizeMicrokit,
    run: importMicrokit,
  },
  {
    name: 'scxml',
    title: t`State charts of SCXML`,
    extensions: ['scxml', 'xml'],
    isSeveral: true,
    reads: (path) => path.endsWith('.scxml'),
    recognize: recognizeScxml,
    run: importScxml,
  },
];

/** The word that leaves the choice of the format to the content. */
export const auto = 'auto';

/** A format, with the files that it is to read. */
export interface FormatOfFiles {
  readonly format: ImportFormat;
  readonly files: readonly ImportFile[];
  /** Why it is this format, if the content has decided. */
  readonly because: string | undefined;
}

/** Returns true if a file in a folder is worth reading for a format. */
export function isRead({ reads, extensions }: ImportFormat, path: string): boolean {
  return reads === undefined ? extensions.includes(path.slice(path.lastIndexOf('.') + 1)) : reads(path);
}

/**
 * Returns the format that files are in: the one of that name, otherwise the first that recognizes them, by the files
 * at the top of a folder before those further down. Of a folder, it is given what it reads there.
 */
export function formatOf(files: readonly ImportFile[], word?: string): FormatOfFiles | undefined {
  const kept = (format: ImportFormat): readonly ImportFile[] =>
    files.filter(({ within }) => within === undefined || isRead(format, within));
  const named = importFormats.find(({ name }) => name === word);
  if (word !== undefined) return named && { format: named, files: kept(named), because: undefined };
  const isOnTop = ({ within }: ImportFile): boolean => within?.includes('/') !== true;
  for (const looksAtAll of [false, true]) {
    for (const format of importFormats) {
      const own = kept(format);
      if (own.length > 1 && format.isSeveral !== true) continue;
      const because = format.recognize(looksAtAll ? own : own.filter(isOnTop));
      if (because !== undefined) return { format, files: own, because };
    }
  }
  return undefined;
}

/** The beginning of a file that `recognize` looks at, in characters. */
const looksAt = 200_000;

/** Returns a test of the beginning of each file, and what it has shown. */
function byText(pattern: RegExp, shown: string): ImportFormat['recognize'] {
  return (files) => {
    const found = files.find(({ text }) => pattern.test(text.slice(0, looksAt)));
    return found && `"${found.name}" ${shown}`;
  };
}

/** Makes a reader of one text a reader of the first file. */
function ofOne(read: (text: string, uri: string) => ReturnType<ImportFormat['run']>): ImportFormat['run'] {
  return ([file]: readonly ImportFile[]) => read(file?.text ?? '', file?.uri ?? '');
}

/** Returns a reader that refuses more text than this, before it reads any. */
function upTo(most: number, run: ImportFormat['run']): ImportFormat['run'] {
  return (files) => {
    const length = files.reduce((sum, { text }) => sum + text.length, 0);
    if (length <= most) return run(files);
    const message = t`There are ${String(length)} characters to read; at most ${String(most)} can be. Import a part of the system, or fewer files at once.`;
    return failedImport(files[0]?.uri ?? '', 'import/too-large', message);
  };
}
