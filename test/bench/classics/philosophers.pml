/* Ten philosophers, who take the left fork, then the right one; if each has one, nobody eats any more. */
#define N 10
bool fork[N], eats[N];

active [N] proctype philosopher() {
  do
  :: atomic { !fork[_pid] -> fork[_pid] = true };
     atomic { !fork[(_pid + 1) % N] -> fork[(_pid + 1) % N] = true; eats[_pid] = true; assert(!eats[(_pid + 1) % N] && !eats[(_pid + N - 1) % N]) };
     atomic { eats[_pid] = false; fork[(_pid + 1) % N] = false };
     fork[_pid] = false
  od
}
