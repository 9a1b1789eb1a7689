/**
 * The messages of the extension as events of the page: graphs are laid out first, everything else
 * counts at once. A graph that needs no new layout keeps the one it has.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { Placement } from '../../language/src/view/layout/placement.ts';
import { layoutGraphOf, type Measure } from '../../language/src/view/layout/sizes.ts';
import type { LayoutClient } from './layout-client.ts';
import type { GraphHost, MessageToPage } from './messages.ts';
import { haveSameLayout, type PageEvent, type PageState } from './page-state.ts';

export interface PageProps {
  readonly host: GraphHost;
  readonly layout: LayoutClient;
  readonly measure: Measure;
  readonly onLimits: (layoutTimeout: number) => void;
}

type GraphMessage = MessageToPage & { readonly type: 'graph' };

/** Takes messages from when the page is there; returns the document that is shown or being laid out. */
export function useMessages(
  { host, layout, measure, onLimits }: PageProps,
  state: PageState,
  dispatch: (event: PageEvent) => void,
): { readonly current: string | undefined } {
  const uri = useRef<string | undefined>(undefined);
  const latest = useRef(state);
  latest.current = state;
  const draw = ({ uri: ofGraph, title, graph }: GraphMessage): void => {
    uri.current = ofGraph;
    layout.cancel();
    if (graph.nodes.length === 0) {
      dispatch({ type: 'noticed', notice: { kind: 'noModel' } });
      return;
    }
    const onPlaced = (placement: Placement): void => {
      dispatch({ type: 'drawn', picture: { uri: ofGraph, title, graph, placement } });
    };
    const { picture } = latest.current;
    const shown = picture?.uri === ofGraph ? picture : undefined;
    if (shown !== undefined && haveSameLayout(shown.graph, graph)) onPlaced(shown.placement);
    else layout.request({ graph: layoutGraphOf(graph, measure), isFirst: shown === undefined, onPlaced });
  };
  useEffect(() => {
    host.listen((message) => {
      if (message.type === 'graph') draw(message);
      else if (message.type === 'limits') onLimits(message.layoutTimeout);
      else {
        if (message.type === 'empty' || message.type === 'failed') layout.cancel();
        dispatch(eventOf(message));
      }
    });
    host.post({ type: 'ready' });
  }, []);
  return uri;
}

function eventOf(message: Exclude<MessageToPage, { readonly type: 'graph' | 'limits' }>): PageEvent {
  switch (message.type) {
    case 'empty':
      return { type: 'noticed', notice: { kind: message.reason } };
    case 'failed':
      return { type: 'noticed', notice: { kind: 'failed', message: message.message } };
    case 'plan':
      return { type: 'planned', plan: message.plan ?? undefined, step: message.step };
    case 'select':
      return { type: 'pointed', name: message.name };
    case 'inspect':
      return { type: 'inspected', name: message.name };
  }
}
