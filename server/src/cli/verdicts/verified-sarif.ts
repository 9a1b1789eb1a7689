/** The report of `aftermath verify` as SARIF. */
import { checkFindings } from '../../../../language/src/simulation/explore/judgement/check-findings.ts';
import { mergeFindings } from '../../questions/files/file-findings.ts';
import { type FileName, referenceTo } from '../../questions/files/places.ts';
import type { Context } from '../input/command.ts';
import { sarifLog } from '../text/sarif.ts';
import type { VerifyReport } from './verified.ts';

/** Writes the findings of models with errors, and of checks. */
export function writeSarif(context: Context, { files, unreadable }: VerifyReport): void {
  const names = new Map<string, FileName>();
  const findings = files.flatMap(({ opened, results }) => {
    const all = [
      ...opened.errors.flatMap((each) => each.findings),
      ...results.flatMap(({ check, exploration }) => checkFindings(check, exploration, opened.sources)),
    ];
    for (const { span } of all) names.set(span.uri, opened.nameOf);
    return all;
  });
  const artifact = (uri: string): string => referenceTo(uri, names.get(uri) ?? ((other) => other), context);
  const log = sarifLog(mergeFindings([], findings), unreadable, artifact);
  context.output.write(`${JSON.stringify(log, undefined, 2)}\n`);
}
