/**
 * Classes in hover, outline and type definition.
 */
import assert from 'node:assert/strict';
import { signatureAt } from '../../../server/src/features/signature-help.ts';
import { hoverAt } from '../../../server/src/features/hover.ts';
import { documentOutline } from '../../../server/src/features/symbols.ts';
import { allSteps } from '../all-steps.ts';
import { openInMemory } from '../in-memory.ts';

const text = `
/** What answers. */
class Server for pd { param port: int = 80  data { tier: 1 } }
/** What pages come from. */
class Web extends Server : web { pd cache  action flush { } }
/** The shop. */
pd site is Web { data { team: "shop" } }
pd mail[2] is Server
`;

async function hover(piece: string): Promise<string> {
  const { workspace, document } = await openInMemory(text);
  const at = text.indexOf(piece);
  assert.ok(at >= 0);
  return hoverAt(workspace, document, at + piece.length - 1)?.markdown.replaceAll('  \n', '\n') ?? '';
}

describe('the hover of a class', () => {
  it('says its kind, parameters, data and instances, at its declaration and wherever it is named', async () => {
    const server =
      '**class** `Server` for pd\nWhat answers.\nparameters `port: int = 80`\ndata · `tier: 1`\ninstances 3';
    assert.equal(await hover('class Server'), server);
    assert.equal(await hover('mail[2] is Server'), server);
    assert.equal(
      await hover('class Web'),
      '**class** `Web` for pd extends `Server` : `web`\nWhat pages come from.\nparameters `port: int = 80`\ndata · `tier: 1`\ninstances 1',
    );
  });

  it('lends its documentation and data to its instances', async () => {
    const [title, ...lines] = (await hover('pd site')).split('\n');
    assert.equal(title, '**pd** `site` is `Web`');
    assert.deepEqual(lines.slice(0, 4), [
      ...['The shop.', 'What pages come from.', 'What answers.', 'data · `tier: 1` · `team: "shop"`'],
    ]);
  });
});

describe('the outline of a class', () => {
  it('has its members', async () => {
    const { document } = await openInMemory(text);
    assert.deepEqual(
      allSteps(documentOutline(document)).map(({ name, kind, detail, children }) => [
        name,
        kind,
        detail,
        children.length,
      ]),
      [
        ['Server', 'class', 'class for pd', 1],
        ['Web', 'class', 'class extends Server', 2],
        ['site', 'pd', 'pd is Web', 0],
        ['mail[2]', 'pd', 'pd is Server', 0],
      ],
    );
  });
});

describe('the signature of a class', () => {
  it('is given where an instance sets a parameter', async () => {
    const source = `${text}pd other is Web { port: }`;
    const { workspace, document } = await openInMemory(source);
    const { label, active } = signatureAt(workspace, document, source.length - 2) ?? {};
    assert.deepEqual([label, active], ['Server(port: int = 80)', 0]);
  });
});
