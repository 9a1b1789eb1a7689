/**
 * Findings in the Static Analysis Results Interchange Format, SARIF 2.1.0 (OASIS), for code review. The rules are all
 * finding codes, so that a viewer can list them.
 */
import type { Finding, Fix, Severity } from '../../../../language/src/model/finding.ts';
import { findingCodes } from '../../../../language/src/model/finding-codes.ts';
import type { Span } from '../../../../language/src/model/span.ts';
import type { FileFindings } from '../../questions/file-findings.ts';
import { version } from './version.ts';

/** The references to files and pages in a log. */
export interface SarifNames {
  /** Returns the reference to a file by its URI: relative to the working directory, or absolute. */
  readonly artifact: (uri: string) => string;
  /** Returns the address of the page about a code. */
  readonly page: (code: string) => string | undefined;
}

/** A file that could not be read. */
export interface UnreadableInput {
  readonly message: string;
}

/** Returns the log of one run; fields that are `undefined` are to be omitted. */
export function sarifLog(
  files: readonly FileFindings[],
  unreadable: readonly UnreadableInput[],
  names: SarifNames,
): object {
  const findings = files.flatMap((file) => file.findings);
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Aftermath', semanticVersion: version, rules: rules(names) } },
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
        artifacts: files.map(({ uri }) => ({ location: { uri: names.artifact(uri) }, sourceLanguage: 'aftermath' })),
        results: findings.map((finding) => result(finding, names)),
      },
    ],
  };
}

const rules = ({ page }: SarifNames): readonly object[] =>
  findingCodes.map(({ code, severity, title }) => ({
    id: code,
    shortDescription: { text: `${title}.` },
    helpUri: page(code),
    defaultConfiguration: { level: levels[severity] },
  }));

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

function result({ code, severity, message, span, related, fixes = [] }: Finding, names: SarifNames): object {
  const ruleIndex = findingCodes.findIndex((each) => each.code === code);
  return {
    ruleId: code,
    ruleIndex: ruleIndex < 0 ? undefined : ruleIndex,
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: physicalLocation(span, names) }],
    relatedLocations:
      related.length === 0
        ? undefined
        : related.map((place, id) => ({
            id,
            physicalLocation: physicalLocation(place.span, names),
            message: { text: place.message },
          })),
    fixes: fixes.length === 0 ? undefined : fixes.map((fix) => sarifFix(fix, names)),
  };
}

const physicalLocation = (span: Span, { artifact }: SarifNames): object => ({
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

function sarifFix({ title, edits }: Fix, { artifact }: SarifNames): object {
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
