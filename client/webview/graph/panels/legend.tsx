/**
 * The legend of the shapes, lines and signs that occur in the picture.
 */
import type { VNode } from 'preact';
import { boxKinds, lineKinds, type BoxKind, type LineKind } from '../../../../language/src/model/drawn-kinds.ts';
import type { GraphView } from '../../../../language/src/view/graph.ts';
import { changeEffects, planEffects, type PlanOverlay } from '../../../../language/src/view/report/plan-overlay.ts';
import { effectWords } from '../../../../language/src/drawing/graph/words.ts';
import { relationMeanings, texts } from '../texts.ts';
import { edgeStyles } from '../../../../language/src/drawing/graph/edge-style.ts';
import { EdgeSign } from '../../../../language/src/drawing/graph/edge-line.tsx';
import { KindIcon, ProblemBadge, StatusBadge, StepBadge } from '../../../../language/src/drawing/graph/kind-icon.tsx';
import { outlineOf } from '../../../../language/src/drawing/graph/node-outline.ts';

/** The properties of the legend. */
export interface LegendProps {
  readonly graph: GraphView;
  readonly plan: PlanOverlay | undefined;
}

/** Lists the kinds and relations of a graph, and the statuses of the shown plan. */
export function Legend({ graph, plan }: LegendProps): VNode {
  const kinds = boxKinds.filter((kind) => graph.nodes.some((node) => node.kind === kind));
  const relations = lineKinds.filter((kind) =>
    graph.edges
      .flatMap((edge) => edge.members ?? [edge])
      .some((edge) => edge.kind === kind && !(kind === 'sends' && edge.reply !== undefined)),
  );
  return (
    <section class="legend" aria-label={texts.legend} data-legend>
      {plan !== undefined && <StatusList plan={plan} />}
      <h2>{texts.kinds}</h2>
      <ul>
        {kinds.map((kind) => (
          <KindRow key={kind} kind={kind} />
        ))}
      </ul>
      {graph.edges.length > 0 && <h2>{texts.relations}</h2>}
      <ul>
        {relations.map((kind) => (
          <RelationRow key={kind} kind={kind} />
        ))}
        {graph.edges.some(({ reply }) => reply !== undefined) && <RelationRow kind="sends" isBothWays />}
      </ul>
      <MarkList graph={graph} />
    </section>
  );
}

function StatusList({ plan }: { readonly plan: PlanOverlay }): VNode {
  const effects = plan.marks.flatMap((mark) => mark.effects);
  const kinds = [...planEffects, ...changeEffects].filter((kind) => effects.some((effect) => effect.kind === kind));
  const hasDistances = effects.some(({ distance }) => distance !== undefined);
  return (
    <>
      <h2>{plan.question.kind === 'changes' ? texts.differences : texts.statuses}</h2>
      <ul>
        {kinds.map((kind) => (
          <SignRow key={kind} sign={<StatusBadge kind={kind} />}>
            {kind === 'destroyed' && hasDistances ? texts.destroyedAt : effectWords[kind]}
          </SignRow>
        ))}
        {plan.question.kind === 'plan' && plan.steps > 0 && (
          <SignRow sign={<StepBadge step="1" />}>{texts.step}</SignRow>
        )}
        {plan.dropped.length > 0 && <SignRow sign={<StatusBadge kind="dropped" />}>{texts.dropped}</SignRow>}
      </ul>
    </>
  );
}

function SignRow({ sign, children }: { readonly sign: VNode; readonly children: string }): VNode {
  return (
    <li>
      <svg width="44" height="20" viewBox="-22 -10 44 20" aria-hidden="true">
        {sign}
      </svg>
      {children}
    </li>
  );
}

function KindRow({ kind }: { readonly kind: BoxKind }): VNode {
  const { shape, detail } = outlineOf(kind, { width: 40, height: 26 });
  return (
    <li>
      <svg width="44" height="30" viewBox="-2 -2 44 30" aria-hidden="true">
        <g class={`node kind-${kind}`}>
          <path class="shape" d={shape} />
          {detail !== undefined && <path class="outline-detail" d={detail} />}
          {kind === 'gate' ? (
            <text class="detail number" x="20" y="17">
              n
            </text>
          ) : (
            <g transform="translate(12 6)">
              <KindIcon kind={kind} />
            </g>
          )}
        </g>
      </svg>
      {kind} {kind === 'gate' && <span class="quiet">{texts.gate}</span>}
    </li>
  );
}

/** Lists what else can be seen at boxes. */
function MarkList({ graph: { nodes, edges } }: Pick<LegendProps, 'graph'>): VNode | null {
  const outline = (classes: string, more?: VNode): VNode => (
    <g class={`node kind-pd ${classes}`} transform="translate(-18 -8)">
      {more}
      <path class="shape" d={outlineOf('pd', { width: 32, height: 16 }).shape} />
    </g>
  );
  const stacked = (
    <path class="stacked" d={outlineOf('pd', { width: 32, height: 16 }).shape} transform="translate(4 3)" />
  );
  const hull = (
    <g class="node kind-region is-container" transform="translate(-20 -9)">
      <path class="shape" d={outlineOf('region', { width: 40, height: 18 }).shape} />
    </g>
  );
  const severities = (['error', 'warning'] as const).filter((severity) =>
    nodes.some(({ problems }) => problems?.some((problem) => problem.severity === severity)),
  );
  const closed = (
    <g class="toggle">
      <rect x="-8" y="-8" width="16" height="16" rx="3" />
      <path d="M-4 0H4M0-4V4" />
    </g>
  );
  const marks: readonly (readonly [isShown: boolean, sign: VNode, words: string])[] = [
    [nodes.some(({ isHull }) => isHull === true) || edges.some(({ kind }) => kind === 'contains'), hull, texts.hull],
    [nodes.some(({ stack }) => stack !== undefined), outline('', stacked), texts.stackMark],
    [nodes.some(({ inside }) => inside !== undefined), closed, texts.closedMark],
    [nodes.some(({ root }) => root), outline('is-root'), texts.rootMark],
    [nodes.some(({ absent }) => absent), outline('is-absent'), texts.absentMark],
    [nodes.some((node) => node.protected === true), <StatusBadge kind="protected" />, texts.protectedMark],
    [nodes.some(({ doomed }) => doomed === true), <StatusBadge kind="doomed" />, texts.doomedMark],
    ...severities.map(
      (severity) => [true, <ProblemBadge severity={severity} />, `${texts.problemMark}: ${severity}`] as const,
    ),
  ];
  const shown = marks.filter(([isShown]) => isShown);
  if (shown.length === 0) return null;
  return (
    <>
      <h2>{texts.marks}</h2>
      <ul data-marks>
        {shown.map(([, sign, words]) => (
          <SignRow key={words} sign={sign}>
            {words}
          </SignRow>
        ))}
      </ul>
    </>
  );
}

interface RelationRowProps {
  readonly kind: LineKind;
  readonly isBothWays?: boolean;
}

function RelationRow({ kind, isBothWays = false }: RelationRowProps): VNode {
  const style = edgeStyles[kind];
  const tail = isBothWays ? style.head : style.tail;
  const [left, right] = [
    { x: 1, y: 8 },
    { x: 43, y: 8 },
  ];
  return (
    <li>
      <svg width="44" height="16" viewBox="0 0 44 16" aria-hidden="true">
        <g class={`edge relation-${kind.replaceAll(' ', '-')}`}>
          <path class="line" d="M1 8H43" stroke-width={style.width} stroke-dasharray={style.dash} />
          {style.head !== undefined && <EdgeSign sign={style.head} tip={right} from={left} />}
          {tail !== undefined && <EdgeSign sign={tail} tip={left} from={right} />}
        </g>
      </svg>
      <span>
        {kind} <span class="quiet">{isBothWays ? texts.bothWays : relationMeanings[kind]}</span>
      </span>
    </li>
  );
}
