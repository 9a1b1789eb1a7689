/** Sentences of the language reference on ends and their order, each with the smallest model that shows it. */
import assert from 'node:assert/strict';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import type { PlanRequest } from '../../../../language/src/analysis/plan/plan-request.ts';
import { planJson } from '../../../../language/src/analysis/plan/plan-json.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { modelOfText } from '../../dsl/load-text.ts';

type Ask = (idOf: (name: string) => number) => PlanRequest;

const collect = (moment: 'before' | 'demand' | 'after'): Ask => {
  return () => ({ kind: 'collect', moment });
};
const one = (kind: 'destroy' | 'remove', name: string): Ask => {
  return (idOf) => ({ kind, targets: [idOf(name)] });
};
const remove = (name: string): Ask => one('remove', name);
const destroy = (name: string): Ask => one('destroy', name);
const erase = (name: string, mode: 'background' | 'foreground' | 'orphan'): Ask => {
  return (idOf) => ({ kind: 'delete', targets: [idOf(name)], mode });
};

const usages = `root object T { refers i as in, r as runtime, s as static, k as config, l as local }
  object i  object r  object s  object k  object l`;
const circle = 'object a  object b  object c  a owns b  b owns c  c owns a';

/** The rule, the model, the event, and the layers as in `a b | c`. */
const sentences: readonly (readonly [rule: string, text: string, ask: Ask, layers: string])[] = [
  ['before a deployment no local variable exists that could keep', usages, collect('before'), 'l'],
  ['on demand every usage keeps', usages, collect('demand'), ''],
  ['after a deployment only what is written into the model keeps', usages, collect('after'), 'r s k l'],
  ['a live child keeps its owner', 'root object T { refers o.c }  object o { object c }', collect('demand'), ''],
  ['but not after a deployment', 'root object T { refers o.c }  object o { object c }', collect('after'), 'o'],
  ['objects that only keep each other go', 'object a { refers b }  object b { refers a }', collect('demand'), 'a b'],
  ['a subscription keeps nothing', 'root object T { destroyed after x }  object x', collect('demand'), 'x'],
  ['an absent PD keeps nothing', 'absent pd p { refers x }  object x', collect('demand'), 'x'],
  ['a removal cuts every owner', 'root object T { object x }  root object U  U owns T.x', remove('x'), 'T.x'],
  ['what a removal cuts holds up no owner', 'node n  object a  object k { waits for n }  a owns k', remove('k'), 'a'],
  ['nor an owner that was ending', 'node n  object k { waits for n }  doomed object x  root object o { owns k  dies with x }', remove('k'), 'o'], // oxfmt-ignore
  ['nor is it taken along', 'pd p { refers o }  root object k  object x  object o { owns k  stops with x }', remove('k'), 'x o'], // oxfmt-ignore
  ['a removal leaves what a kept child keeps', 'root object T { refers k  object a { object k } }', remove('a'), ''],
  ['an end takes along what dies with what goes', 'pd a { pd b }  pd c { dies with b }', destroy('a'), 'a.b c | a'],
  ['an end takes nothing along that it dies with', 'pd a  pd b { dies with a }', destroy('b'), 'b'],
  [
    'what maps to something goes before it, and so do resources before their spaces',
    'pd h { manages s, u }  space s { resource r }  space u { maps s  resource v { maps s.r } }',
    destroy('h'),
    'u.v | s.r u | s | h',
  ],
  ['a cycle is deleted in the background', circle, erase('a', 'background'), 'a | b | c'],
  ['a cycle is deleted as a whole in the foreground', circle, erase('a', 'foreground'), 'c | b | a'],
  ['an orphaned cycle loses only the one', circle, erase('a', 'orphan'), 'a'],
  ['an object that owns itself waits for itself', 'object a  a owns a', erase('a', 'foreground'), ''],
  ['unless that does not block', 'object a  a owns a as nonblocking', erase('a', 'foreground'), 'a'],
  ['an orphan whose other owners are absent goes too', 'object a { object b }  absent object n  n owns a.b', erase('a', 'orphan'), 'a | a.b'], // oxfmt-ignore
];

describe('an end of the language reference', () => {
  for (const [rule, text, ask, layers] of sentences) {
    it(rule, async () => {
      const model = await modelOfText(text);
      const idOf = (name: string) =>
        model.entities.findIndex((each) => each.name === name || each.name.endsWith(`.${name}`));
      const plan = planJson(planOf(model, ask(idOf), defaultPolicy));
      assert.equal(plan.layers.map((layer) => layer.join(' ')).join(' | '), layers);
    });
  }

  it('keeps what has lost its owners while it is protected, whatever the policy of the step says', async () => {
    const layers = async (declared: string) => {
      const model = await modelOfText(`object a { owns b }  protected object b  ${declared}`);
      const request = { kind: 'delete', targets: [0], mode: 'background' } as const;
      return planJson(planOf(model, request, { ...defaultPolicy, protection: 'ignore' })).layers;
    };
    assert.deepEqual(await layers(''), [['a']]);
    assert.deepEqual(await layers('policy default { protection: ignore }'), [['a'], ['b']]);
  });
});
