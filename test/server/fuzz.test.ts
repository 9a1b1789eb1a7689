/** The server under random changes. */
import { runs } from '../properties.ts';
import { fuzz } from './fuzzing.ts';

describe('random changes of real files', () => {
  it('throw nothing, hang nowhere, and leave what building from scratch gives', () => {
    fuzz(runs(40, 50_000));
  });
});
