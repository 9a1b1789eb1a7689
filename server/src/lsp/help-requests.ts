/**
 * The requests for signatures and for dependency hierarchies.
 */
import type { CallHierarchyIncomingCallsParams, CallHierarchyOutgoingCallsParams } from 'vscode-languageserver';
import type { Asking } from './asking.ts';
import {
  isHierarchySource,
  toHierarchyItem,
  toIncomingCall,
  toOutgoingCall,
  toSignatureHelp,
} from './convert/convert-help.ts';
import { hierarchyItemAt, hierarchySteps } from '../features/call-hierarchy.ts';
import { signatureAt } from '../features/signature-help.ts';
import type { Server } from './guard.ts';

/** Registers the handlers. */
export function answerHelp(server: Server, { at }: Asking): void {
  const { connection, guarded, workspace } = server;
  connection.onSignatureHelp(
    at('signatureHelp', ({ document, offset }) => {
      const signature = signatureAt(workspace, document, offset);
      return signature === undefined ? null : toSignatureHelp(signature, server.conversion());
    }),
  );
  connection.languages.callHierarchy.onPrepare(
    at('prepareCallHierarchy', ({ document, offset }) => {
      const item = hierarchyItemAt(workspace, document, offset);
      return item === undefined ? null : [toHierarchyItem(item, server.conversion())];
    }),
  );
  connection.languages.callHierarchy.onIncomingCalls(
    guarded('incomingCalls', null, ({ item: { data } }: CallHierarchyIncomingCallsParams) => {
      const source: unknown = data;
      if (!isHierarchySource(source)) return null;
      return hierarchySteps(workspace, source, 'dependents').map((step) => toIncomingCall(step, server.conversion()));
    }),
  );
  connection.languages.callHierarchy.onOutgoingCalls(
    guarded('outgoingCalls', null, ({ item: { data } }: CallHierarchyOutgoingCallsParams) => {
      const source: unknown = data;
      if (!isHierarchySource(source)) return null;
      return hierarchySteps(workspace, source, 'dependencies').map((step) => toOutgoingCall(step, server.conversion()));
    }),
  );
}
