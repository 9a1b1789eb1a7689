/* Raft's election of a leader: three servers and two terms (Ongaro and Ousterhout 2014, figure 2). */
#define N 3
#define NONE 255
mtype = { follower, candidate, leader, requestVote, vote };
/* From each server to each other one, by 3 * from + to: term and kind. */
chan link[9] = [4] of { mtype, byte };
mtype role[N] = follower;
byte term[N];

inline ask() {
  term[me]++;
  votedFor = me;
  role[me] = candidate;
  link[3 * me + (me + 1) % N] ! requestVote(term[me]);
  link[3 * me + (me + 2) % N] ! requestVote(term[me])
}

inline take(from) {
  if
  :: kind == requestVote && t > term[me] ->
     term[me] = t; votedFor = from; role[me] = follower;
     link[3 * me + from] ! vote(t)
  :: kind == requestVote && t == term[me] && votedFor == NONE ->
     votedFor = from;
     link[3 * me + from] ! vote(t)
  :: kind == vote && t == term[me] && role[me] == candidate ->
     role[me] = leader;
     assert(!(role[(me + 1) % N] == leader && term[(me + 1) % N] == t));
     assert(!(role[(me + 2) % N] == leader && term[(me + 2) % N] == t))
  :: else
  fi
}

active [N] proctype server() {
  byte me = _pid, votedFor = NONE, t;
  mtype kind;
  do
  :: atomic { role[me] != leader && term[me] < 2 -> ask() }
  :: atomic { link[3 * ((me + 1) % N) + me] ? kind(t) -> take((me + 1) % N); t = 0; kind = 0 }
  :: atomic { link[3 * ((me + 2) % N) + me] ? kind(t) -> take((me + 2) % N); t = 0; kind = 0 }
  od
}
