/** The server under random changes. */
import { runs } from '../properties.ts';
import { fuzz } from './fuzzing.ts';

describe('random changes of real files', () => {
  it('throw nothing, never hang, and give the same as building from scratch', () => {
    fuzz(runs(20, 50_000));
  });
});
