/* Two-phase commit: a coordinator and four participants, any of which may vote no. */
#define N 4
mtype = { prepare, yes, no, commit, abort };
chan toParticipant[N] = [3] of { mtype };
chan toCoordinator[N] = [1] of { mtype };
byte committed, aborted;

active proctype coordinator() {
  byte i, votes;
  mtype answer = commit;
  for (i : 0 .. N - 1) { toParticipant[i] ! prepare }
  do
  :: votes == N -> break
  :: toCoordinator[0] ? yes -> votes++
  :: toCoordinator[1] ? yes -> votes++
  :: toCoordinator[2] ? yes -> votes++
  :: toCoordinator[3] ? yes -> votes++
  :: toCoordinator[0] ? no -> answer = abort; break
  :: toCoordinator[1] ? no -> answer = abort; break
  :: toCoordinator[2] ? no -> answer = abort; break
  :: toCoordinator[3] ? no -> answer = abort; break
  :: votes < N -> answer = abort; break
  od;
  for (i : 0 .. N - 1) { toParticipant[i] ! answer }
}

active [N] proctype participant() {
  byte me = _pid - 1;
  toParticipant[me] ? prepare;
  if
  :: toCoordinator[me] ! yes ->
     if
     :: toParticipant[me] ? commit -> atomic { committed++; assert(aborted == 0) }
     :: toParticipant[me] ? abort -> atomic { aborted++; assert(committed == 0) }
     fi
  :: toCoordinator[me] ! no -> atomic { aborted++; assert(committed == 0) }
  :: toParticipant[me] ? abort -> atomic { aborted++; assert(committed == 0) }
  fi
}
