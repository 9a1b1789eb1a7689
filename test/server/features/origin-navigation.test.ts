/** From an imported declaration to the line of the other tool's file that states it. */
import assert from 'node:assert/strict';
import { definitionAt } from '../../../server/src/features/definition.ts';
import { originLinks } from '../../../server/src/features/document-links.ts';
import { openInMemory } from '../in-memory.ts';

const source = `pd app
pd db { //@ units/db.service:1: [Unit]
  stops with app //@ ../etc/db.service:7: PartOf=app.service
}`;

describe('navigation to origins', () => {
  it('leads from the comment, the declared name and the word of the relation to the line', async () => {
    const { workspace, document } = await openInMemory(source);
    const from = (piece: string) => {
      const target = definitionAt(workspace, document, source.indexOf(piece) + 1)?.target;
      return target && [target.uri, target.start.line];
    };
    assert.deepEqual(from('db {'), ['file:///models/units/db.service', 0]);
    assert.deepEqual(from('stops with'), ['file:///etc/db.service', 6]);
    assert.deepEqual(from('PartOf='), ['file:///etc/db.service', 6]);
    assert.deepEqual(from('app //@'), ['file:///models/main.aft', 0]);
  });

  it('makes links of the comments', async () => {
    const { document } = await openInMemory(source);
    assert.deepEqual(
      originLinks(document).map(({ target, span }) => [target, span.start.line, span.start.character]),
      [
        ['file:///models/units/db.service#L1', 1, 12],
        ['file:///etc/db.service#L7', 2, 21],
      ],
    );
  });
});
