/**
 * Comments that silence one kind of finding at one line, with a reason:
 *
 *     // aftermath-ignore resource/orphan: kept for the next release
 *
 * on the line before, or after the text on the same line. A directive that silences nothing is reported.
 */
import type { LangiumDocument } from 'langium';
import type { Finding, Fix } from '../../model/finding.ts';
import { findingCodes } from '../../model/finding-codes.ts';
import type { Span } from '../../model/span.ts';
import { nearestName } from '../syntax/messages/nearest-name.ts';
import { commentsWith, type DirectiveComment } from './directive-comments.ts';
import { t } from '../../model/common/translation.ts';
import { didYouMean } from '../syntax/lexing/advice.ts';

/** An ignore directive of a file. */
export interface Directive {
  readonly code: string;
  readonly reason: string;
  /** The line it is about, from 0. */
  readonly line: number;
  /** The span of the code, or of the word before it if there is no code. */
  readonly span: Span;
  /** The whole comment with the space that its removal would leave empty. */
  readonly comment: Span;
}

const word = 'aftermath-ignore';
const shape = /^\/\/\s*aftermath-ignore\b[ \t]*([^\s:]*)[ \t]*(?::[ \t]*(.*))?/;

/** Returns the directives of a file, in the order of the text. */
export function directivesOf(document: LangiumDocument): Directive[] {
  return commentsWith(document, word).flatMap((comment) => {
    const match = shape.exec(comment.text);
    return match === null ? [] : [readDirective(comment, match)];
  });
}

function readDirective({ line, whole, spanOf }: DirectiveComment, match: RegExpExecArray): Directive {
  const [words, code = '', reason = ''] = match;
  const named = code === '' ? word : code;
  const start = words.indexOf(named, code === '' ? 0 : words.indexOf(word) + word.length);
  return { code, reason: reason.trim(), line, span: spanOf(start, named.length), comment: whole };
}

/** The findings that remain, and the findings about the directives. */
export interface AfterDirectives {
  readonly findings: readonly Finding[];
  readonly about: readonly Finding[];
}

/** The state of a file when its directives are applied. */
export interface SilenceOptions {
  /** True if no error in the file hides findings, so that an unused directive is certain. */
  readonly isWhole: boolean;
  /** Returns true if the rule of a code is on. */
  readonly isOn: (code: string) => boolean;
  /** Findings that cannot be silenced because they leave gaps in the model. */
  readonly fixed: readonly Finding[];
}

/** Removes the findings that directives silence. */
export function silence(
  directives: readonly Directive[],
  findings: readonly Finding[],
  options: SilenceOptions,
): AfterDirectives {
  if (directives.length === 0) return { findings, about: [] };
  const reported = new Set(findings.map(({ code, span }) => keyOf(code, span.start.line)));
  return {
    findings: findings.filter(isReported(directives)),
    about: directives.flatMap((directive) => {
      return faultOf(directive, reported.has(keyOf(directive.code, directive.line)), options);
    }),
  };
}

/** Returns a test that is true for findings of the directives' own file that no directive silences. */
export function isReported(directives: readonly Directive[]): (finding: Finding) => boolean {
  const silent = new Set(directives.map(({ code, line }) => keyOf(code, line)));
  return ({ code, span }) => !silent.has(keyOf(code, span.start.line));
}

const keyOf = (code: string, line: number): string => `${code} ${line}`;

function faultOf(directive: Directive, isUsed: boolean, { isWhole, isOn, fixed }: SilenceOptions): Finding[] {
  const { code, reason, span, comment } = directive;
  const finding = (own: string, message: string, fixes: readonly Fix[] = []): Finding => ({
    ...{ code: own, severity: 'warning', message, span, related: [] },
    ...(fixes.length === 0 ? {} : { fixes }),
  });
  const takeAway: Fix = { title: t`Remove this directive`, edits: [{ span: comment, text: '' }] };
  if (!isKnown(code)) {
    const nearest = nearestName(code, codes);
    const message = code === '' ? t`This directive names no finding.` : t`There is no finding "${code}".`;
    const hint =
      nearest === undefined || code === '' ? t`Write its code, such as resource/orphan.` : didYouMean(nearest);
    const fixes =
      nearest === undefined || code === ''
        ? []
        : [{ title: t`Write "${nearest}"`, edits: [{ span, text: nearest }], isPreferred: true }];
    return [finding('ignore/unknown-code', `${message} ${hint}`, [...fixes, takeAway])];
  }
  if (fixed.some((each) => each.code === code && each.span.start.line === directive.line)) {
    const message = t`"${code}" cannot be silenced: a part of the model is missing because of it. Correct the text instead.`;
    return [finding('ignore/unused', message, [takeAway])];
  }
  if (!isUsed) {
    const message = t`"${code}" is not reported on the line that this directive applies to. Remove the directive.`;
    return isWhole && isOn(code) ? [finding('ignore/unused', message, [{ ...takeAway, isPreferred: true }])] : [];
  }
  if (reason !== '') return [];
  return [finding('ignore/no-reason', t`This directive gives no reason. Add one after the code: "${code}: …".`)];
}

const codes: readonly string[] = findingCodes.map(({ code }) => code);
const known: ReadonlySet<string> = new Set(codes);
const isKnown = (code: string): boolean => known.has(code);
