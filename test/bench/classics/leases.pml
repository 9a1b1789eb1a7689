/* Leases (Gray and Cheriton 1989): the server waits longer than a holder believes that it holds. Time is in milliseconds. */
#define N 3
#define NONE 255
mtype = { idle, asking, holding };
mtype state[N] = idle;
/* Milliseconds left: of the state of a client, of what is under way between it and the server, of the lease. */
byte timer[N] = 2, ask[N] = NONE, grant[N] = NONE, lease = NONE;

#define delay(x) if :: x = 0 :: x = 1 :: x = 2 fi
#define isFree(i) (state[i] != holding)
#define someoneIsDue (timer[0] == 0 || timer[1] == 0 || timer[2] == 0 || ask[0] == 0 || ask[1] == 0 || ask[2] == 0 || \
                      grant[0] == 0 || grant[1] == 0 || grant[2] == 0 || lease == 0)
#define pass(x) if :: x != NONE -> x-- :: else fi

active [N] proctype client() {
  byte me = _pid;
  do
  :: atomic { timer[me] == 0 && state[me] == idle -> state[me] = asking; timer[me] = 5; delay(ask[me]) }
  :: atomic { timer[me] == 0 && state[me] != idle -> state[me] = idle; timer[me] = 2 }
  :: atomic {
       grant[me] == 0 -> grant[me] = NONE;
       if
       :: state[me] == asking ->
          assert(isFree((me + 1) % N) && isFree((me + 2) % N));
          state[me] = holding; timer[me] = 4
       :: else
       fi
     }
  od
}

active proctype server() {
  byte i;
  do
  :: atomic { ask[0] == 0 -> i = 0; goto asked }
  :: atomic { ask[1] == 0 -> i = 1; goto asked }
  :: atomic { ask[2] == 0 -> i = 2;
     asked: ask[i] = NONE;
       if
       :: lease == NONE -> lease = 7; delay(grant[i])
       :: else
       fi;
       i = 0
     }
  :: atomic { lease == 0 -> lease = NONE }
  od
}

active proctype clock() {
  do
  :: atomic {
       !someoneIsDue ->
       pass(timer[0]); pass(timer[1]); pass(timer[2]); pass(ask[0]); pass(ask[1]); pass(ask[2]);
       pass(grant[0]); pass(grant[1]); pass(grant[2]); pass(lease)
     }
  od
}
