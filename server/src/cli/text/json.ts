/**
 * The JSON of the command line, version 1. Its schema is `command-line.schema.json` beside the documentation of the
 * command line; within a version, fields are only added.
 */
import type { Finding } from '../../../../language/src/model/finding.ts';
import type { Span } from '../../../../language/src/model/span.ts';
import type { Output } from '../input/command.ts';
import { countFindings, type FileFindings } from '../../questions/files/file-findings.ts';
import type { FileName } from '../../questions/files/places.ts';

/** Writes the one object that a command prints. Omits fields that are `undefined`. */
export function writeJson(output: Output, command: string, body: object): void {
  output.write(`${JSON.stringify({ version: 1, command, ...body }, undefined, 2)}\n`);
}

/** Returns the fields `files` and `counts`. */
export const findingsJson = (files: readonly FileFindings[], nameOf: FileName): object => ({
  files: files.map(({ uri, findings }) => ({
    file: nameOf(uri),
    findings: findings.map((finding) => findingJson(finding, nameOf)),
  })),
  counts: countFindings(files),
});

/** Returns a finding with its locations. */
function findingJson({ code, severity, message, span, related }: Finding, nameOf: FileName): object {
  const places = related.map((place) => {
    return { message: place.message, file: nameOf(place.span.uri), ...rangeJson(place.span) };
  });
  return { code, severity, message, ...rangeJson(span), related: places };
}

/** Returns findings of any files, each with its file. */
export const findingsWithFiles = (findings: readonly Finding[], nameOf: FileName): object[] =>
  findings.map((finding) => ({ file: nameOf(finding.span.uri), ...findingJson(finding, nameOf) }));

/** From 1, the end exclusive, columns in UTF-16 units. */
const rangeJson = ({ start, end }: Span): object => ({
  line: start.line + 1,
  column: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});
