/**
 * A test case of completion: a position, the required offers, and the forbidden ones. `¦` is the cursor; each text is
 * appended to the declarations in `surroundings`.
 */

/** Declarations of every kind, so that illegal names could be offered by mistake. */
export const surroundings = `
import "std/murano"
space disk1 : block { resource block1 resource block2 }
space files : file { maps disk1  resource file1 { maps disk1.block1 } }
pd server { manages disk1 holds disk1.* }
pd app { requests files }
pd pod[3] { }
event Ping(n: int)
channel wan { delay: 1s }
machine Worker for pd {
  param hold: duration = 1s
  var door: {open, done} = open
  persistent var count1: int = 0
  initial state Idle { on Ping(n) do { door := done } -> Busy }
  state Busy
}
machine Area for region { param size1: int = 1  initial state Quiet }
pd worker runs Worker { hold: 2s }
policy careful { pdDepth: 1 }
node host { object box { object lid } }
region area runs Area { contains worker }
object net { action detach(vm) { log "gone" }  on destroy { log "end" } }
`;

/** One place. */
export interface CompletionCase {
  readonly place: string;
  readonly text: string;
  readonly has: readonly string[];
  readonly lacks: readonly string[];
}

/** All verbs of relations. */
export const verbs = [
  'holds',
  'manages',
  'requests',
  'maps',
  'owns',
  'refers',
  'destroyed after',
  'dies with',
  'stops with',
  'waits for',
  'protects',
  'needs',
  'contains',
  'feeds',
];
/** All kinds of entities. */
export const kinds = ['pd', 'space', 'resource', 'object', 'node', 'region'];
/** Returns all but some words. */
export const others = (all: readonly string[], without: readonly string[]) =>
  all.filter((each) => !without.includes(each));
/** Steps that only scenarios and checks have. */
export const runSteps = ['crash', 'remove', 'collect', 'expect', 'run', 'at', 'within', 'halt'];
/** Steps that are legal in blocks too. */
export const actionSteps = [
  'set',
  'restart',
  'send',
  'log',
  'report',
  'if',
  'for',
  'create',
  'restart',
  'destroy',
  'delete',
  'link',
  'unlink',
  'move',
];
/** The predicates of entities. */
export const predicates = [
  'alive',
  'destroyed',
  'crashed',
  'doomed',
  'degraded',
  'broken',
  'dangling',
  'stale',
  'orphaned',
];

/** Makes a row. */
export const row = (place: string, text: string, has: readonly string[], lacks: readonly string[]): CompletionCase => ({
  place,
  text,
  has,
  lacks,
});
