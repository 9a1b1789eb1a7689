/** The settings with a fixed meaning are the same for names and for runs. */
import assert from 'node:assert/strict';
import { entityKinds } from '../../../language/src/model/entity-kind.ts';
import { fixedSettings } from '../../../language/src/model/fixed-settings.ts';
import { settingsByPlace } from '../../../language/src/dsl/types/built-in-settings.ts';

describe('the settings with a fixed meaning', () => {
  for (const kind of entityKinds)
    it(`are those that a ${kind} offers`, () => {
      assert.deepEqual(fixedSettings[kind], [...settingsByPlace[kind].keys()]);
    });
});
