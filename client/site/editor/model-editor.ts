/**
 * The editor of the playground. It lives in a shadow, whose style sheets are made by its own code, so that the page's
 * policy need not admit styles in the page.
 */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import type { LSPClient } from '@codemirror/lsp-client';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view';
import { findingAt, type NamedFinding } from './findings.ts';
import { modelLanguage } from './language.ts';
import { modelUri } from './model-server.ts';
import { nameColours } from './name-colours.ts';
import { editorTheme } from './theme.ts';

/** A change of the text. */
export interface NewText {
  readonly text: string;
  /** True if it was formatted, not typed. */
  readonly isFormatted: boolean;
}

/** The initial state of an editor. */
export interface EditorOptions {
  /** The element whose shadow the editor is put into. */
  readonly host: HTMLElement;
  readonly text: string;
  readonly client: LSPClient;
  readonly onText: (change: NewText) => void;
  /** Called with the finding at the cursor, if it has a page. */
  readonly onFinding: (finding: NamedFinding | undefined) => void;
}

/** Makes the editor. */
export function makeEditor({ host, text, client, onText, onFinding }: EditorOptions): EditorView {
  const root = host.attachShadow({ mode: 'open' });
  return new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        [lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), drawSelection()],
        [history(), bracketMatching(), closeBrackets(), indentOnInput(), indentUnit.of('  ')],
        [modelLanguage, nameColours, editorTheme, client.plugin(modelUri, 'aftermath')],
        [EditorView.lineWrapping, tooltips({ position: 'fixed' })],
        keymap.of([...closeBracketsKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': 'Model', spellcheck: 'false', tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          const isFormatted = transactions.some((each) => each.isUserEvent('format'));
          if (docChanged) onText({ text: state.doc.toString(), isFormatted });
          onFinding(findingAt(state, state.selection.main.head));
        }),
      ],
    }),
  });
}

/** Replaces the whole text; undo brings the previous one back. */
export function replaceText(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
}

/** Selects a place, with lines and columns from 0, and brings it into view. */
export function revealPlace(
  view: EditorView,
  { start, end }: Readonly<Record<'start' | 'end', { readonly line: number; readonly character: number }>>,
): void {
  const offset = (place: typeof start): number => {
    const line = view.state.doc.line(Math.min(place.line + 1, view.state.doc.lines));
    return Math.min(line.from + place.character, line.to);
  };
  const selection = { anchor: offset(start), head: offset(end) };
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
  view.focus();
}
