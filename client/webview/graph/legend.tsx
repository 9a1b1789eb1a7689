/**
 * What the shapes, lines and signs of the picture mean; only of what is in it.
 */
import type { VNode } from 'preact';
import { entityKinds, type EntityKind } from '../../../language/src/model/entity-kind.ts';
import { relationKinds, type RelationKind } from '../../../language/src/model/relation.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import { effectWords, relationMeanings, texts } from '../texts.ts';
import { edgeStyles } from './edge-style.ts';
import { Sign } from './edge-line.tsx';
import { KindIcon, StatusBadge } from './kind-icon.tsx';
import { outlineOf } from './node-outline.ts';

/** Lists the kinds and relations of a graph, and the statuses if a crash is shown. */
export function Legend({ graph, hasCrash }: { readonly graph: GraphView; readonly hasCrash: boolean }): VNode {
  const kinds = entityKinds.filter((kind) => graph.nodes.some((node) => node.kind === kind));
  const relations = relationKinds.filter((kind) => graph.edges.some((edge) => edge.kind === kind));
  return (
    <section class="legend" aria-label={texts.legend} data-legend>
      {hasCrash && <StatusList />}
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

function StatusList(): VNode {
  return (
    <>
      <h2>{texts.statuses}</h2>
      <ul>
        {(['destroyed', 'broken', 'degraded', 'dangling', 'notified'] as const).map((kind) => (
          <li key={kind}>
            <svg width="44" height="20" viewBox="-22 -10 44 20" aria-hidden="true">
              <StatusBadge kind={kind} />
            </svg>
            {kind === 'destroyed' ? texts.destroyedAt : effectWords[kind]}
          </li>
        ))}
      </ul>
    </>
  );
}

function KindRow({ kind }: { readonly kind: EntityKind }): VNode {
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

function RelationRow({ kind }: { readonly kind: RelationKind }): VNode {
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
