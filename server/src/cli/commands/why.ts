/**
 * `aftermath why`: reports the declared facts that a consequence follows from, or those that are missing.
 */
import { why as answersTo, type WhyQuestion } from '../../../../language/src/analysis/why/why.ts';
import type { WhyAnswer } from '../../../../language/src/analysis/why/why-answer.ts';
import type { Entity } from '../../../../language/src/model/entity.ts';
import { paint } from '../text/colours.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { type Command, type Context, type ExitCode, exitCodes, type Output, refuse } from '../input/command.ts';
import { type ChosenPolicy, policyJson, policyText } from '../../questions/plans/crash-policy.ts';
import { policyFrom, policyOptions } from '../input/policy-options.ts';
import { findCrashed } from '../../questions/plans/find-crashable.ts';
import { findEntity, type WantedEntity } from '../../questions/plans/find-entity.ts';
import { writeJson } from '../text/json.ts';
import { openAsked, supposedJson, suppositionOptions } from '../run/supposition.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { inOneLine } from '../../questions/files/places.ts';
import { reportErrors } from '../text/report-errors.ts';
import { reportFacts } from '../../questions/plans/reported-facts.ts';
import { locatedFact } from '../text/sections-text.ts';
import { entityName, type Model } from '../../../../language/src/model/model.ts';

/** The command `why`. */
export const whyCommand: Command = {
  name: 'why',
  summary: 'show which declared facts cause something, or which are missing',
  usage: 'FILE NAME [--crash PD [POLICY]] [--before OTHER | --to OTHER]',
  operands: { least: 2, most: 2 },
  options: {
    crash: { value: 'PD', several: true, summary: 'ask what the crash of a PD or a node does to NAME' },
    before: { value: 'OTHER', summary: 'ask whether NAME is destroyed before OTHER, if both are' },
    to: { value: 'OTHER', summary: 'ask how NAME and OTHER are connected, over any relations and nesting' },
    ...policyOptions,
    ...suppositionOptions,
  },
  details: [
    [
      'Without options: whether NAME is on a cycle and whether it is orphaned. For what holds,',
      'the shortest chain of facts, the cause first, each with its location. For what does not,',
      'the single relations that would make it so if they were added, the nearest first.',
    ],
    ['POLICY is --policy NAME, or --pd-depth N --space-depth N.'],
  ],
  run,
};

/** The question, in the user's words. */
interface Asked {
  readonly entity: Entity;
  readonly other: Entity | undefined;
  /** The other end of a way. */
  readonly to?: Entity;
  readonly crashed: readonly Entity[] | undefined;
  /** Absent if no policy applies. */
  readonly chosen: ChosenPolicy | undefined;
}

async function run(context: Context): Promise<ExitCode> {
  const [file = '', name = ''] = context.operands;
  const opened = await openAsked(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'why', opened.value);
  const asked = readAsked(opened.value.model, name, context);
  if ('refusal' in asked) return refuse(context, asked.refusal);
  const answers = answersTo(opened.value.model, questionOf(asked.value));
  if (context.flags.has('json')) writeWhyJson(context, opened.value, asked.value, answers);
  else writeWhyText(context.output, opened.value, asked.value, answers);
  return exitCodes.fine;
}

const anything: WantedEntity = {
  fits: () => true,
  noun: 'entity',
  only: 'it cannot be asked about',
  without: 'there is nothing to ask about',
  which: 'which copy is meant',
};

function readAsked(model: Model, name: string, { values, lists }: Context): Answer<Asked> {
  const entity = findEntity(model, name, anything);
  if ('refusal' in entity) return entity;
  const [before, crash] = [values.get('before'), lists.get('crash')];
  if (values.has('to')) return readWay(model, entity.value, { values, lists });
  const other = before === undefined ? undefined : findEntity(model, before, anything);
  if (other !== undefined && 'refusal' in other) return other;
  const crashed = crash === undefined ? undefined : findCrashed(model, crash);
  if (crashed !== undefined && 'refusal' in crashed) return crashed;
  const hasPolicy = Object.keys(policyOptions).find((option) => values.has(option));
  const needed = crashed === undefined && (other === undefined || hasPolicy !== 'policy') ? hasPolicy : undefined;
  if (needed !== undefined)
    return { refusal: `The option "--${needed}" says how far a crash reaches; give --crash too.` };
  if (other?.value.id === entity.value.id)
    return { refusal: `"${entity.value.name}" cannot be destroyed before itself.` };
  const isByPolicy = other !== undefined || crashed !== undefined;
  const chosen = isByPolicy ? policyFrom(model, { values }) : undefined;
  if (chosen !== undefined && 'refusal' in chosen) return chosen;
  return { value: { entity: entity.value, other: other?.value, crashed: crashed?.value, chosen: chosen?.value } };
}

function readWay(model: Model, entity: Entity, { values, lists }: Pick<Context, 'values' | 'lists'>): Answer<Asked> {
  const others = ['crash', 'before', ...Object.keys(policyOptions)];
  const another = others.find((option) => values.has(option) || lists.has(option));
  if (another !== undefined)
    return { refusal: `"--to" asks how two are connected, whatever happens; leave "--${another}" out.` };
  const to = findEntity(model, values.get('to') ?? '', anything);
  if ('refusal' in to) return to;
  if (to.value.id === entity.id) return { refusal: `"${entity.name}" is one entity; name another one after "--to".` };
  return { value: { entity, other: undefined, to: to.value, crashed: undefined, chosen: undefined } };
}

function questionOf({ entity: { id: entity }, other, to, crashed, chosen }: Asked): WhyQuestion {
  if (to !== undefined) return { kind: 'connected', entity, to: to.id };
  if (chosen === undefined) return { kind: 'structure', entity };
  const { policy } = chosen;
  if (other !== undefined) {
    return {
      kind: 'before',
      entity,
      then: other.id,
      policy,
      ...(crashed === undefined ? {} : { crashed: crashed.map(({ id }) => id) }),
    };
  }
  if (crashed === undefined) throw new Error('A policy applies only with --crash or --before.');
  return { kind: 'crash', entity, crashed: crashed.map(({ id }) => id), policy };
}

function writeWhyText(output: Output, opened: OpenedModel, asked: Asked, answers: readonly WhyAnswer[]): void {
  output.write(`${paint(output, 'heading', titleOf(asked))}\nin ${opened.file}\n`);
  for (const { text, because, missing, remarks } of answers) {
    output.write(`\n${paint(output, 'heading', inOneLine(text))}\n`);
    for (const fact of reportFacts(opened, because)) output.write(`  ${locatedFact(output, fact)}\n`);
    if (missing.length > 0) output.write('  Adding one of these would change that, the nearest first:\n');
    for (const each of missing) output.write(`    ${inOneLine(each.text)}\n`);
    for (const remark of remarks) output.write(`  ${inOneLine(remark)}\n`);
  }
  if (answers.length === 0) output.write('\nThere is nothing to explain about it.\n');
}

function titleOf({ entity, other, to, crashed, chosen }: Asked): string {
  if (to !== undefined) return `How ${entity.name} and ${to.name} are connected`;
  const order = other === undefined ? '' : ` before ${other.name}`;
  const event = crashed === undefined ? '' : `, at a crash of ${crashed.map(({ name }) => name).join(', ')}`;
  const { conflict } = chosen?.policy ?? {};
  if (chosen === undefined) return `Why ${entity.name}`;
  const policy =
    crashed === undefined ? `the policy ${chosen.name ?? ''} (in a conflict: ${conflict ?? ''})` : policyText(chosen);
  return `Why ${entity.name}${order}${event} under ${policy}`;
}

/** Returns the field `crash`, the name of what crashes, and of several `crashes` with all of them. */
function crashJson(crashed: Asked['crashed']): object {
  const names = crashed?.map(({ name }) => name) ?? [];
  return { crash: names[0], ...(names.length > 1 ? { crashes: names } : {}) };
}

function writeWhyJson(
  context: Context,
  opened: OpenedModel,
  { entity, other, to, crashed, chosen }: Asked,
  answers: readonly WhyAnswer[],
): void {
  const nameOf = (id: number): string => entityName(opened.model, id);
  writeJson(context.output, 'why', {
    file: opened.file,
    ...supposedJson(context),
    name: entity.name,
    before: other?.name,
    to: to?.name,
    ...crashJson(crashed),
    policy: chosen === undefined ? undefined : { ...policyJson(chosen), conflict: chosen.policy.conflict },
    answers: answers.map(({ claim, holds, text, because, missing, remarks }) => ({
      claim,
      holds,
      text,
      because: reportFacts(opened, because),
      missing: missing.map((each) => ({
        relation: each.kind,
        source: nameOf(each.source),
        target: nameOf(each.target),
        as: each.as,
        text: each.text,
      })),
      remarks,
    })),
  });
}
