/* The region protocol of region.aft in Promela: a controller and N elements over bounded channels that may lose
 * messages. Every rule is one d_step of a process with one location, so that SPIN stores exactly the values of the
 * variables: its states and transitions can be compared. F failures at most in a row, Q epochs.
 */
#define N 2
#define K 1
#define ALL ((1 << N) - 1)

/* controller: 0 processing, 1 draining, 2 resetting, 3 maintenance
 * element: 0 idle, 1 draining, 2 drained, 3 resetting, 4 reset, 5 failed
 * message: 4 * type + epoch; down 1 drain, 2 reset, 3 resume; up 1 drained, 2 reset */
byte st, seq, acks, fails;
byte ps[N], pq[N];
chan dn[N] = [K] of { byte };
chan up[N] = [K] of { byte };
/* Not a part of the state. */
hidden byte at, message, type, epoch;

#define FREE (len(dn[0]) < K && len(dn[1]) < K)

inline broadcast(kind) { at = 0; do :: at < N -> dn[at]!(kind * 4 + seq); at++ :: else -> break od }
inline check() { assert(!(st == 3 && (acks != 0 || fails != F)) && fails <= F && !(st == 0 && acks != 0)) }

#define ELEMENT(p) \
 :: d_step { len(up[p]) > 0 -> up[p]?message; \
      if :: (st == 1 && message == 4 + seq) || (st == 2 && message == 8 + seq) -> acks = acks | (1 << p) \
         :: else fi; message = 0; check() } \
 :: d_step { ps[p] == 5 && st != 3 -> \
      if :: fails >= F -> st = 3; acks = 0 \
         :: else -> st = 2; seq = (seq + 1) % Q; acks = 0; ps[p] = 3; pq[p] = seq; at = 0; \
              do :: at < N -> if :: at != p && len(dn[at]) < K -> dn[at]!(8 + seq) :: else fi; at++ \
                 :: else -> break od \
      fi; check() } \
 :: d_step { (st == 1 || st == 2) && (acks & (1 << p)) == 0 && len(dn[p]) == 0 -> dn[p]!(st * 4 + seq); check() } \
 :: d_step { ps[p] != 5 && len(dn[p]) > 0 -> dn[p]?message; type = message / 4; epoch = message % 4; \
      if :: type == 1 -> if :: ps[p] == 0 -> ps[p] = 1; pq[p] = epoch \
                            :: else -> if :: ps[p] == 2 && pq[p] == epoch && len(up[p]) < K -> up[p]!(4 + epoch) \
                                          :: else fi fi \
         :: type == 2 -> if :: ps[p] == 4 && pq[p] == epoch -> if :: len(up[p]) < K -> up[p]!(8 + epoch) :: else fi \
                            :: else -> ps[p] = 3; pq[p] = epoch fi \
         :: type == 3 -> if :: (ps[p] == 2 || ps[p] == 4) && pq[p] == epoch -> ps[p] = 0 :: else fi \
      fi; check() } \
 :: d_step { ps[p] == 1 && len(up[p]) < K -> ps[p] = 2; up[p]!(4 + pq[p]); check() } \
 :: d_step { ps[p] == 3 && len(up[p]) < K -> ps[p] = 4; up[p]!(8 + pq[p]); check() } \
 :: d_step { ps[p] != 5 && fails < F -> ps[p] = 5; pq[p] = 0; fails++; check() } \
 :: d_step { len(dn[p]) > 0 -> dn[p]?_; check() } \
 :: d_step { len(up[p]) > 0 -> up[p]?_; check() }

active proctype region() {
end: do
 :: d_step { st == 0 && FREE -> seq = (seq + 1) % Q; st = 1; acks = 0; broadcast(1); check() }
 :: d_step { (st == 1 || st == 2) && acks == ALL && FREE ->
      if :: st == 2 -> fails = 0 :: else fi; st = 0; acks = 0; broadcast(3); check() }
 :: d_step { st == 3 -> st = 2; fails = 0; seq = (seq + 1) % Q; acks = 0; at = 0;
      do :: at < N -> if :: ps[at] == 5 -> ps[at] = 3; pq[at] = seq
                        :: else -> if :: len(dn[at]) < K -> dn[at]!(8 + seq) :: else fi fi; at++
         :: else -> break od; check() }
 ELEMENT(0) ELEMENT(1)
 od
}
