import assert from 'node:assert/strict';
import { oncePerText } from '../../../language/src/model/common/once-per.ts';

describe('results by text', () => {
  it('are computed once', () => {
    const resultOf = oncePerText<object>();
    const first = resultOf('a', () => ({}));
    assert.equal(
      resultOf('a', () => ({})),
      first,
    );
    assert.notEqual(
      resultOf('b', () => ({})),
      first,
    );
  });

  it('are forgotten when they become many, and computed again', () => {
    const resultOf = oncePerText<number>();
    let count = 0;
    const ask = (text: string): number => resultOf(text, () => ++count);
    for (let each = 0; each < 1000; each++) ask(`text ${each}`);
    assert.equal(ask('text 999'), 1000);
    assert.equal(ask('text 0'), 1001);
  });
});
