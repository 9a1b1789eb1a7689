/**
 * The shape of each construct, with tab stops, for editors that support them. The key includes the rule that the
 * keyword begins, because the same word can have another shape elsewhere.
 */
import { tableOf } from '../../../language/src/model/common/table.ts';

const body = '{\n\t$0\n}';

/** The snippets, by rule and keyword. Everything else is offered as the bare word. */
export const snippets: Readonly<Partial<Record<string, string>>> = tableOf({
  'Import import': 'import "$1"',
  'Entity pd': `pd \${1:name} ${body}`,
  'Entity space': `space \${1:name} : \${2:type} ${body}`,
  'Entity resource': 'resource ${1:name}',
  'Entity object': `object \${1:name} ${body}`,
  'Entity node': `node \${1:name} ${body}`,
  'Entity region': `region \${1:name} {\n\tcontains $0\n}`,
  'Policy policy': 'policy ${1:name} {\n\tpdDepth: ${2:0}\n\tspaceDepth: ${3:0}\n}',
  'Channel channel': 'channel ${1:name} {\n\tdelay: ${2:100ms}\n}',
  'Collector collector': 'collector ${1:name} {\n\tduration: ${2:20s}\n\tperiod: ${3:8s}\n\tsweep: ${4:1s}\n}',
  'Event event': 'event ${1:Name}($2)',
  'Machine machine':
    'machine ${1:Name} for ${2|pd,space,resource,object,node,region|} {\n\tinitial state ${3:Idle} {\n\t\t$0\n\t}\n}',
  'Scenario scenario': `scenario "\${1:title}" ${body}`,
  'Check check': `check "\${1:title}" ${body}`,
  'Class class': `class \${1:Name} for \${2:pd} {\n\t$0\n}`,
  'View view': `view "\${1:title}" {\n\tinclude $0\n}`,
  'EntityAction action': 'action ${1:name}($2) {\n\t$0\n}',
  'Data data': `data ${body}`,
  'Destructor on destroy': `on destroy ${body}`,
  'Parameter param': 'param ${1:name}: ${2:duration}',
  'Variable var': 'var ${1:name}: ${2:int} = ${3:0}',
  'Variable persistent var': 'persistent var ${1:name}: ${2:int} = ${3:0}',
  'Let let': 'let ${1:name} = $0',
  'State state': `state \${1:Name} ${body}`,
  'State initial': `initial state \${1:Name} ${body}`,
  'State final': 'final state ${1:Name}',
  'State parallel': `parallel state \${1:Name} ${body}`,
  'History history': 'history ${1:Name} -> ${2:State}',
  'History deep': 'deep history ${1:Name} -> ${2:State}',
  'EnterBlock enter': 'enter { $0 }',
  'LeaveBlock leave': 'leave { $0 }',
  'EventTrigger on': 'on ${1:Event}$0',
  'TimerTrigger after': 'after ${1:1s} -> $0',
  'Transition do': 'do { $0 }',
  'IfStep if': `if \${1:condition} ${body}`,
  'ForStep for': `for \${1:x} in \${2:set} ${body}`,
  'Send send': 'send ${1:Event} to $0',
  'Cancel cancel': 'cancel ${1:Event}$0',
  'Raise raise': 'raise ${1:Event}$0',
  'AnyTrigger on *': 'on *$0',
  'Log log': 'log "$0"',
  'Report report': 'report "$0"',
  'At at': 'at ${1:1s} $0',
  'Within within': 'within ${1:1s} expect $0',
  'SetStep set': 'set ${1:x.name} = $0',
});
