/** The pages beside the editor, with the logic of the panels of VS Code; what they lead to is in the editor or the address. */
import type { EditorView } from '@codemirror/view';
import { addressOf, type Address } from '../book/address.ts';
import { makePages, type Pages } from '../book/pages.ts';
import type { BookServer } from '../book/server.ts';
import { revealPlace } from './editor/model-editor.ts';
import { makeFileFrame } from './file-frame.ts';
import { isNarrowSite } from './shown.ts';
import { openStandardPage } from './standard-page.ts';

/** The environment of the pages. */
export interface BesideParts {
  readonly server: BookServer;
  readonly editor: EditorView;
  readonly place: { readonly current: HTMLElement | null };
  readonly go: (address: Address) => void;
  /** Called when the page of a plan shows another one. */
  readonly onPlan: (address: Address) => void;
  readonly tell: (error: unknown) => void;
}

/** Makes the pages; each is loaded when it is shown for the first time. */
export function pagesBeside({ server, editor, place, go, onPlan, tell }: BesideParts): Pages {
  return makePages({
    server,
    makeFrame: makeFileFrame,
    mount: ({ element }) => {
      element.hidden = true;
      place.current?.append(element);
    },
    reveal: (span) => {
      if (openStandardPage(span.uri, span.start.line)) return;
      if (isNarrowSite()) go({ view: 'text' });
      revealPlace(editor, span);
    },
    showReport: (question) => {
      go(addressOf(question));
    },
    planChanged: (question) => {
      onPlan(addressOf(question));
    },
    showCrash: (crash, policy) => {
      go({ view: 'graph', crash, policy });
    },
    showGraph: () => {
      go({ view: 'graph' });
    },
    showPlan: (of) => {
      go({ view: 'plan', ...(of !== undefined && { crash: [of] }) });
    },
    tell,
  });
}
