/**
 * Converts our lenses and hints to those of the language server protocol. A command of our own client is used only if
 * the client has announced it.
 */
import { type CodeLens, type InlayHint, InlayHintKind } from 'vscode-languageserver';
import { type Conversion, rangeOf } from './conversion.ts';
import { toMarkup } from './convert.ts';
import type { Lens, LensSource } from '../../features/code-lenses.ts';
import type { Hint } from '../../hints/hint.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

const crashCommand = 'aftermath.simulateCrash';

/** Converts a lens; returns nothing if the client cannot use it. */
export function toCodeLens(lens: Lens, conversion: Conversion): readonly CodeLens[] {
  const range = rangeOf(lens.span);
  if (lens.kind === 'facts') return [{ range, data: lens.source }];
  if (!conversion.commands.has(crashCommand)) return [];
  const argument = { uri: conversion.uri(lens.uri), ...(lens.pd !== undefined && { pd: lens.pd }) };
  return [{ range, command: { title: t`Simulate crash`, command: crashCommand, arguments: [argument] } }];
}

/** Sets the text of a lens that has no command. */
export const withTitle = (lens: CodeLens, title: string): CodeLens => ({ ...lens, command: { title, command: '' } });

/** Returns true if a value sent back by a client has the shape of a source. */
export function isLensSource(value: unknown): value is LensSource {
  if (typeof value !== 'object' || value === null) return false;
  const { document, span } = value as Partial<Record<keyof LensSource, unknown>>;
  return typeof document === 'string' && typeof span === 'object' && span !== null;
}

/** Converts a hint. */
export function toInlayHint({ position, label, reason, isType }: Hint, conversion: Conversion): InlayHint {
  return {
    position,
    label,
    paddingLeft: true,
    ...(isType === true && { kind: InlayHintKind.Type }),
    ...(reason !== undefined && { tooltip: toMarkup(reason, conversion.hasHoverMarkdown) }),
  };
}
