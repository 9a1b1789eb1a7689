/**
 * Turns the messages of the extension into events of the page.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { GraphView } from '../../../../language/src/view/graph.ts';
import type { GraphChanges } from '../../../../language/src/view/graph-changes.ts';
import { changedGraph } from '../../../../language/src/model/part-changes.ts';
import type { Measure } from '../../../../language/src/view/layout/sizes.ts';
import type { LayoutClient } from '../../layout/layout-client.ts';
import type { GraphFormat, GraphHost, MessageToPage } from '../messages.ts';
import type { PageEvent } from '../page-state.ts';

/** The properties of the page. */
export interface PageProps {
  readonly host: GraphHost;
  readonly layout: LayoutClient;
  readonly measure: Measure;
  readonly onLimits: (layoutTimeout: number) => void;
}

type ToDraw = 'graph' | 'graphChanges';

/** Receives messages as soon as the page exists; returns the document that is shown or being laid out. */
export function useMessages(
  { host, layout, onLimits }: PageProps,
  dispatch: (event: PageEvent) => void,
  onExport: (format: GraphFormat) => void,
): { readonly current: string | undefined } {
  const uri = useRef<string | undefined>(undefined);
  const sent = useRef<GraphView | undefined>(undefined);
  const draw = (message: MessageToPage & { readonly type: ToDraw }): void => {
    const { uri: ofGraph, title, moves = [], supposed } = message;
    const graph = message.type === 'graph' ? message.graph : changed(message.changes, ofGraph);
    if (graph === undefined) {
      // Everything is sent again.
      host.post({ type: 'ready' });
      return;
    }
    [uri.current, sent.current] = [ofGraph, graph];
    if (graph.nodes.length > 0)
      dispatch({
        type: 'received',
        model: { uri: ofGraph, title, graph, supposed, moves: new Map(moves.map(({ id, x, y }) => [id, { x, y }])) },
      });
    else dispatch({ type: 'noticed', notice: { kind: 'noModel' } });
  };
  const changed = (changes: GraphChanges, ofGraph: string): GraphView | undefined =>
    sent.current === undefined || uri.current !== ofGraph ? undefined : changedGraph(changes, sent.current);
  useEffect(() => {
    host.listen((message) => {
      if (message.type === 'graph' || message.type === 'graphChanges') draw(message);
      else if (message.type === 'export') onExport(message.format);
      else if (message.type === 'limits') {
        onLimits(message.layoutTimeout);
        const { groupAbove, arrangement = {} } = message;
        if (groupAbove !== undefined) dispatch({ type: 'limited', groupAbove, arrangement });
      } else {
        if (message.type === 'empty' || message.type === 'failed') layout.cancel();
        dispatch(eventOf(message));
      }
    });
    host.post({ type: 'ready' });
  }, []);
  return uri;
}

function eventOf(message: Exclude<MessageToPage, { readonly type: ToDraw | 'limits' | 'export' }>): PageEvent {
  switch (message.type) {
    case 'empty':
      return { type: 'noticed', notice: { kind: message.reason } };
    case 'failed':
      return { type: 'noticed', notice: { kind: 'failed', message: message.message } };
    case 'plan':
      return { type: 'planned', plan: message.plan ?? undefined, step: message.step };
    case 'select':
      return { type: 'pointed', name: message.name };
    case 'narrow':
      return { type: 'focused', focus: message.focus };
    case 'view':
      return { type: 'viewed', title: message.title };
    case 'inspect':
      return { type: 'inspected', name: message.name };
  }
}
