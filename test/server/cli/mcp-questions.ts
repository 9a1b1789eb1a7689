/** Questions about three of the examples, each with the parts of its answer in their order: chains of facts. */

/** A question in words and as a call, and what its answer says. */
export interface ModelQuestion {
  readonly question: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly says: readonly string[];
}

const shop = 'shop.aft';
const deletion = 'deletion.aft';
const cluster = 'cluster.aft';

/** The questions. */
export const modelQuestions: readonly ModelQuestion[] = [
  {
    question: 'are the three models right?',
    ...{ tool: 'check_model', input: { files: [shop, deletion, cluster] }, says: ['3 files: no findings'] },
  },
  {
    question: 'does the loss of two replicas break the site?',
    ...{ tool: 'crash_entity', input: { file: shop, names: ['api[0]', 'api[1]'] } },
    says: ['Broken', 'site', '"api[1]" crashed', '2 of 3 are needed by "rack.left.lb"', '"site" needs "rack.left.lb"'],
  },
  {
    question: 'does the loss of one?',
    ...{ tool: 'crash_entity', input: { file: shop, names: ['api[2]'] } },
    says: ['Destroyed', 'api[2]', 'Degraded: nothing', 'Broken: nothing'],
  },
  {
    question: 'what does the loss of the log shipper do to the replicas?',
    ...{ tool: 'crash_entity', input: { file: shop, names: ['logs'] } },
    says: [
      'Degraded',
      'api[0]',
      '"rack.left.logs" crashed',
      '"api[0]" needs "rack.left.logs" as soft',
      'Broken: nothing',
    ],
  },
  {
    question: 'why does the balancer break when the database crashes?',
    ...{ tool: 'explain_consequence', input: { file: shop, name: 'lb', crash: ['db'] } },
    says: [
      '"rack.left.lb" is broken',
      'shop.aft:18:18: "rack.right.db" crashed',
      '"api[1]" needs "rack.right.db"',
      '2 of 3',
    ],
  },
  {
    question: 'why is the site not broken when one replica crashes?',
    ...{ tool: 'explain_consequence', input: { file: shop, name: 'site', crash: ['api[0]'] } },
    says: [
      '"site" is not broken when "api[0]" crashes',
      'Adding one of these would change that',
      '"site" needs "api[0]"',
    ],
  },
  {
    question: 'why does the host left take the site along?',
    ...{ tool: 'explain_consequence', input: { file: shop, name: 'site', crash: ['left'] } },
    says: [
      '"site" is broken',
      '"rack.left" crashed',
      '"rack.left.lb" is on "rack.left"',
      '"site" needs "rack.left.lb"',
    ],
  },
  {
    question: 'which single crashes break the site?',
    ...{ tool: 'find_failure_points', input: { file: shop, size: 1 } },
    says: [
      'site needs rack.left.lb',
      '  rack\n',
      '  rack.left\n',
      '  rack.left.lb\n',
      '  rack.right\n',
      '  rack.right.db\n',
    ],
  },
  {
    question: 'may somebody destroy the database?',
    ...{ tool: 'plan_event', input: { file: shop, event: 'destroy', names: ['db'] } },
    says: ['Refused: nothing is destroyed', '"rack.right.db" is protected'],
  },
  {
    question: 'what has to start before the site?',
    ...{ tool: 'plan_event', input: { file: shop, event: 'start', names: ['site'] } },
    says: [
      '1. rack\n',
      'rack.right.db after rack.right',
      'api[0] after rack.right.db',
      '"api[0]" needs "rack.right.db"',
      'rack.left.lb after',
    ],
  },
  {
    question: 'what is done after a crash of the database?',
    ...{ tool: 'plan_event', input: { file: shop, event: 'recover', names: ['db'] } },
    says: ['Destroyed by the crash', 'rack.right.db', 'restart rack.right.db'],
  },
  {
    question: 'does a drain of the host left break anything?',
    ...{ tool: 'plan_event', input: { file: shop, event: 'drain', names: ['left'] } },
    says: ['Destroyed', 'rack.left.lb', 'Broken', 'site', '"rack.left.lb" is destroyed', '"site" needs "rack.left.lb"'],
  },
  {
    question: 'does the log shipper end before the database?',
    ...{ tool: 'explain_consequence', input: { file: shop, name: 'logs', before: 'db' } },
    says: [
      '"rack.left.logs" is not destroyed before "rack.right.db"',
      '"rack.right.db" is destroyed after "rack.left.logs"',
    ],
  },
  {
    question: 'what is told to the network when the application ends?',
    ...{ tool: 'plan_event', input: { file: deletion, event: 'destroy', names: ['app'] } },
    says: ['Notified first', 'app.net: told(app.vm)', '1. app.vm', '2. app.net', '"app" owns "app.net"', '3. app'],
  },
  {
    question: 'why does the machine go before its network?',
    ...{ tool: 'explain_consequence', input: { file: deletion, name: 'app.vm', before: 'app.net' } },
    says: ['"app.vm" is destroyed before "app.net"', 'deletion.aft:18:21: "app.net" is destroyed after "app.vm"'],
  },
  {
    question: 'what holds up the deletion of a?',
    ...{ tool: 'plan_event', input: { file: deletion, event: 'delete', names: ['a'] } },
    says: ['1. a\n', '2. a.child', 'Held up', 'held: finalizers backup', '"a" owns "held"'],
  },
  {
    question: 'does the deletion keep what its other owner has?',
    ...{
      tool: 'simulate_run',
      input: { file: deletion, scenario: 'background: the owner goes at once, its dependents later' },
    },
    says: ['a.child.is: alive, dangling → destroyed', 'expect both alive: holds', 'all expectations hold'],
  },
  {
    question: 'is what is deleted gone some day, whatever fails?',
    ...{ tool: 'verify_checks', input: { file: cluster } },
    says: ['passed', 'what is deleted is gone some day', 'check/broken', 'operator', 'Delete'],
  },
  {
    question: 'why does the resource stay when prod is deleted?',
    ...{ tool: 'plan_event', input: { file: cluster, event: 'delete', names: ['prod'] } },
    says: ['Held up', 'prod.cr: finalizers cleanup', '"prod" is deleted', '"prod" owns "prod.cr"'],
  },
  {
    question: 'what does the view of the shop look like?',
    ...{ tool: 'draw_view', input: { file: shop, view: 'what the site stands on' } },
    says: ['<svg', 'what the site stands on', 'site', '</svg>'],
  },
  {
    question: 'how does the site hang on the database?',
    ...{ tool: 'explain_consequence', input: { file: shop, name: 'site', to: 'db' } },
    says: ['"site" needs "rack.left.lb"', '"rack.left.lb" needs "api[0]"', '"api[0]" needs "rack.right.db"'],
  },
  {
    question: 'how often would a site that needs a flaky part fail?',
    ...{
      tool: 'compute_availability',
      input: {
        file: shop,
        goal: 'spare',
        with: ['pd flaky { failureRate: 1 per 9h  repairRate: 1 per h }', 'pd spare { needs flaky }'],
      },
    },
    says: ['Supposed: with pd flaky', 'spare needs flaky', '90.00 %', '9.00000 h'],
  },
  {
    question: 'which crash breaks the most?',
    ...{ tool: 'compare_crashes', input: { file: shop, policy: 'pd-direct' } },
    says: ['destroyed/degraded/broken/untouched', 'rack', '6/3/4', 'rack.right.db', '1/0/5'],
  },
  {
    question: 'which crashes are worth a test?',
    ...{ tool: 'list_experiments', input: { file: shop } },
    says: ['crash rack.left.logs, api[1]', 'rack.left.lb works without api[1]', 'at stake'],
  },
  {
    question: 'do the scenarios pass?',
    ...{ tool: 'run_scenarios', input: { files: [shop] } },
    says: ['passed shop.aft', '4 passed, 0 failed'],
  },
];
