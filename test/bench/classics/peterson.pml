/* Peterson's algorithm for two processes, with a turn that each of them writes a half of (Kessels 1982). */
bool wants[2], half[2];
byte critical;

active [2] proctype process() {
  byte me = _pid, other = 1 - _pid;
  do
  :: wants[me] = true;
     half[me] = (me == 0 -> half[other] : 1 - half[other]);
     (!wants[other] || (me == 0 -> half[me] != half[other] : half[me] == half[other]));
     critical++;
     assert(critical == 1);
     critical--;
     wants[me] = false
  od
}
