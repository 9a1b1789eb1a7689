/** How the editor looks, in the colours of the page. */
import { HighlightStyle, syntaxHighlighting, type TagStyle } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colours of the types of names, as the server calls them. */
const names: Readonly<Record<string, string>> = {
  class: 'entity',
  interface: 'type',
  enum: 'state',
  event: 'event',
  parameter: 'variable',
  variable: 'variable',
  property: 'variable',
  enumMember: 'state',
  struct: 'policy',
  typeParameter: 'policy',
  function: 'event',
  method: 'event',
  type: 'type',
};

const words: readonly TagStyle[] = [
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-comment)' },
];

const popup = {
  border: '1px solid var(--vscode-editorWidget-border)',
  borderRadius: '4px',
  backgroundColor: 'var(--vscode-editorWidget-background)',
  color: 'var(--vscode-foreground)',
};

const frame = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--vscode-editor-background)',
    color: 'var(--vscode-editor-foreground)',
    fontSize: '13.5px',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--vscode-editor-font-family)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--vscode-editor-foreground)' },
  '.cm-cursor': { borderLeftColor: 'var(--vscode-editor-foreground)' },
  '.cm-gutters': {
    backgroundColor: 'var(--vscode-editor-background)',
    color: 'var(--vscode-descriptionForeground)',
    border: 'none',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--code-line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--vscode-editor-selectionBackground)',
  },
  '.cm-panels': { ...popup, border: 'none', borderRadius: '0' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--vscode-panel-border)' },
  '.cm-panel.cm-panel-lint ul': { maxHeight: '9em' },
  '.cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]': {
    backgroundColor: 'var(--vscode-list-activeSelectionBackground)',
    color: 'var(--vscode-list-activeSelectionForeground)',
  },
  '.finding-code': { opacity: '0.8', fontFamily: 'var(--vscode-editor-font-family)' },
  '.cm-panel.cm-panel-lint button[name=close]': { color: 'inherit' },
  '.cm-panel input': {
    border: '1px solid var(--vscode-input-border)',
    backgroundColor: 'var(--vscode-input-background)',
    color: 'var(--vscode-input-foreground)',
    font: 'inherit',
  },
  '.cm-tooltip': popup,
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--vscode-list-activeSelectionBackground)',
    color: 'var(--vscode-list-activeSelectionForeground)',
  },
  '.cm-completionDetail': { color: 'var(--vscode-descriptionForeground)' },
  '.cm-lsp-documentation': {
    maxWidth: 'min(36em, 90vw)',
    maxHeight: '18em',
    padding: '4px 9px',
    overflow: 'auto',
    fontFamily: 'var(--vscode-font-family)',
    overflowWrap: 'anywhere',
  },
  '.cm-lsp-documentation pre': { whiteSpace: 'pre-wrap', fontFamily: 'var(--vscode-editor-font-family)' },
  '.cm-diagnostic': { padding: '4px 9px', fontFamily: 'var(--vscode-font-family)', maxWidth: 'min(36em, 90vw)' },
  '.cm-lsp-documentation a': { color: 'var(--vscode-textLink-foreground)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--vscode-editorError-foreground)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--vscode-editorWarning-foreground)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--vscode-descriptionForeground)',
  },
  '.unneeded': { opacity: '0.6' },
  ...Object.fromEntries(
    Object.entries(names).map(([type, name]) => [`.name-${type}`, { color: `var(--code-${name})` }]),
  ),
});

/** The look of the editor. */
export const editorTheme: Extension = [frame, syntaxHighlighting(HighlightStyle.define(words))];
