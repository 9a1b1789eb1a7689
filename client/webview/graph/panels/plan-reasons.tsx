/**
 * The effects of the plan on the selected node or edge, and their reasons: each effect with its chain of declared
 * facts, from cause to effect, and each order that gives way with the cycle that it would close. A fact links to its
 * source location.
 */
import type { ComponentChildren, VNode } from 'preact';
import {
  changeEffects,
  type PlanEffect,
  type PlanMark,
  type ReasonLink,
} from '../../../../language/src/view/report/plan-overlay.ts';
import { StatusBadge, type BadgeKind } from '../../../../language/src/drawing/graph/kind-icon.tsx';
import type { PlacedOrder } from '../../../../language/src/drawing/graph/dropped-orders.ts';
import type { NodeStatus } from '../../../../language/src/drawing/graph/node-status.ts';
import type { DrawnPart } from '../messages.ts';
import { effectWords, givesWay } from '../../../../language/src/drawing/graph/words.ts';
import { texts } from '../texts.ts';
import { filled } from '../../page/translated.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

interface Revealing {
  readonly onReveal: (place: DrawnPart) => void;
}

/** The properties of the list of effects. */
export interface PlanReasonsProps extends Revealing {
  readonly status: NodeStatus;
}

/** The most entities of a stack, and effects of an entity, listed. */
const shown = 20;

/** Lists the effects with their reasons. */
export function PlanReasons({ status, onReveal }: PlanReasonsProps): VNode {
  if (status.marks.length === 0) {
    return (
      <section class="reasons" data-reasons="untouched">
        <p>{texts.untouched}</p>
      </section>
    );
  }
  return (
    <section class="reasons" data-reasons={status.kind}>
      {status.marks.slice(0, shown).map((mark) => (
        <MarkEffects key={mark.name} mark={mark} hasName={status.total > 1} onReveal={onReveal} />
      ))}
      <Rest count={status.marks.length - shown} />
    </section>
  );
}

interface MarkEffectsProps extends Revealing {
  readonly mark: PlanMark;
  readonly hasName: boolean;
}

function MarkEffects({ mark, hasName, onReveal }: MarkEffectsProps): VNode {
  return (
    <>
      {mark.effects.slice(0, shown).map((effect, index) => (
        <div key={index} data-effect={effect.kind}>
          <Heading sign={effect.kind}>{`${hasName ? `${mark.name} ` : ''}${wordsOf(effect)}`}</Heading>
          {effect.detail !== undefined && <p class="quiet">{effect.detail}</p>}
          <Chain
            reasons={effect.because}
            onFollow={(link) => {
              onReveal({ type: 'reason', name: mark.name, effect: index, link });
            }}
          />
        </div>
      ))}
      <Rest count={mark.effects.length - shown} />
    </>
  );
}

function wordsOf({ kind, step, distance }: PlanEffect): string {
  // The detail is the difference itself.
  if (changeEffects.some((each) => each === kind)) return effectWords[kind];
  const words = [
    `${effectWords[kind]}${step === undefined ? '' : t` in step ${step.toString()}`}`,
    ...(distance === undefined ? [] : [t`distance ${distance.toString()}`]),
  ];
  return words.join(', ');
}

/** The properties of the list of orders. */
export interface DroppedOrderListProps extends Revealing {
  readonly orders: readonly PlacedOrder[] | undefined;
}

/** Lists the orders that give way, each with the cycle that it would close. */
export function DroppedOrderList({ orders = [], onReveal }: DroppedOrderListProps): VNode | null {
  if (orders.length === 0) return null;
  return (
    <section class="reasons" data-dropped-orders>
      {orders.slice(0, shown).map(({ index, order }) => (
        <div key={index} data-dropped-order={order.severity}>
          <Heading sign="dropped">{`${filled(texts.before, order.first, order.then)} ${givesWay}`}</Heading>
          <p class="quiet">{texts.cycle}</p>
          <Chain
            reasons={order.cycle}
            onFollow={(link) => {
              onReveal({ type: 'cycle', order: index, link });
            }}
          />
        </div>
      ))}
      <Rest count={orders.length - shown} />
    </section>
  );
}

function Heading({ sign, children }: { readonly sign: BadgeKind; readonly children: ComponentChildren }): VNode {
  return (
    <h3>
      <svg width="16" height="16" viewBox="-9 -9 18 18" aria-hidden="true">
        <StatusBadge kind={sign} />
      </svg>
      {children}
    </h3>
  );
}

interface ChainProps {
  readonly reasons: readonly ReasonLink[];
  readonly onFollow: (link: number) => void;
}

function Chain({ reasons, onFollow }: ChainProps): VNode {
  return (
    <ol>
      {reasons.map(({ text, span }, link) => (
        <li key={link} data-reason>
          {span === undefined ? (
            text
          ) : (
            <button
              type="button"
              class="link"
              onClick={() => {
                onFollow(link);
              }}
            >
              {text} <span class="quiet">{placeWords(span)}</span>
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

const Rest = ({ count }: { readonly count: number }): VNode | null =>
  count > 0 ? <p class="quiet">{filled(texts.more, count)}</p> : null;

function placeWords({ uri, start }: { readonly uri: string; readonly start: { readonly line: number } }): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return `${decoded(name)}:${(start.line + 1).toString()}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A name with a stray percent sign is shown as it is.
    return name;
  }
}
