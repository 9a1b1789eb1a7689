/** What the server does with random changes; `npm run fuzz` makes far more of them. */
import { fuzz } from './fuzzing.ts';

describe('2,000 random changes of real files', () => {
  it('throw nothing, hang nowhere, and leave what building from scratch gives', () => {
    fuzz(2000);
  }).timeout(600_000);
});
