/**
 * What is legal in machines, and in the blocks of entities.
 */
import { actionSteps, kinds, runSteps, verbs, row, type CompletionCase } from './completion-case.ts';

/** One row for each place. */
export const machineCases: readonly CompletionCase[] = [
  row('behind the name of a machine', 'machine X ¦', ['for'], ['state', 'pd', 'runs']),
  row('the kind of a machine', 'machine X for ¦', kinds, ['state', 'server', 'bool']),
  row(
    'the body of a machine',
    'machine X {\n  ¦\n}',
    [
      'param',
      'var',
      'persistent var',
      'let',
      'require',
      'event',
      'on',
      'after',
      'always',
      'defer',
      'initial',
      'state',
      'final state',
    ],
    [...verbs, ...kinds, 'enter', 'send', 'server'],
  ),
  row('a machine with an initial state', 'machine X {\n  initial state A\n  ¦\n}', ['state'], ['initial']),
  row('behind the word initial', 'machine X { initial ¦ }', ['state', 'final state'], ['param', 'initial', 'on']),
  row('the type of a parameter', 'machine X { param p: ¦ }', ['bool', 'duration', 'pd', 'set'], ['server', 'true']),
  row(
    'the first value of a variable',
    'machine X { var p: {yes, no} = ¦ }',
    ['yes', 'no'],
    ['true', 'server', 'open', 'self'],
  ),
  row(
    'the body of a state',
    'machine X { state A {\n  ¦\n} }',
    ['on', 'after', 'always', 'defer', 'enter', 'leave', 'state', 'initial'],
    ['param', 'var', 'send', 'holds', 'event'],
  ),
  row(
    'an event',
    'machine X { event Own  state A { on ¦ } }',
    ['Own', 'Ping', 'restarted', 'freed', 'lost'],
    ['server', 'Worker', 'destroy', 'A'],
  ),
  row('an event to defer', 'machine X { state A { defer ¦ } }', ['Ping'], ['A', 'server']),
  row('behind an event', 'machine X { state A { on Ping ¦ } }', ['when', 'do'], ['on', 'state', 'Ping']),
  row(
    'a guard',
    'machine X { var n: bool = true  state A { on Ping(k) when ¦ } }',
    ['n', 'k', 'not', 'true', 'self', 'server'],
    ['careful', 'A', 'send'],
  ),
  row(
    'the target of a transition',
    'machine X { state A { on Ping -> ¦ } state B { state C } }',
    ['A', 'B', 'C'],
    ['Ping', 'Idle', 'server'],
  ),
  row(
    'a block',
    'machine X { var n: int = 0  param p: int  state A { enter {\n  ¦\n} } }',
    [...actionSteps, 'n'],
    [...runSteps, 'p', 'server', 'A', 'expect'],
  ),
  row(
    'a block behind a step on the same line',
    'machine X { var n: int = 0  state A { on Ping do { n := 1 ¦ } } }',
    ['send', 'n'],
    ['expect', 'crash', 'state'],
  ),
  row(
    'the event that is sent',
    'machine X { state A { enter { send ¦ } } }',
    ['Ping'],
    ['restarted', 'freed', 'server'],
  ),
  row(
    'behind an event that is sent',
    'machine X { state A { enter { send Ping(1) ¦ } } }',
    ['to'],
    ['send', 'as', 'server'],
  ),
  row(
    'the receiver',
    'machine X for pd { state A { enter { send Ping(1) to ¦ } } }',
    ['server', 'self', 'pod[0]'],
    ['careful', 'true', 'wan', 'Ping'],
  ),
  row(
    'an argument',
    'event E(p: pd)\nmachine X for pd { state A { enter { send E(¦) to self } } }',
    ['server', 'self', 'none'],
    ['disk1', 'host', 'true'],
  ),
  row(
    'an assigned value of an enumeration',
    'machine X { var v: {yes, no} = yes  state A { enter { v := ¦ } } }',
    ['yes', 'no'],
    ['true', 'server', 'open'],
  ),
  row(
    'the set of a loop',
    'machine X { state A { enter { for x in ¦ { } } } }',
    ['pds', 'spaces', 'pod[*]'],
    ['server', 'careful', 'true'],
  ),
  row(
    'in the body of a loop',
    'machine X { state A { enter { for x in pds { send Ping(1) to ¦ } } } }',
    ['x', 'server'],
    ['true'],
  ),
  row(
    'a value in a text',
    'machine X { var n: int = 0  state A { enter { log "n is ${¦}" } } }',
    ['n', 'self'],
    ['send', 'careful'],
  ),
  row('a destructor', 'object x { on destroy {\n  ¦\n} }', actionSteps, [...runSteps, 'holds']),
];
