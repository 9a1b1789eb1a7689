/**
 * `aftermath experiments`: lists the fewest crashes to cause in the real system that test every claim to survive.
 */
import {
  type SurvivalClaim,
  type Experiment,
  type Experiments,
  experimentsOf,
  mostPaired,
} from '../../../../language/src/analysis/points/experiments.ts';
import { canCrash, type EntityId } from '../../../../language/src/model/entity-kind.ts';
import { entityName, type Model, relationSpan } from '../../../../language/src/model/model.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import type { Step } from '../../../../language/src/model/scenario.ts';
import { reachOf } from '../../../../language/src/analysis/crash/crash-matrix.ts';
import { findPolicy } from '../../../../language/src/analysis/facts/policies.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { type ChaosTool, chaosTools, exportChaos } from '../../../../language/src/interchange/export/export-chaos.ts';
import { policyFrom, policyOptions } from '../input/policy-options.ts';
import { type ChosenPolicy, policyJson, policyText } from '../../questions/plans/crash-policy.ts';
import { type OpenedModel, openModel } from '../../questions/files/open-models.ts';
import { inOneLine, positionIn } from '../../questions/files/places.ts';
import { paint } from '../text/colours.ts';
import { writeJson } from '../text/json.ts';
import { reportErrors } from '../text/report-errors.ts';
import { writeSection } from '../text/sections-text.ts';

/** The command `experiments`. */
export const experiments: Command = {
  name: 'experiments',
  summary: 'list the fewest crashes that test every claim to survive',
  usage: 'FILE [--format TOOL] [POLICY]',
  operands: { least: 1, most: 1 },
  options: {
    ...policyOptions,
    format: { value: 'TOOL', summary: `write YAML for a tool that runs them: ${chaosTools.join(' or ')}` },
  },
  details: [
    [
      'A crash of one or two PDs or nodes that breaks nothing is a claim to survive, and so is the',
      'end of an object that dies with a node, such as a pod: a need is met although targets are',
      'lost, or something keeps running, degraded. This command lists the fewest crashes that test',
      `all claims, those with the most at stake first. Pairs are tried in models of up to ${String(mostPaired)} PDs`,
      'and nodes. POLICY is --policy NAME or --pd-depth N --space-depth N.',
    ],
    [
      'With --format, experiments on pods and nodes of an imported cluster are written as',
      'PodChaos objects of Chaos Mesh or ChaosEngines of LitmusChaos, each with its claims as',
      'annotations. Experiments left out are named.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [file = ''] = context.operands;
  const format = context.values.get('format');
  const tool = chaosTools.find((each) => each === format);
  if (format !== undefined && tool === undefined) {
    return refuse(context, `The option "--format" takes ${chaosTools.join(' or ')}; "${format}" is neither.`);
  }
  if (tool !== undefined && context.flags.has('json')) {
    return refuse(context, 'With --format the answer is YAML; leave out either --format or --json.');
  }
  const opened = await openModel(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'experiments', opened.value);
  const { model } = opened.value;
  const chosen = policyFrom(model, context);
  if ('refusal' in chosen) return refuse(context, chosen.refusal);
  const found = experimentsOf(model, chosen.value.policy);
  if (tool !== undefined)
    return writeChaos(context, model, tool, { chosen: found.chosen, policy: chosen.value.policy });
  if (context.flags.has('json')) {
    const { claims, atLeast, survived, tried, hasPairs } = found;
    writeJson(context.output, 'experiments', {
      ...{ file: opened.value.file, policy: policyJson(chosen.value), claims, atLeast, survived, tried, hasPairs },
      experiments: found.chosen.map((each) => experimentJson(opened.value, each, chosen.value.policy)),
    });
    return exitCodes.fine;
  }
  writeExperiments(context, opened.value, chosen.value, found);
  return exitCodes.fine;
}

/** Writes the experiments of a model as text. */
function writeExperiments(
  { output }: Context,
  { model, file }: OpenedModel,
  under: ChosenPolicy,
  found: Experiments,
): void {
  const { claims, atLeast, survived, tried, hasPairs } = found;
  output.write(`${paint(output, 'heading', inOneLine(`Experiments under ${policyText(under)}`))}\nin ${file}\n`);
  for (const [index, each] of found.chosen.entries()) {
    const title = scenarioOf(model, each, under.policy);
    const said = title === undefined ? 'no scenario says so' : `scenario "${title}"`;
    writeSection(output, `${String(index + 1)}. ${eventText(model, each.crashed)}`, [
      ...each.claims.map((claim) => ({ head: claimText(model, claim) })),
      { head: `at stake: ${namesOf(model, each.stake).join(', ')}; ${said}` },
    ]);
  }
  const size = found.chosen.length;
  const tally = `${String(survived)} of ${String(tried)} crashes are survived${hasPairs ? '' : '; only single crashes were tried'}`;
  if (claims === 0) {
    output.write(`\nNo claims to test; ${tally}\n`);
    return;
  }
  const bound = size === atLeast ? 'no smaller set tests them all' : `at least ${String(atLeast)} are needed`;
  output.write(
    `\n${String(size)} ${size === 1 ? 'experiment' : 'experiments'} for ${String(claims)} ${claims === 1 ? 'claim' : 'claims'}: ${bound}; ${tally}\n`,
  );
}

/** Returns an event in words: PDs and nodes crash, objects end. */
function eventText(model: Model, ids: readonly EntityId[]): string {
  const isCrash = (id: EntityId): boolean => canCrash(model.entities[id]?.kind);
  const part = (verb: string, some: readonly EntityId[]): string[] =>
    some.length === 0 ? [] : [`${verb} ${namesOf(model, some).join(', ')}`];
  return [
    ...part('crash', ids.filter(isCrash)),
    ...part(
      'end',
      ids.filter((id) => !isCrash(id)),
    ),
  ].join('; ');
}

/** Writes the experiments for a tool, and to the notes what it cannot do. */
function writeChaos(
  context: Context,
  model: Model,
  tool: ChaosTool,
  { chosen, policy }: { readonly chosen: readonly Experiment[]; readonly policy: Policy },
): ExitCode {
  const wanted = chosen.map((each) => ({
    crashed: each.crashed,
    claims: each.claims.map((claim) => claimText(model, claim)),
    scenario: scenarioOf(model, each, policy),
  }));
  const { documents, leftOut } = exportChaos(model, tool, wanted);
  context.output.write(documents.map((text) => `---\n${text}`).join(''));
  for (const { experiment, names } of leftOut) {
    const sentence = `Experiment ${String(experiment)} is left out: ${names.join(', ')} ${names.length === 1 ? 'is neither a pod nor a node that runs pods' : 'are neither pods nor nodes that run pods'}.`;
    context.notes.write(`${inOneLine(sentence)}\n`);
  }
  if (documents.length === 0 && leftOut.length === 0) context.notes.write('There is nothing to test: no claims.\n');
  return exitCodes.fine;
}

const namesOf = (model: Model, ids: readonly EntityId[]): readonly string[] => ids.map((id) => entityName(model, id));

function claimText(model: Model, { subject, need, lost }: SurvivalClaim): string {
  const name = entityName(model, subject);
  return need === undefined ? `${name} goes on, degraded` : `${name} works without ${namesOf(model, lost).join(', ')}`;
}

function experimentJson(opened: OpenedModel, each: Experiment, policy: Policy): object {
  const { model, sources, nameOf } = opened;
  return {
    crash: namesOf(model, each.crashed),
    claims: each.claims.map((claim) => ({
      text: claimText(model, claim),
      subject: entityName(model, claim.subject),
      lost: namesOf(model, claim.lost),
      ...(claim.need !== undefined && positionIn(relationSpan(sources, claim.need), nameOf)),
    })),
    stake: namesOf(model, each.stake),
    scenario: scenarioOf(model, each, policy),
  };
}

/**
 * Returns the title of the first scenario that begins with the crash of an experiment, under a policy that reaches as far,
 * or with the end of its objects, and expects something.
 */
function scenarioOf(model: Model, { crashed }: Pick<Experiment, 'crashed'>, policy: Policy): string | undefined {
  const wanted = crashed.join(' ');
  const isCrash = crashed.some((id) => canCrash(model.entities[id]?.kind));
  const isSame = (step: Step | undefined): boolean => {
    if (step?.kind !== 'crash' && step?.kind !== 'destroy' && step?.kind !== 'delete') return false;
    if (isCrash !== (step.kind === 'crash') || (isCrash && !isUnder(model, step.policy, policy))) return false;
    return [...new Set(step.targets.flatMap(entitiesIn))].sort((a, b) => a - b).join(' ') === wanted;
  };
  return model.scenarios.find(
    ({ steps: [first, ...rest] }) => isSame(first) && rest.some(({ kind }) => kind === 'expect' || kind === 'within'),
  )?.title;
}

/** Returns true if the policy of a crash, or the one without a word, reaches as far as another one. */
function isUnder(model: Model, named: Expression | undefined, policy: Policy): boolean {
  const own = named === undefined ? 'default' : named.kind === 'policy' ? named.name : undefined;
  const found = own === undefined ? undefined : findPolicy(model, own);
  return found !== undefined && reachOf(model, found) === reachOf(model, policy);
}

/** Returns the entities that an expression names; anything else is no entity. */
const entitiesIn = (expression: Expression): readonly EntityId[] =>
  expression.kind === 'list'
    ? expression.items.flatMap(entitiesIn)
    : [expression.kind === 'entity' ? expression.entity : -1];
