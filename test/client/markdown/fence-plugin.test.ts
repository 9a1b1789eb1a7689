/** The fences of Markdown pages in the preview, with the real markdown-it. */
import assert from 'node:assert/strict';
import { setImmediate as afterAnswers } from 'node:timers/promises';
import MarkdownIt from 'markdown-it';
import {
  createFencePictures,
  keptFor,
  mostPictures,
  type DrawnFence,
} from '../../../client/src/markdown/fence-pictures.ts';
import { drawFences, mostFences } from '../../../client/src/markdown/fence-plugin.ts';
import type { OfFence } from '../../../server/src/protocol/fence-protocol.ts';
import type { Ask } from '../../../client/src/server/server-link.ts';

const page = { currentDocument: { toString: () => 'file:///docs/page.md' } };

/** A preview that is shown again whenever pictures arrive. */
function preview(answer: (fence: OfFence) => DrawnFence) {
  const asked: OfFence[] = [];
  const due: (() => void)[] = [];
  const state = { html: '', refreshes: 0, time: 0, text: '' };
  const ask = ((_method: unknown, fence: OfFence) => {
    asked.push(fence);
    return Promise.resolve().then(() => answer(fence));
  }) as unknown as Ask;
  const show = (text: string): string => (state.html = markdown.render((state.text = text), page));
  const pictures = createFencePictures({
    ask,
    now: () => state.time,
    later: (call) => {
      due.push(call);
    },
    full: 'no room',
    onArrival: () => {
      state.refreshes += 1;
      show(state.text);
    },
  });
  const markdown = drawFences(new MarkdownIt({ html: true }), pictures);
  /** Waits until all answers have come, and lets pass what is waited for, until nothing is. */
  const settled = async (): Promise<void> => {
    do {
      await afterAnswers();
      for (const call of due.splice(0)) call();
      await afterAnswers();
    } while (due.length > 0);
  };
  return { asked, state, show, pictures, settled };
}

const fence = (words: string, text = 'pd db'): string => `\`\`\`aftermath ${words}\n${text}\n\`\`\`\n`;
const drawing = ({ text }: OfFence): DrawnFence => ({
  svg: `<svg>${text.trim()}</svg>`,
  alt: `Model ${text.trim()}`,
});

describe('fences in the Markdown preview', () => {
  it('show their text at first, then the picture, with one question and one refresh', async () => {
    const { asked, state, show, settled } = preview(drawing);
    assert.match(show(`# Page\n\n${fence('crash=db')}\n${fence('draw', 'pd api')}`), /<code[^>]*>pd db/u);
    await settled();
    assert.deepEqual(asked, [
      { uri: 'file:///docs/page.md', info: 'aftermath crash=db', text: 'pd db\n' },
      { uri: 'file:///docs/page.md', info: 'aftermath draw', text: 'pd api\n' },
    ]);
    assert.equal(state.refreshes, 1);
    assert.match(
      state.html,
      /<img src="data:image\/svg\+xml;charset=utf-8,%3Csvg%3Epd%20db%3C%2Fsvg%3E" alt="Model pd db">/u,
    );
    assert.doesNotMatch(state.html, /<code/u);
    show(state.text);
    await settled();
    assert.equal(asked.length, 2);
    assert.equal(state.refreshes, 1);
  });

  it('ask nothing about other fences, about models without words, and where a picture was written', async () => {
    const { asked, show, settled } = preview(drawing);
    const written = `${fence('draw')}\n<!-- aftermath: picture -->\n\n![Model](pictures/page-1.svg)\n`;
    const html = show(`\`\`\`aftermath\npd db\n\`\`\`\n\n\`\`\`js draw\nlet a;\n\`\`\`\n\n${written}`);
    assert.equal(html.match(/<code/gu)?.length, 3);
    assert.match(html, /pictures\/page-1\.svg/u);
    await settled();
    assert.deepEqual(asked, []);
  });

  it('keep hostile names and errors as text', async () => {
    const hostile = '"><script>alert(1)</script>';
    const { state, show, settled } = preview(({ info }) =>
      info.endsWith('draw') ? { svg: `<svg>${hostile}</svg>`, alt: hostile } : { refusal: `There is no ${hostile}.` },
    );
    show(`${fence('draw')}\n${fence('crash=x')}`);
    await settled();
    assert.doesNotMatch(state.html, /<script/u);
    assert.match(state.html, /alt="&quot;&gt;&lt;script&gt;/u);
    assert.match(state.html, /<em>There is no &quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;\.<\/em>/u);
  });

  it('come to rest when the server fails', async () => {
    const { asked, state, show, settled } = preview(() => {
      throw new Error('The server is not running.');
    });
    show(fence('draw'));
    await settled();
    await settled();
    assert.equal(asked.length, 1);
    assert.equal(state.refreshes, 1);
    assert.match(state.html, /<em>The server is not running\.<\/em>/u);
  });

  it('are bounded: in a page, and over all pages, without asking again and again', async () => {
    const { asked, state, show, settled } = preview(drawing);
    const pageOf = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => fence('draw', `pd p${String(from + index)}`)).join('\n');
    show(pageOf(0, mostFences + 2));
    assert.equal(asked.length, mostFences);
    await settled();
    assert.equal(state.html.match(/Only the first 100 models are drawn/gu)?.length, 2);
    for (let from = mostFences + 2; from < 2 * mostPictures; from += mostFences) show(pageOf(from, mostFences));
    const full = show(fence('draw', 'pd last'));
    assert.match(full, /no room/u);
    await settled();
    assert.equal(asked.length, mostPictures);
    state.time += keptFor;
    show(fence('draw', 'pd last'));
    await settled();
    assert.equal(asked.length, mostPictures + 1);
    assert.match(state.html, /pd%20last/u);
  });

  it('are drawn again when a model changes that they may import', async () => {
    const { asked, state, show, pictures, settled } = preview(drawing);
    show(`${fence('draw')}\n${fence('draw', 'import "db.aft"')}`);
    await settled();
    pictures.forgetImporting();
    await settled();
    assert.deepEqual(
      asked.map(({ text }) => text),
      ['pd db\n', 'import "db.aft"\n', 'import "db.aft"\n'],
    );
    assert.equal(state.refreshes, 3);
    pictures.forgetImporting();
    show(fence('draw'));
    await settled();
    assert.equal(state.refreshes, 4);
    pictures.forgetImporting();
    await settled();
    assert.equal(state.refreshes, 4);
  });
});
