/**
 * What the crash does to the selected node, and why: each effect with its chain of declared facts,
 * from the cause to the effect; a fact leads to its place in the source.
 */
import type { VNode } from 'preact';
import type { CrashEffect, CrashMark } from '../../language/src/view/crash.ts';
import type { NodeStatus } from './graph/node-status.ts';
import { StatusBadge } from './graph/kind-icon.tsx';
import type { Place } from './messages.ts';
import { effectWords, texts } from './texts.ts';

export interface CrashReasonsProps {
  readonly status: NodeStatus;
  readonly onReveal: (place: Place) => void;
}

/** Of a stack, the effects of so many entities are listed. */
const marksShown = 20;

/** Lists the effects with their reasons. */
export function CrashReasons({ status, onReveal }: CrashReasonsProps): VNode {
  if (status.marks.length === 0) {
    return (
      <section class="reasons" data-reasons="untouched">
        <p>{texts.untouched}</p>
      </section>
    );
  }
  const rest = status.marks.length - marksShown;
  return (
    <section class="reasons" data-reasons={status.kind}>
      {status.marks
        .slice(0, marksShown)
        .map((mark) =>
          mark.effects.map((effect, index) => (
            <Effect
              key={`${mark.name} ${index.toString()}`}
              mark={mark}
              effect={effect}
              index={index}
              hasName={status.total > 1}
              onReveal={onReveal}
            />
          )),
        )}
      {rest > 0 && <p class="quiet">{`and ${rest.toString()} more`}</p>}
    </section>
  );
}

interface EffectProps extends Pick<CrashReasonsProps, 'onReveal'> {
  readonly mark: CrashMark;
  readonly effect: CrashEffect;
  readonly index: number;
  readonly hasName: boolean;
}

function Effect({ mark, effect, index, hasName, onReveal }: EffectProps): VNode {
  const distance = effect.distance === undefined ? '' : `, distance ${effect.distance.toString()}`;
  return (
    <div data-effect={effect.kind}>
      <h3>
        <svg width="16" height="16" viewBox="-9 -9 18 18" aria-hidden="true">
          <StatusBadge kind={effect.kind} />
        </svg>
        {`${hasName ? `${mark.name} ` : ''}${effectWords[effect.kind]}${distance}`}
      </h3>
      <ol>
        {effect.because.map((reason, link) => (
          <li key={link} data-reason>
            {reason.span === undefined ? (
              reason.text
            ) : (
              <button
                type="button"
                class="link"
                onClick={() => {
                  onReveal({ type: 'reason', name: mark.name, effect: index, link });
                }}
              >
                {reason.text} <span class="quiet">{placeWords(reason.span)}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function placeWords({ uri, start }: { readonly uri: string; readonly start: { readonly line: number } }): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return `${decoded(name)}:${(start.line + 1).toString()}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A name with a stray per cent sign is shown as it is.
    return name;
  }
}
