/** What the server does with random changes, the same ones each time; `npm run fuzz` makes far more, and others. */
import { fuzz } from './fuzzing.ts';

describe('2,000 random changes of real files', () => {
  it('throw nothing, hang nowhere, and leave what building from scratch gives', () => {
    fuzz(2000, 20_261_122);
  }).timeout(600_000);
});
