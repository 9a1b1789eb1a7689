/*
 * The alternating bit protocol: channels lose and double messages; each value arrives once, and in order. What is
 * doubled arrives and stays, for the copy is next.
 */
chan data = [12] of { bit, byte };
chan acks = [12] of { bit };
byte lost, doubled;

inline acknowledged() {
  if
  :: x == b -> b = 1 - b; value = (value + 1) % 3; again = 0; data ! b, value
  :: else
  fi
}

active proctype sender() {
  bit b, x;
  byte value, again;
  data ! b, value;
  do
  :: atomic { acks ? x -> acknowledged() }
  :: atomic { doubled < 1 && nempty(acks) -> acks ? <x>; doubled++; acknowledged() }
  :: atomic { again < 2 -> again++; data ! b, value }
  od
}

inline received() {
  if
  :: x == expected -> assert(value == next); expected = 1 - expected; next = (next + 1) % 3
  :: else
  fi;
  acks ! x
}

active proctype receiver() {
  bit expected, x;
  byte next, value;
  do
  :: atomic { data ? x, value -> received() }
  :: atomic { doubled < 1 && nempty(data) -> data ? <x, value>; doubled++; received() }
  od
}

active proctype network() {
  bit x;
  byte value;
  do
  :: atomic { lost < 2 && nempty(data) -> data ? x, value; lost++; x = 0; value = 0 }
  :: atomic { lost < 2 && nempty(acks) -> acks ? x; lost++; x = 0 }
  od
}
