/**
 * The orders of the literature as tables: the cases of Murano's engine and specification, additional cases in which
 * both are wrong, and the same system under the rules of other tools.
 */
import assert from 'node:assert/strict';
import type { Policy } from '../../../../language/src/model/policy.ts';
import { engine, orderOf } from './order-of.ts';

interface Case {
  readonly title: string;
  readonly model: string;
  readonly policy?: Partial<Policy>;
  readonly doomed?: string;
  readonly layers: string;
  readonly leftOut?: readonly string[];
}

const web = `
  object app
  object app.net
  object app.vm1
  object app.vm2
`;

/** C1 and C2 are owned by P; what else is said differs. */
const family = 'object P\nobject C1\nobject C2\nP owns C1, C2\n';

const cases: readonly Case[] = [
  // Cycles: the first declared side is kept, always the same.
  {
    title: 'two that wait for each other go one after the other, and one order is reported',
    model: 'object A\nobject B\nA destroyed after B\nB destroyed after A',
    layers: 'B | A',
    leftOut: ['"B" is destroyed after "A"'],
  },
  {
    title: 'a cycle of three gives up its last declared order only',
    model: 'object A\nobject B\nobject C\nA destroyed after B\nB destroyed after C\nC destroyed after A',
    layers: 'C | B | A',
    leftOut: ['"C" is destroyed after "A"'],
  },
  {
    title: 'what waits for a member of a cycle still waits',
    model: 'object A\nobject B\nobject D\nA destroyed after B\nB destroyed after A\nD destroyed after A',
    layers: 'B | A | D',
    leftOut: ['"B" is destroyed after "A"'],
  },
  {
    title: 'a child that waits for its owner goes first under "ownership"',
    model: 'object P\nobject C\nP owns C\nC destroyed after P',
    layers: 'C | P',
    leftOut: ['"C" is destroyed after "P"'],
  },
  {
    title: 'a child that waits for its owner goes last under "dependency", as the specification of July 2016 says',
    model: 'object P\nobject C\nP owns C\nC destroyed after P',
    policy: { conflict: 'dependency' },
    layers: 'P | C',
    leftOut: ['"P" owns "C"'],
  },
  {
    title: 'an order that gives way costs no innocent order of the same component',
    model: `${family}C1 destroyed after P\nC2 destroyed after C1`,
    layers: 'C1 | C2 | P',
    leftOut: ['"C1" is destroyed after "P"'],
  },
  {
    title: 'under "dependency" the same gives up ownership alone',
    model: `${family}C1 destroyed after P\nC2 destroyed after C1`,
    policy: { conflict: 'dependency' },
    layers: 'P | C1 | C2',
    leftOut: ['"P" owns "C1"', '"P" owns "C2"'],
  },
  {
    title: 'a cycle over ownership and order gives up one order and keeps ownership',
    model: 'object P\nobject C\nobject D\nP owns C\nD destroyed after P\nC destroyed after D',
    layers: 'C | P | D',
    leftOut: ['"C" is destroyed after "D"'],
  },
  {
    title: 'an owner with two children subscribed to it is not lost',
    model: `${family}C1 destroyed after P\nC2 destroyed after P`,
    layers: 'C1 C2 | P',
    leftOut: ['"C1" is destroyed after "P"', '"C2" is destroyed after "P"'],
  },
  {
    title: 'such an owner still goes before its own owner',
    model: `object G\n${family}G owns P\nC1 destroyed after P\nC2 destroyed after P`,
    layers: 'C1 C2 | P | G',
    leftOut: ['"C1" is destroyed after "P"', '"C2" is destroyed after "P"'],
  },
  {
    title: 'ownership in a cycle gives up its last declared owner',
    model: 'object A\nobject B\nA owns B\nB owns A',
    layers: 'B | A',
    leftOut: ['"B" owns "A"'],
  },

  // The comparator of the specification cannot sort these.
  {
    title: 'what is unrelated does not come between two that are ordered',
    model: 'object A\nobject C\nobject B\nA destroyed after B',
    layers: 'C B | A',
  },
  {
    title: 'ownership and order are closed together',
    model: 'object A\nobject B\nobject C\nA owns B\nB destroyed after C',
    layers: 'C | B | A',
  },
  {
    title: 'the network outlives its machines',
    model: `${web}app.net destroyed after app.vm1, app.vm2`,
    layers: 'app.vm1 app.vm2 | app.net | app',
  },
  {
    title: 'a diamond has three layers',
    model: 'object A\nobject B\nobject C\nobject D\nA destroyed after B, C\nB destroyed after D\nC destroyed after D',
    layers: 'D | B C | A',
  },
  {
    title: 'the earliest layers put what is free first',
    model: 'object A\nobject B\nobject C\nobject X\nA destroyed after B\nB destroyed after C',
    layers: 'C X | B | A',
  },
  {
    title: 'the latest layers put what is free last, as the engine does',
    model: 'object A\nobject B\nobject C\nobject X\nA destroyed after B\nB destroyed after C',
    policy: engine,
    layers: 'C | B | A X',
  },

  // What the specification asks for.
  {
    title: 'an owner that waits for its child waits once',
    model: 'object P\nobject C\nP owns C\nP destroyed after C',
    layers: 'C | P',
  },
  {
    title: 'of two unrelated ones the target goes first',
    model: 'object A\nobject B\nA destroyed after B',
    layers: 'B | A',
  },
  { title: 'waiting for oneself is no cycle', model: 'object B\nB destroyed after B', layers: 'B' },

  // Survivors in between.
  {
    title: 'a survivor in between transmits order',
    model: 'object A\nobject k\nobject B\nA destroyed after k\nk destroyed after B',
    doomed: 'A B',
    layers: 'B | A',
  },
  {
    title: 'a survivor in between transmits nothing in the engine',
    model: 'object A\nobject k\nobject B\nA destroyed after k\nk destroyed after B',
    doomed: 'A B',
    policy: engine,
    layers: 'A B',
  },
  {
    title: 'what does not exist transmits nothing',
    model: 'object A\nabsent object k\nobject B\nA destroyed after k\nk destroyed after B',
    doomed: 'A B',
    layers: 'A B',
  },
  {
    title: 'a cycle of survivors does no harm',
    model:
      'object A\nobject k\nobject l\nobject B\nA destroyed after k\nk destroyed after l\nl destroyed after k\nk destroyed after B',
    doomed: 'A B',
    layers: 'B | A',
  },
  {
    title: 'a cycle over a single doomed one does no harm',
    model: 'object A\nobject k\nobject B\nA destroyed after k\nk destroyed after A\nk destroyed after B',
    doomed: 'A B',
    layers: 'B | A',
  },
  {
    title: 'a cycle of two doomed ones by way of survivors is a circle',
    model: 'object A\nobject k\nobject B\nA destroyed after k\nk destroyed after B\nB destroyed after A',
    doomed: 'A B',
    layers: 'B | A',
    leftOut: ['"B" is destroyed after "A"'],
  },

  // The other kinds of entities.
  {
    title: 'resources go before their space, clients before it, and the space before its manager',
    model: 'pd fs\nspace files: file\nresource files.f\npd db\nfs manages files\ndb requests files',
    layers: 'files.f db | files | fs',
  },
  {
    title: 'who requests by PD and type goes before the spaces of that type and before the PD',
    model: 'pd fs\nspace a: file\nspace b: block\npd db\nfs manages a, b\ndb requests fs as file',
    layers: 'b db | a | fs',
  },
  {
    title: 'who requests by PD and type goes before the PD though the space survives, also in the engine',
    model: 'pd fs\nspace a: file\npd db\nfs manages a\ndb requests fs as file',
    policy: engine,
    doomed: 'fs db',
    layers: 'db | fs',
  },
  {
    title: 'what maps to something goes before it',
    model:
      'space disk: block\nspace files: file\nfiles maps disk\nresource disk.b\nresource files.f\nfiles.f maps disk.b',
    layers: 'files.f | files disk.b | disk',
  },
  {
    title: 'what is hosted goes before its host',
    model: 'node n\npd n.p\npd n.p.q\nobject n.box',
    layers: 'n.p.q n.box | n.p | n',
  },
  {
    title: 'holding, referring, needing and dying together say nothing about the order',
    model: 'pd a\npd b\nobject o\na holds b\na refers o\na needs b\na dies with b',
    layers: 'a b o',
  },
  {
    title: 'a server that requests from itself keeps its space until it goes',
    model: 'pd s\nspace x: file\ns manages x\ns requests x',
    layers: 'x | s',
    leftOut: ['"s" requests "x"'],
  },

  // The same system through other rules: what needs something goes before it, so the needed one waits.
  {
    title: 'dependents go first, containment aside: Terraform, Compose, systemd, CloudFormation, Fuchsia',
    model: 'object P\nobject C1\nobject C2\nC1 destroyed after C2\nP destroyed after C1',
    layers: 'C2 | C1 | P',
  },
  {
    title: 'a chain of needs goes from its end: Terraform, Compose',
    model: 'object db\nobject api\nobject web\ndb destroyed after api\napi destroyed after web',
    layers: 'web | api | db',
  },
  {
    title: 'children that need the network go before it, and all before their owner',
    model: `${web}app.net destroyed after app.vm1, app.vm2`,
    policy: engine,
    layers: 'app.vm1 app.vm2 | app.net | app',
  },
  {
    title: 'a list of children ends from its last: Erlang supervisors, C++ statics',
    model: `${web}app.net destroyed after app.vm1\napp.vm1 destroyed after app.vm2`,
    layers: 'app.vm2 | app.vm1 | app.net | app',
  },
  {
    title: 'an owner that uses its child goes before it where dependency wins: Fuchsia, Spring',
    model: 'object outer\nobject outer.inner\nouter.inner destroyed after outer',
    policy: { conflict: 'dependency' },
    layers: 'outer | outer.inner',
    leftOut: ['"outer" owns "outer.inner"'],
  },
  {
    title: 'a request to a PD that does not exist is made for none of the spaces that it would manage',
    model: 'absent pd server\nspace files : file\npd client\nserver manages files\nclient requests server as file',
    doomed: 'client files',
    layers: 'files client',
  },
  {
    title: 'two phases run one after the other, all tasks of one together: Akka',
    model: 'object net\nobject vm1\nobject vm2\nnet destroyed after vm1, vm2',
    layers: 'vm1 vm2 | net',
  },
];

describe('the order of a teardown', () => {
  for (const { title, model, policy, doomed, layers, leftOut } of cases) {
    it(title, () => {
      const order = orderOf(model, policy, doomed);
      assert.equal(order.layers, layers);
      assert.deepEqual(order.leftOut, leftOut ?? []);
    });
  }
});
