/**
 * Texts with all their findings: `code "text at its range" (texts at the related locations)`. A second finding for one
 * error is as wrong as a missing one.
 */
import type { FindingCode } from '../../../../language/src/model/finding-codes.ts';

const optional: readonly FindingCode[] = ['space/several-maps', 'map/physical-to-virtual'];

const served = `
space s: file
resource s.r
pd p
p manages s
p holds s.r
`;

/** A rule in words, a text in the notation of the test builder, and its findings. */
export interface Case {
  readonly rule: string;
  readonly text: string;
  readonly findings: readonly string[];
  readonly alsoRun?: readonly FindingCode[];
}

export const cases: readonly Case[] = [
  { rule: 'accept a space with server, resource and holder', text: served, findings: [] },
  { rule: 'find a space that no PD manages', text: 'space s', findings: ['space/no-manager s'] },
  { rule: 'pass over an absent space without manager', text: 'absent space s', findings: [] },
  {
    rule: 'find a space with two managers',
    text: `${served}pd q\nq manages s`,
    findings: ['space/several-managers s (s, s)'],
  },
  { rule: 'let an absent PD stand ready as manager', text: `${served}absent pd q\nq manages s`, findings: [] },
  { rule: 'let one PD say twice that it manages a space', text: `${served}p manages s`, findings: [] },
  {
    rule: 'find a space with two maps only when asked for it',
    text: `${served}space a\nspace b\np manages a, b\ns maps a, b`,
    findings: ['space/several-maps s (a, b)'],
    alsoRun: optional,
  },
  {
    rule: 'let a space map to two spaces when not asked',
    text: `${served}space a\nspace b\np manages a, b\ns maps a, b`,
    findings: [],
  },
  { rule: 'find a resource in no space', text: 'resource r\npd p\np holds r', findings: ['resource/no-space r'] },
  {
    rule: 'find a resource of another type than its space',
    text: `${served}resource s.b: block\np holds s.b`,
    findings: ['resource/wrong-type s.b (s)'],
  },
  { rule: 'accept a resource that repeats the type', text: `${served}resource s.b: file\np holds s.b`, findings: [] },
  {
    rule: 'find a resource that nobody holds, once',
    text: `${served}resource s.lost`,
    findings: ['resource/orphan s.lost'],
  },
  { rule: 'pass over an absent resource that nobody holds', text: `${served}absent resource s.later`, findings: [] },
  {
    rule: 'find a resource that others hold but not its server',
    text: `${served}resource s.b\npd q\nq holds s.b`,
    findings: ['resource/not-held-by-server s.b (s)'],
  },
  {
    rule: 'ask no server to hold where there is none',
    text: 'space s\nresource s.r\npd q\nq holds s.r',
    findings: ['space/no-manager s'],
  },
  {
    rule: 'find a request for a type that the PD does not serve',
    text: `${served}pd q\nq requests p as block`,
    findings: ['request/not-served p'],
  },
  { rule: 'accept a request for a type that the PD serves', text: `${served}pd q\nq requests p as file`, findings: [] },
  {
    rule: 'report a request for an unmanaged space at the space alone',
    text: 'space s\npd q\nq requests s',
    findings: ['space/no-manager s'],
  },
  {
    rule: 'find resource maps without a map between their spaces, once for two spaces',
    text: `${served}space t\nresource t.a\nresource t.b\np manages t\np holds t.a, t.b\nt.a maps s.r\nt.b maps s.r`,
    findings: ['map/no-space-map s.r'],
  },
  {
    rule: 'accept a resource map whose spaces are mapped, and one within a space',
    text: `${served}space t\nresource t.a\nresource t.b\np manages t\np holds t.a, t.b\nt.a maps s.r\nt.b maps t.a\nt maps s`,
    findings: [],
  },
  {
    rule: 'find a physical space that maps to a virtual one when asked',
    text: 'space mem { physical: true }\nspace virt\npd p\np manages mem, virt\nmem maps virt',
    findings: ['map/physical-to-virtual virt'],
    alsoRun: optional,
  },
  {
    rule: 'accept a map from virtual to physical when asked',
    text: 'space mem { physical: true }\nspace virt\npd p\np manages mem, virt\nvirt maps mem',
    findings: [],
    alsoRun: optional,
  },
  {
    rule: 'find an object that no root reaches',
    text: 'root object a\nobject lost',
    findings: ['object/unreachable lost'],
  },
  {
    rule: 'name the first of a tree that no root reaches, not all of it',
    text: 'object lost\nobject lost.part\nobject lost.part.piece\nobject used\nlost.part refers used',
    findings: ['object/unreachable lost (lost.part, lost.part.piece)'],
  },
  {
    rule: 'let roots keep through ownership, references and nesting',
    text: 'root object a\nobject a.b\nobject c\na.b refers c\nobject owner\nowner owns c\npd p\nobject p.own\nobject d\np refers d',
    findings: [],
  },
  {
    rule: 'let a PD keep what its settings name',
    text: 'object job\nobject other\npd operator { job: job, more: [other] }',
    findings: [],
  },
  { rule: 'pass over an absent object', text: 'absent object a\nobject a.b', findings: [] },
  {
    rule: 'find a living object that only an absent one refers to',
    text: 'absent object a\nobject b\na refers b',
    findings: ['object/unreachable b'],
  },
  {
    rule: 'find an object on a node that nothing refers to, once',
    text: 'node n\nobject n.a\nobject n.b\nn.a refers n.b',
    findings: ['object/unreferred n.a'],
  },
  {
    rule: 'accept objects on nodes that roots or PDs refer to',
    text: 'node n\nroot object n.a\nobject n.b\npd n.p\nn.p refers n.b',
    findings: [],
  },
  {
    rule: 'find a ring on nodes that no root reaches',
    text: 'node n\nobject n.a\nobject n.b\nn.a refers n.b\nn.b refers n.a',
    findings: ['object/unreachable n.a (n.b)'],
  },
  { rule: 'find a region without members', text: 'region r', findings: ['region/empty r'] },
  {
    rule: 'find a PD in no region that feeds a member',
    text: 'pd a\npd b\nregion r\nr contains b\na feeds b\nb feeds a',
    findings: ['region/outside-feeder b (b)'],
  },
  {
    rule: 'accept feeds within and between regions',
    text: 'pd a\npd b\npd c\nregion r\nregion q\nr contains a, b\nq contains c\na feeds b\nb feeds c',
    findings: [],
  },
  {
    rule: 'find the shortest cycle of owners, one for each component',
    text: 'root object a\nobject b\nobject c\nobject d\na owns b\nb owns c\nc owns a, b\nd owns d\na refers d',
    findings: ['cycle/ownership c (c, b)', 'cycle/ownership d (d)'],
  },
  {
    rule: 'find a cycle of maps',
    text: 'space a\nspace b\npd p\np manages a, b\na maps b\nb maps a',
    findings: ['cycle/maps b (b, a)'],
  },
  {
    rule: 'find a cycle of "destroyed after"',
    text: 'root object a\nroot object b\nroot object c\na destroyed after b\nb destroyed after c\nc destroyed after a',
    findings: ['cycle/destroyed-after b (b, c, a)'],
  },
  {
    rule: 'find servers that request from each other, by space or by type',
    text: 'space sa\nspace sb: block\npd a\npd b\na manages sa\nb manages sb\na requests b as block\nb requests sa',
    findings: ['cycle/requests b (b, sa)'],
  },
  {
    rule: 'accept a PD that requests its own space, and a chain of servers',
    text: 'space sa\nspace sb\npd a\npd b\na manages sa\nb manages sb\na requests sa, sb',
    findings: [],
  },
  {
    rule: 'find an order of destruction that ownership forbids',
    text: 'root object a\nobject a.b\na.b destroyed after a',
    findings: ['conflict/ownership-order a (a, a.b)'],
  },
  {
    rule: 'find it across several owners and orders',
    text: 'root object a\nobject a.b\nobject a.b.c\nroot object d\na.b.c destroyed after d\nd destroyed after a',
    findings: ['conflict/ownership-order a (a, d, a.b.c, a.b)'],
  },
  {
    rule: 'find an order that nesting and managing forbid',
    text: `${served}pd p.inner\np.inner destroyed after p\ns.r destroyed after p`,
    findings: ['conflict/ownership-order p (p, p.inner)', 'conflict/ownership-order p (p, s.r, s)'],
  },
  {
    rule: 'accept an order that ownership wants too',
    text: 'root object a\nobject a.b\na destroyed after a.b',
    findings: [],
  },
  {
    rule: 'accept that PDs die with each other',
    text: 'pd a\npd b\na dies with b\nb dies with a',
    findings: [],
  },
];
