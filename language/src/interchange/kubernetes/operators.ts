/**
 * Finds who removes finalizers: by an annotation of the operator, by the project's `.aftermath.json`, otherwise by the
 * name of the operator, which is a guess and reported.
 */
import { append } from '../../model/common/append.ts';
import type { Finding } from '../../model/finding.ts';
import { summarize } from '../import/import-findings.ts';
import type { ImportFile } from '../import/import-format.ts';
import type { Cluster } from './cluster.ts';
import { heldBy } from './kubernetes-deletion.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import { entriesAt, nodeAt, textAt } from './kubernetes-spec.ts';
import { workloadOf } from './workloads.ts';
import { readYaml } from './yaml-documents.ts';
import { t } from '../../model/common/translation.ts';

/** The annotation by which an operator names the finalizers that it removes, separated by commas. */
const removesAnnotation = 'aftermath/removes-finalizers';

/** The finalizers that each operator removes. */
export interface Operators {
  readonly removedBy: ReadonlyMap<KubernetesObject, readonly string[]>;
  readonly findings: readonly Finding[];
}

/** Returns the operators of a cluster. `settings` is the project file. Findings `import/guessed-operator`, `import/left-out`. */
export function findOperators(
  cluster: Cluster,
  nameOf: (object: KubernetesObject) => string,
  settings: ImportFile | undefined,
): Operators {
  const removedBy = new Map<KubernetesObject, string[]>();
  for (const object of cluster.objects) {
    const stated = textAt(object.body, 'metadata', 'annotations', removesAnnotation) ?? '';
    for (const name of stated.split(/[\s,]+/)) if (name !== '') append(removedBy, object, name);
  }
  const findings: Finding[] = [];
  const byName = new Map(cluster.objects.map((object) => [nameOf(object), object]));
  for (const { finalizer, operator, ...at } of settledOperators(settings)) {
    const object = byName.get(operator);
    if (object !== undefined) append(removedBy, object, finalizer);
    else findings.push(...summarize(at.uri, unknownOperator, [{ about: operator, ...at }]));
  }
  const known = new Set([...removedBy.values()].flat());
  const candidates = cluster.objects.filter((object) => isOperator(object) && workloadOf(object, cluster) === object);
  const guessed = new Map<string, KubernetesObject | undefined>();
  const guesses = cluster.objects.flatMap((object) =>
    heldBy(object).flatMap((finalizer) => {
      if (known.has(finalizer) || guessed.has(finalizer)) return [];
      const guess = guessOf(finalizer, candidates);
      guessed.set(finalizer, guess);
      if (guess === undefined) return [];
      append(removedBy, guess, finalizer);
      return [{ about: t`${finalizer} by ${nameOf(guess)}`, uri: object.uri, place: object.place }];
    }),
  );
  findings.push(...summarize(guesses[0]?.uri ?? '', guessedOperator, guesses));
  return { removedBy, findings };
}

const operatorKinds: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);
const operatorWords = /(?:^|-)(?:operator|controller|manager|provisioner)(?:-|$)/;

const isOperator = ({ kind, name }: KubernetesObject): boolean => operatorKinds.has(kind) && operatorWords.test(name);

/** Returns the only operator whose name has a word of the finalizer's domain. */
function guessOf(finalizer: string, candidates: readonly KubernetesObject[]): KubernetesObject | undefined {
  const domain = (finalizer.split('/', 1)[0] ?? '').toLowerCase().split('.').slice(0, -1);
  const words = domain.filter((word) => !['k8s', 'kubernetes', 'finalizer', 'finalizers', 'sigs', 'example'].includes(word)); // oxfmt-ignore
  const found = candidates.filter(({ name }) => words.some((word) => `-${name}-`.includes(`-${word}-`)));
  return found.length === 1 ? found[0] : undefined;
}

interface SettledOperator {
  readonly finalizer: string;
  readonly operator: string;
  readonly uri: string;
  readonly place: { readonly line: number; readonly start: number; readonly end: number };
}

/** Reads `"operators": {"acme.io/cleanup": "prod/deployment/acme"}`; the file's own check reports other forms. */
function settledOperators(settings: ImportFile | undefined): SettledOperator[] {
  if (settings === undefined) return [];
  const { uri, text } = settings;
  const [root] = readYaml(withoutComments(text), uri).value ?? [];
  return entriesAt(nodeAt(root, 'operators')).flatMap(({ key, value }) => {
    const operator = textAt(value);
    return operator === undefined ? [] : [{ finalizer: key, operator, uri, place: value.place }];
  });
}

/** Replaces the comments of a JSON text by blanks. What is not closed ends with its line, or the text. `O(n)`. */
const withoutComments = (text: string): string =>
  text.replace(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g, (part) =>
    part.startsWith('"') ? part : part.replace(/[^\n]/g, ' '),
  );

const unknownOperator = {
  code: 'import/left-out',
  severity: 'warning',
  message: (names: string) =>
    t`The operator ${names} is not among the imported objects. Write its name as the model does, such as "prod/deployment/acme-operator".`,
} as const;

const guessedOperator = {
  code: 'import/guessed-operator',
  severity: 'information',
  message: (names: string, count: number) =>
    t`${count === 1 ? t`1 finalizer is` : t`${String(count)} finalizers are`} taken to be removed by the operator whose name fits: ${names}. If that is wrong, say who removes ${count === 1 ? t`it` : t`them`} by the annotation "${removesAnnotation}" of the operator, or by "operators" in ".aftermath.json".`,
} as const;
