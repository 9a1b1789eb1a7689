/**
 * The report of `aftermath diff` in the Static Analysis Results Interchange Format, SARIF 2.1.0: a result for each
 * change that is not welcome, at the line of the head's files from which it follows.
 */
import { type Change, type Direction, directionOf } from '../../../../../language/src/analysis/compare/change.ts';
import type { Span } from '../../../../../language/src/model/span.ts';
import { pieceSpan } from '../../../../../language/src/model/model.ts';
import { changeWords } from '../../../../../language/src/view/report/change-words.ts';
import type { OpenedModel } from '../../../questions/files/open-models.ts';
import { spanIn } from '../../../questions/plans/reported-facts.ts';
import type { DiffOfFile, DiffReport } from './diff-text.ts';
import { region, type SarifArtifact } from '../sarif.ts';
import { repository, version } from '../version.ts';

/** The kinds of changes as rules, in the order of the log. */
const rules: Readonly<Record<Change['kind'], string>> = {
  fate: 'An event does something else to an entity.',
  doomed: 'An entity ends otherwise at the start.',
  deadlock: 'An orderly end never comes to its end, or does again.',
  refusal: 'An orderly end is refused, or no longer refused.',
  order: 'Entities changed places in a teardown.',
  'cut set': 'Other crashes are enough to make a goal fail.',
  metric: 'A metric with a budget has another value.',
  scenario: 'A scenario has another result.',
  check: 'A check has another result.',
  finding: 'A finding is new or resolved.',
  entity: 'An entity was added or removed.',
};
const kinds = Object.keys(rules);

/** Returns the log. `isFailing` says which changes match a rule of `--fail-on`: these are errors. */
export function diffSarif(
  { files }: DiffReport,
  { artifact, isFailing }: { readonly artifact: SarifArtifact; readonly isFailing: (change: Change) => boolean },
): object {
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Aftermath',
            semanticVersion: version,
            informationUri: repository,
            rules: Object.entries(rules).map(([kind, text]) => ({ id: ruleId(kind), shortDescription: { text } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: [] }],
        artifacts: [...new Set(files.map(({ head }) => artifact(head.uri)))].map((uri) => ({
          location: { uri },
          sourceLanguage: 'aftermath',
        })),
        results: files.flatMap((pair) =>
          pair.changes.map((change) => ({
            ruleId: ruleId(change.kind),
            ruleIndex: kinds.indexOf(change.kind),
            level: isFailing(change) ? 'error' : levels[directionOf(change)],
            message: { text: `${capital(changeWords(change))}.` },
            locations: [{ physicalLocation: physicalLocation(placesOf(pair, change)[0], pair, artifact) }],
            relatedLocations: related(pair, change, artifact),
          })),
        ),
      },
    ],
  };
}

const ruleId = (kind: string): string => `change/${kind.replace(' ', '-')}`;

const levels: Readonly<Record<Direction, 'warning' | 'note'>> = { worse: 'warning', other: 'note', better: 'note' };

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A place in the head, and what it says. */
interface Place {
  readonly span: Span;
  readonly text: string | undefined;
}

/** Returns the places of a change in the files of the head, the one that decides first: the last link of the reason. */
function placesOf({ head }: DiffOfFile, change: Change): Place[] {
  if ('reason' in change && change.reason.side === 'head') {
    const facts = change.reason.because.flatMap((fact): Place[] => {
      const span = spanIn(head, fact);
      return span === undefined || !isOwn(span) ? [] : [{ span, text: fact.text }];
    });
    if (facts.length > 0) return facts.toReversed();
  }
  switch (change.kind) {
    case 'fate':
    case 'doomed':
    case 'refusal':
    case 'deadlock':
    case 'entity':
      return ofNames(head, change.entities);
    case 'order':
      return ofNames(head, change.pairs.flat());
    case 'cut set':
      return ofNames(head, change.goal.subjects);
    case 'metric':
    case 'scenario':
    case 'check': {
      const declared = [...head.model.scenarios, ...head.model.checks].find(({ title }) => title === change.title);
      return declared === undefined ? [] : [{ span: pieceSpan(head.sources, declared.place), text: undefined }];
    }
    case 'finding': {
      const { code, message } = change;
      const found = head.findings.find((each) => each.code === code && each.message === message);
      return found === undefined || change.in === 'base' ? [] : [{ span: found.span, text: undefined }];
    }
  }
}

const ofNames = ({ model, sources }: OpenedModel, names: readonly string[]): Place[] =>
  names.flatMap((name): Place[] => {
    const span = sources.entities[model.entities.find((each) => each.name === name)?.id ?? -1];
    return span === undefined || !isOwn(span) ? [] : [{ span, text: undefined }];
  });

/** The standard library is no file of the head. */
const isOwn = ({ uri }: Span): boolean => uri.startsWith('file:');

/** Returns the location of a result; without a place in the head, the beginning of its file. */
const physicalLocation = (place: Place | undefined, { head }: DiffOfFile, artifact: SarifArtifact): object => ({
  artifactLocation: { uri: artifact(place?.span.uri ?? head.uri) },
  region: place === undefined ? { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 } : region(place.span),
});

function related(pair: DiffOfFile, change: Change, artifact: SarifArtifact): readonly object[] | undefined {
  const places = placesOf(pair, change)
    .slice(1)
    .filter(({ text }) => text !== undefined)
    .toReversed();
  if (places.length === 0) return undefined;
  return places.map((place, id) => ({
    id,
    physicalLocation: physicalLocation(place, pair, artifact),
    message: { text: place.text },
  }));
}
