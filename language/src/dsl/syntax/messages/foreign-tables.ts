/**
 * The words of other systems and languages that newcomers type, each with the word of this language.
 */
import { tableOf } from '../../../model/common/table.ts';
import { t } from '../../../model/common/translation.ts';
import { writeOne } from '../lexing/advice.ts';

/** The replacements of some words: one word, or several to choose from; or a sentence that begins with a capital. */
export type Words = Readonly<Record<string, readonly string[] | string>>;

/** The words for kinds of entities. */
export const kinds: Words = tableOf({
  ...forAll(['node'], 'host rack zone datacenter cluster board'),
  ...forAll(['pd'], 'process service container server thread vm daemon component app task actor unit program client'),
  ...forAll(['object'], 'deployment volume secret namespace job box'),
  pod: ['pd', 'object'],
  pool: ['space'],
});

const noFunctions = t`There are no functions. A machine says what is done: machine M for pd { on Press do { log "x" } }.`;

const declarations: Words = tableOf({
  ...kinds,
  ...forAll(['scenario'], 'test case run'),
  ...forAll(['check'], 'property invariant verify spec'),
  ...forAll(['machine'], 'statechart automaton fsm behavior'),
  ...forAll(['event'], 'message signal'),
  ...forAll(['import'], 'include use using load'),
  ...forAll(
    t`A named value is declared in a machine: machine M for pd { let limit = 5 }.`,
    'const constant val define',
  ),
  ...forAll(noFunctions, 'function func fn def method procedure sub return'),
});

/** Says how a soft need is written. */
export const softNeed = t`A soft need is written "needs x as soft".`;
/** Says how an entity is placed on a node. */
export const placedByNesting = t`An entity is placed on a node by nesting it: node n { pd p }.`;
/** The words that others write for the number of copies, and what to write instead. */
export const copyWords: readonly string[] = ['replicas', 'count', 'instances', 'copies'];
/** Says how copies are declared. */
export const copiesFollow = t`The number of copies follows the name: pd p[3].`;
/** Says where a resource is declared. */
export const nested = t`What is in something is nested in it: space s { resource r }.`;
const sender = t`The sender is the subject: x feeds y.`;
const nestedOwned = t`An owned object is nested in its owner, or the owner says "owns x".`;

/** The words for relations. */
export const relations: Words = tableOf({
  ...forAll(['needs'], 'requires require dependsOn depends_on requisite'),
  ...forAll(['needs', 'destroyed after'], 'depends'),
  ...forAll(['needs', 'holds'], 'uses use calls accesses'),
  ...forAll(['needs'], 'connects talks links queries relies consumes'),
  ...forAll(['holds'], 'reads writes opens'),
  ...forAll(['requests', 'holds'], 'allocates'),
  ...forAll(softNeed, 'wants want prefers'),
  ...forAll(['stops with'], 'partOf part_of'),
  ...forAll(['waits for'], 'waits awaits'),
  ...forAll(['destroyed after'], 'after outlived'),
  ...forAll(['dies with'], 'bindsTo binds_to'),
  ...forAll(['manages'], 'serves provides offers'),
  ...forAll(['owns'], 'has parent'),
  ...forAll(['refers'], 'references points'),
  ...forAll(['contains'], 'includes members'),
  ...forAll(['feeds'], 'sends publishes produces'),
  ...forAll(sender, 'listens subscribes receives'),
  ...forAll(nested, 'belongs in inside'),
  ...forAll(placedByNesting, 'host hosts hosted located placed runs on at'),
  ...forAll(nestedOwned, 'owned owner child ownedBy owned_by'),
});

const pausing = t`A node is paused by "set x.paused = true", and continues after "set x.paused = false".`;

/** The words for steps. */
export const steps: Words = tableOf({
  ...forAll(['crash'], 'kill fail break panic'),
  ...forAll(['destroy'], 'stop shutdown terminate end teardown'),
  ...forAll(['restart'], 'start boot reboot recover repair revive'),
  ...forAll(['create'], 'spawn add new deploy launch'),
  ...forAll(['run'], 'wait sleep advance'),
  ...forAll(['expect'], 'assert check verify ensure require'),
  ...forAll(['send'], 'emit publish trigger fire post tell'),
  ...forAll(pausing, 'pause suspend freeze unpause resume continue thaw'),
  ...forAll(['log'], 'print echo'),
  ...forAll(['report'], 'warn'),
  drain: t`A node is drained by evicting what is on it: evict n.p, n.q.`,
  ...forAll(['link'], 'connect'),
  ...forAll(['unlink'], 'disconnect'),
  ...forAll(['move'], 'migrate'),
  ...forAll(['collect'], 'gc'),
  ...forAll(['for'], 'foreach loop'),
  ...forAll(t`Steps follow each other without a word in between.`, 'then when given and'),
  ...forAll(t`Entities are declared at file level, outside the scenario.`, 'pd space resource object node region'),
  after: t`Time passes by "run 5s", and "at 5s" does a step at that time.`,
  ...forAll(['send'], 'inject deliver'),
  ...forAll(t`What is repeated is in a loop: for i in 1..3 { … }.`, 'repeat every'),
  ...forAll(
    t`A network is cut by "set net.loss = 100%", and heals by "set net.loss = 0%".`,
    'partition heal drop isolate cut',
  ),
  ...forAll(t`What may go wrong is a fault of a check: fault lose up to 1.`, 'lose duplicate reorder fault'),
  delay: t`Messages are delayed by their channel: set net.delay = 5s.`,
  ...forAll(['else if'], 'elif elseif elsif'),
  ...forAll(t`What goes to several is sent to each: send E to p[*].`, 'broadcast multicast'),
  ...forAll(t`Cases are told apart by "if": if n == 1 { … } else if n == 2 { … }.`, 'switch match case'),
});

const ofChecks: Words = tableOf({
  ...steps,
  ...forAll(['may'], 'can could might allow'),
  ...forAll(['always', 'expect'], 'assert check verify ensure require must'),
  ...forAll(t`A property has no name, but a check has a title: check "name" { … }.`, 'property name label'),
  ...forAll(t`The word follows the title: check "name" fails { … }.`, 'fails fail'),
});

const otherwise = t`Nothing ends actions early: use if … { … } else { … }.`;
const waiting = t`A machine waits in a state: after 5s -> S.`;
const fromOutside = t`A crash comes from outside: crash x in a scenario, fault crash of x in a check.`;
/** Says where choices come from. */
export const noChoice = t`A machine makes no choices. What may happen or not comes from outside: may send E to x in a check.`;

/** The words of the actions of machines and entities, where time does not pass and nothing is tested. */
export const actions: Words = tableOf({
  ...steps,
  ...forAll(waiting, 'wait sleep delay timeout timer advance'),
  ...forAll(fromOutside, 'kill fail panic'),
  ...forAll(
    t`What must hold is reported if it does not: if n < 0 { report "n" }.`,
    'assert check verify ensure require',
  ),
  ...forAll(otherwise, 'return break continue exit'),
  ...forAll(t`Actions that do nothing are empty: { }.`, 'skip pass nop noop'),
  ...forAll(t`The target of a transition follows its actions: on E do { … } -> S.`, 'goto become next transition'),
  ...forAll(t`An answer goes to who came with the event: on Ask(by) do { send Answer to by }.`, 'reply answer respond'),
  ...forAll(
    t`A loop is over members: for x in s { … }. What happens again enters its state again.`,
    'while until repeat loop',
  ),
  ...forAll(noChoice, 'either choose'),
  ...forAll(t`A member is added by "+": s := s + [x].`, 'add insert push append put'),
  ...forAll(t`A number is counted up by an assignment: n := n + 1.`, 'increment inc incr'),
  after: t`A delay comes last: send E to x after 5s.`,
});

/** Says that events do not share a transition. */
export const eachItsOwn = t`Each event has a transition of its own: on E -> S  on F -> S.`;
/** Says how an event is ignored. */
export const ignoredEvent = t`An event that is taken without a target is ignored: on E.`;

/** The words for members of machines and states. */
export const ofStates: Words = tableOf({
  ...forAll(['enter'], 'entry onentry onEntry entering'),
  ...forAll(['leave'], 'exit onexit onExit leaving'),
  ...forAll(['on'], 'transition event when_event'),
  ...forAll(['after'], 'timeout timer'),
  every: t`What happens again and again enters its state again: after 2s do { … } -> Busy.`,
  ...forAll(t`The target of a transition is written "on E -> S".`, 'goto next target'),
  ...forAll(['let'], 'const constant val'),
  ...forAll(['var'], 'variable field'),
  ...forAll(t`The guard of a transition is written "on E when g -> S", or "always when g -> S".`, 'if when where'),
  do: t`What a transition does comes before its target: on E do { … } -> S.`,
  or: eachItsOwn,
  ...forAll(['on'], 'receive receives recv input'),
  ...forAll(['initial'], 'start default'),
  ...forAll(['final'], 'end accepting'),
  ...forAll(ignoredEvent, 'ignore drop discard'),
});

/** The words for members of states. */
export const inStates: Words = tableOf({
  ...ofStates,
  ...forAll(t`It belongs to the machine, outside its states.`, 'var param let persistent require event'),
});

/** The words for conditions. */
export const conditions: Words = tableOf({
  ...forAll(['destroyed'], 'dead down gone killed stopped removed deleted ended terminated dies'),
  ...forAll(['alive'], 'up running live living healthy ok exists survives lives works'),
  ...forAll(['crashed'], 'failed crashes'),
  ...forAll(['broken', 'crashed'], 'fails'),
  ...forAll(['broken'], 'faulty unhealthy unavailable'),
  ...forAll(['orphaned'], 'orphan leaked'),
});

/** The settings of channels and checks under other names, each with the name here. */
export const foreignSettings: Readonly<Record<string, string>> = tableOf({
  ...sentences('delay', 'latency lag rtt ping'),
  ...sentences('loss', 'drop dropRate lossRate packetLoss'),
  ...sentences('ordered', 'fifo inOrder order'),
  ...sentences('between', 'connects ends endpoints nodes links from to'),
  ...sentences('horizon', 'timeout limit maxTime time until'),
});

/** What to say of words for faults that are none. */
export const foreignFaults: Readonly<Record<string, string>> = tableOf({
  ...sentences(t`What comes back is no fault: may restart x up to 1.`, 'restart repair recover'),
  ...sentences(t`An orderly end is no fault: may destroy x up to 1.`, 'destroy delete evict'),
  ...sentences(t`A network is cut by a step: may set net.loss = 100%.`, 'partition network isolate disconnect'),
  ...sentences(t`Messages may take any time; with "clock: exact", as long as their channel says.`, 'delay slow'),
  ...sentences(t`What becomes of messages is lose, duplicate or reorder: fault lose up to 1.`, 'message messages'),
});

const noEvent = t`What becomes of another is no event, but a condition: always when x destroyed -> S`;

/** What to say of words with which other languages begin a transition, in the place of an event. */
export const foreignEvents: Readonly<Record<string, string>> = tableOf({
  ...sentences(t`What is done on the way into a state is in "enter { … }".`, 'entry enter entering onentry'),
  ...sentences(t`What is done on the way out of a state is in "leave { … }".`, 'exit leave leaving onexit'),
  ...sentences(writeOne(['*']), 'any anything else other others otherwise default'),
  ...sentences(t`A timer is written: after 5s -> S`, 'timeout timer'),
  ...sentences(noEvent, 'crash failure death'),
});

/** Says what restarts an entity. */
export const restarting = t`What restarts it is another PD, as in "std/supervisor", or the environment: may restart x in a check.`;

const ofViews: Words = tableOf({
  ...forAll(['include'], 'show display only'),
  ...forAll(['exclude'], 'hide omit without'),
});

const bodies: Words = tableOf({ ...kinds, ...relations });

/** The words for each place. */
export const foreignWords: Readonly<Record<string, Words>> = tableOf({
  relation: relations,
  declaration: tableOf({ ...relations, ...declarations }),
  body: bodies,
  class: bodies,
  step: steps,
  action: actions,
  check: ofChecks,
  machine: ofStates,
  state: inStates,
  view: ofViews,
});

function forAll(meant: readonly string[] | string, words: string): Words {
  return Object.fromEntries(words.split(' ').map((word) => [word, meant]));
}

function sentences(sentence: string, words: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words.split(' ').map((word) => [word, sentence]));
}
