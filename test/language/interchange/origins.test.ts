/** Origins of imported declarations: given by the frame, printed as comments, read back, named in reasons. */
import assert from 'node:assert/strict';
import { relationFact } from '../../../language/src/analysis/facts/facts.ts';
import { createLoader } from '../../../language/src/dsl/load.ts';
import { withImportedOrigins } from '../../../language/src/interchange/import/origins.ts';
import { importFormats } from '../../../language/src/interchange/import-formats.ts';
import { printModel } from '../../../language/src/interchange/printing/print-model.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { makeOrigin, originText, readOrigin } from '../../../language/src/model/origin.ts';
import { fixture } from './fixture.ts';
import { mutatedTexts } from './mutated.ts';

const load = (text: string) =>
  createLoader((uri) => Promise.resolve(uri === 'test:/a.aft' ? text : undefined)).load('test:/a.aft');

const originLines = ({ relations }: Model) => relations.map(({ origin }) => origin && originText(origin));

describe('origins', () => {
  it('are about the entities and relations of their line', async () => {
    const { model, findings } = await load(`pd app
pd db { //@ units/db.service:1: [Unit]
  stops with app //@ units/db.service:7: PartOf=app.service
  //@ units/db.service:9: Requires=app.service
  needs app as start
}
db destroyed after app // @ no origin: 3
`);
    assert.deepEqual(findings, []);
    assert.deepEqual(
      model.entities.map(({ origin }) => origin?.line),
      [undefined, 1],
    );
    assert.deepEqual(originLines(model), [
      'units/db.service:7: PartOf=app.service',
      'units/db.service:9: Requires=app.service',
      undefined,
    ]);
    assert.equal(relationFact(model, 0).text, '"db" stops with "app" (units/db.service:7: PartOf=app.service)');
  });

  it('come back from the printed text', async () => {
    const text = `pd app //@ a b/c:d.yml:3

pd db { //@ x:1: [Unit] //@ y:2
  data { tier: 2 }
  stops with app //@ db.service:7: PartOf=app.service "quoted" '...'
  needs app as start //@ db.service:8
}

pd w { needs 1 of app, db } // plain
pd v {
  needs 1 of app, db as soft //@ v:9: one line
}
`;
    const { model, findings } = await load(text);
    assert.deepEqual(findings, []);
    assert.ok(originLines(model).filter((each) => each !== undefined).length === 4);
    const again = await load(printModel(model));
    assert.deepEqual(again.findings, []);
    assert.deepEqual(again.model, model);
  });

  it('survive any file name and words that fit on a line', () => {
    for (const [file, text] of [
      ['a:1.yml', 'x'],
      ['unit\n.service', 'a\r\nb'],
      ['x', 'y'.repeat(1000)],
      ['é 🂡', ''],
    ] as const) {
      const origin = makeOrigin(file, 12, text);
      if (file === 'a:1.yml') assert.equal(readOrigin(originText(origin))?.line, 12);
      else assert.deepEqual(readOrigin(originText(origin)), origin);
      assert.doesNotMatch(originText(origin), /[\r\n]/);
    }
  });
});

describe('every import format', () => {
  const samples: Readonly<Record<string, string>> = {
    osmosis:
      'NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA\nPD,PD_1,a,,,,\nPD,PD_2,b,,,,\n,,NONE,HOLD,PD_1,PD_2,\n',
    compose: 'services:\n  web:\n    depends_on: [db]\n  db:\n    image: db\n',
    systemd: fixture('../systemd/fixtures/web.txt'),
    kubernetes:
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  uid: u1\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: b\n  ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: u1}]\n',
  };

  for (const format of importFormats) {
    const sample = samples[format.name];
    if (sample === undefined) continue;
    const file = { name: 'in', uri: 'test:/in', text: sample };

    it(`${format.name} is recognized, and gives each relation an origin`, async () => {
      const chosen = importFormats.find(({ recognize }) => recognize([file]) !== undefined);
      assert.equal(chosen?.name, format.name);
      const { value } = format.run([file]);
      assert.ok(value !== undefined);
      const { model } = withImportedOrigins(value, [file], ({ name }) => name);
      assert.ok(model.relations.length > 0);
      for (const { origin } of [...model.relations, ...model.entities]) assert.equal(origin?.file, 'in');
      assert.deepEqual(originLines((await load(printModel(model))).model), originLines(model));
    });

    it(`${format.name} gives a model or one clear sentence for 200 broken files`, () => {
      let models = 0;
      for (const text of mutatedTexts(sample)) {
        const { value, findings } = format.run([{ ...file, text }]);
        if (value !== undefined) models++;
        else assert.match(findings[0]?.message ?? '', /^[A-Z"][^]*\.$/);
        for (const { message } of findings) assert.ok(message.length < 1000);
      }
      assert.ok(models > 0 && models < 200, String(models));
    });
  }
});
