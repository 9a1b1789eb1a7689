/**
 * One example of each construct, shown with syntax errors.
 */
import { t } from '../../../model/common/translation.ts';
import { tableOf } from '../../../model/common/table.ts';

const examples: Readonly<Record<string, string>> = tableOf({
  Import: 'import "std/job"',
  Entity: 'pd server { manages disk }',
  Class: 'class Web for pd { param port: int = 8080 }',
  RelationTail: 'holds disk.block1 as rw, disk.block2',
  SubjectRelation: 'server holds disk.block1',
  Setting: 'period: 30s',
  Policy: 'policy careful { pdDepth: 1 }',
  Channel: 'channel net { delay: 100ms }',
  Collector: 'collector lease { duration: 20s }',
  Data: 'data { team: "storage"  tier: 2 }',
  EntityAction: 'action detach(vm) { log "detached ${vm}" }',
  Event: 'event Saved(by: pd, round: int)',
  Machine: 'machine Worker for pd { initial state Idle { on Start -> Busy } state Busy }',
  Parameter: 'param hold: duration = 5s',
  Variable: 'var round: int = 0',
  Let: 'let worn = presses > 100',
  Requirement: 'require hold > 0s else "It must be positive."',
  State: 'state Busy { after 2s -> Idle }',
  History: 'deep history Back -> Idle',
  Deferral: 'defer Save',
  Transition: 'on Press(by) when not worn do { log "pressed" } -> Closed',
  TimerTrigger: 'after 5s -> Open',
  Scenario: 'scenario "the disk fails" { crash server expect files destroyed }',
  View: 'view "the data path" { include db, files.*, around server 2  direction right }',
  Check: 'check "no loss" { fault crash never lost }',
  Send: 'send Save(1) to worker',
  Raise: 'raise Retry(1)',
  Cancel: 'cancel Retry',
  Assignment: 'round := round + 1',
  SetStep: 'set net.loss = 1',
  IfStep: 'if round > 3 { log "late" } else { log "fine" }',
  ForStep: 'for w in workers { send Save(1) to w }',
  Crash: 'crash server under careful',
  Halt: 'halt server',
  Restart: 'restart server',
  Create: 'create pod[0]',
  Destroy: 'destroy app.net',
  Remove: 'remove app.net',
  Evict: 'evict pod[0]',
  Delete: 'delete job foreground',
  Link: 'link a owns b',
  Unlink: 'unlink a owns b',
  Move: 'move p to node2',
  Collect: 'collect',
  Log: 'log "late"',
  Report: 'report "lost"',
  Expect: 'expect files, disk destroyed',
  Run: 'run 10s',
  At: 'at 30s crash server',
  Within: 'within 20s expect orders in Processing',
  Fault: 'fault crash of server up to 1',
  Possibility: 'may send Reset(true) to orders up to 2',
  Property: 'never orders.attempt > 3',
  LeadsTo: 'orders in Resetting leads to orders in Processing',
  InstanceOf: 'x is Web',
  Quantified: 'all w in workers: w alive',
  Conditional: 'if worn then 1 else 0',
});

/** Returns ` Example: …` for the innermost construct among these rules; empty if none has one. */
function exampleOf(rules: readonly string[]): string {
  for (const rule of rules.toReversed()) {
    const example = examples[rule === 'MemberSetting' ? 'Setting' : rule];
    if (example !== undefined) return t` Example: ${example}`;
  }
  return '';
}

/** The words that begin each construct. */
const wordsOfRule: Readonly<Record<string, string>> = tableOf({
  Entity: 'absent root pd space resource object node region',
  RelationTail: 'holds manages requests maps owns refers destroyed dies stops waits protects needs contains feeds',
  Transition: 'on always',
  TimerTrigger: 'after',
  Property: 'never eventually',
  State: 'initial final parallel state',
  History: 'deep history',
  Variable: 'var persistent',
  Import: 'import',
  Class: 'class',
  Policy: 'policy',
  Channel: 'channel',
  Collector: 'collector',
  Event: 'event',
  Machine: 'machine',
  Scenario: 'scenario',
  Check: 'check',
  View: 'view',
  EntityAction: 'action',
  Data: 'data',
  Parameter: 'param',
  Let: 'let',
  Requirement: 'require',
  Deferral: 'defer',
  SetStep: 'set',
  Send: 'send',
  Raise: 'raise',
  Cancel: 'cancel',
  IfStep: 'if',
  ForStep: 'for',
  Halt: 'halt',
  Restart: 'restart',
  Create: 'create',
  Destroy: 'destroy',
  Evict: 'evict',
  Remove: 'remove',
  Collect: 'collect',
  Log: 'log',
  Report: 'report',
  Delete: 'delete',
  Crash: 'crash',
  Link: 'link',
  Unlink: 'unlink',
  Move: 'move',
  Expect: 'expect',
  Run: 'run',
  At: 'at',
  Within: 'within',
  Fault: 'fault',
  Possibility: 'may',
});

const ruleOfWord = new Map(
  Object.entries(wordsOfRule).flatMap(([rule, words]) => words.split(' ').map((word) => [word, rule] as const)),
);

/** Returns ` Example: …` for the construct that a word begins, otherwise for the innermost of these rules. */
export function exampleFor(word: string | undefined, rules: readonly string[]): string {
  // The same word begins a transition of a machine.
  const isProperty = word === 'always' && rules.includes('Check');
  const rule = isProperty ? 'Property' : word && ruleOfWord.get(word);
  return exampleOf(rule === undefined ? rules : [rule]);
}
