/**
 * Findings in the Static Analysis Results Interchange Format, SARIF 2.1.0 (OASIS), for code review. The rules are all
 * finding codes, so that a viewer can list them.
 */
import type { Finding, Fix, Severity } from '../../../../language/src/model/finding.ts';
import { findingCodes, findingPage } from '../../../../language/src/model/finding-codes.ts';
import type { Span } from '../../../../language/src/model/span.ts';
import type { FileFindings } from '../../questions/files/file-findings.ts';
import { repository, version } from './version.ts';

/** Returns the reference to a file by its URI: relative to the working directory, or absolute. */
export type SarifArtifact = (uri: string) => string;

/** A file that could not be read. */
export interface UnreadableInput {
  readonly message: string;
}

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** The page of a rule has the same address on every machine, so that the log can be read on another one. */
const rules = findingCodes.map(({ code, severity, title }) => ({
  id: code,
  shortDescription: { text: `${title}.` },
  helpUri: `${repository}/blob/HEAD/language/docs/findings/${findingPage(code)}`,
  defaultConfiguration: { level: levels[severity] },
}));

/** Returns the log of one run; fields that are `undefined` are to be omitted. */
export function sarifLog(
  files: readonly FileFindings[],
  unreadable: readonly UnreadableInput[],
  artifact: SarifArtifact,
): object {
  const findings = files.flatMap((file) => file.findings);
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Aftermath', semanticVersion: version, informationUri: repository, rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: unreadable.length === 0,
            toolExecutionNotifications: unreadable.map(({ message }) => ({
              level: 'error',
              message: { text: message },
            })),
          },
        ],
        artifacts: files.map(({ uri }) => ({ location: { uri: artifact(uri) }, sourceLanguage: 'aftermath' })),
        results: findings.map((finding) => result(finding, artifact)),
      },
    ],
  };
}

function result({ code, severity, message, span, related, fixes = [] }: Finding, artifact: SarifArtifact): object {
  const ruleIndex = findingCodes.findIndex((each) => each.code === code);
  return {
    ruleId: code,
    ruleIndex: ruleIndex < 0 ? undefined : ruleIndex,
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: physicalLocation(span, artifact) }],
    relatedLocations:
      related.length === 0
        ? undefined
        : related.map((place, id) => ({
            id,
            physicalLocation: physicalLocation(place.span, artifact),
            message: { text: place.message },
          })),
    fixes: fixes.length === 0 ? undefined : fixes.map((fix) => sarifFix(fix, artifact)),
  };
}

const physicalLocation = (span: Span, artifact: SarifArtifact): object => ({
  artifactLocation: { uri: artifact(span.uri) },
  region: region(span),
});

/** Returns a span as a region: from 1; the end column is after the last character. */
export const region = ({ start, end }: Span): object => ({
  startLine: start.line + 1,
  startColumn: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});

function sarifFix({ title, edits }: Fix, artifact: SarifArtifact): object {
  const uris = [...new Set(edits.map(({ span }) => span.uri))];
  return {
    description: { text: title },
    artifactChanges: uris.map((uri) => ({
      artifactLocation: { uri: artifact(uri) },
      replacements: edits
        .filter(({ span }) => span.uri === uri)
        .map(({ span, text }) => ({ deletedRegion: region(span), insertedContent: { text } })),
    })),
  };
}
