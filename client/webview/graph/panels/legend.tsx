/**
 * The legend of the shapes, lines and signs that occur in the picture.
 */
import type { VNode } from 'preact';
import { boxKinds, lineKinds, type BoxKind, type LineKind } from '../../../../language/src/model/drawn-kinds.ts';
import type { GraphView } from '../../../../language/src/view/graph.ts';
import { planEffects, type PlanOverlay } from '../../../../language/src/view/report/plan-overlay.ts';
import { effectWords } from '../../../../language/src/drawing/graph/words.ts';
import { relationMeanings, texts } from '../texts.ts';
import { edgeStyles } from '../../../../language/src/drawing/graph/edge-style.ts';
import { Sign } from '../../../../language/src/drawing/graph/edge-line.tsx';
import { KindIcon, StatusBadge, StepBadge } from '../../../../language/src/drawing/graph/kind-icon.tsx';
import { outlineOf } from '../../../../language/src/drawing/graph/node-outline.ts';

/** The properties of the legend. */
export interface LegendProps {
  readonly graph: GraphView;
  readonly plan: PlanOverlay | undefined;
}

/** Lists the kinds and relations of a graph, and the statuses of the shown plan. */
export function Legend({ graph, plan }: LegendProps): VNode {
  const kinds = boxKinds.filter((kind) => graph.nodes.some((node) => node.kind === kind));
  const relations = lineKinds.filter((kind) => graph.edges.some((edge) => edge.kind === kind));
  return (
    <section class="legend" aria-label={texts.legend} data-legend>
      {plan !== undefined && <StatusList plan={plan} />}
      <h2>{texts.kinds}</h2>
      <ul>
        {kinds.map((kind) => (
          <KindRow key={kind} kind={kind} />
        ))}
      </ul>
      {relations.length > 0 && <h2>{texts.relations}</h2>}
      <ul>
        {relations.map((kind) => (
          <RelationRow key={kind} kind={kind} />
        ))}
      </ul>
    </section>
  );
}

function StatusList({ plan }: { readonly plan: PlanOverlay }): VNode {
  const effects = plan.marks.flatMap((mark) => mark.effects);
  const kinds = planEffects.filter((kind) => effects.some((effect) => effect.kind === kind));
  const hasDistances = effects.some(({ distance }) => distance !== undefined);
  return (
    <>
      <h2>{texts.statuses}</h2>
      <ul>
        {kinds.map((kind) => (
          <SignRow key={kind} sign={<StatusBadge kind={kind} />}>
            {kind === 'destroyed' && hasDistances ? texts.destroyedAt : effectWords[kind]}
          </SignRow>
        ))}
        {plan.steps > 0 && <SignRow sign={<StepBadge step="1" />}>{texts.step}</SignRow>}
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
          <g transform="translate(12 6)">
            <KindIcon kind={kind} />
          </g>
        </g>
      </svg>
      {kind}
    </li>
  );
}

function RelationRow({ kind }: { readonly kind: LineKind }): VNode {
  const style = edgeStyles[kind];
  const [left, right] = [
    { x: 1, y: 8 },
    { x: 43, y: 8 },
  ];
  return (
    <li>
      <svg width="44" height="16" viewBox="0 0 44 16" aria-hidden="true">
        <g class={`edge relation-${kind.replaceAll(' ', '-')}`}>
          <path class="line" d="M1 8H43" stroke-width={style.width} stroke-dasharray={style.dash} />
          {style.head !== undefined && <Sign sign={style.head} tip={right} from={left} />}
          {style.tail !== undefined && <Sign sign={style.tail} tip={left} from={right} />}
        </g>
      </svg>
      <span>
        {kind} <span class="quiet">{relationMeanings[kind]}</span>
      </span>
    </li>
  );
}
