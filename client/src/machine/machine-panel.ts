/**
 * The machine panel beside the editor: one per window. It is restored after a reload, reveals source locations, and
 * follows the cursor and the current run.
 */
import * as vscode from 'vscode';
import type { Span } from '../../../language/src/model/span.ts';
import { machinesRequest } from '../../../server/src/protocol/machine-protocol.ts';
import { isSavedMachine, type MachineSubject } from '../../webview/machine/messages.ts';
import { readBounded } from '../files/file-requests.ts';
import { exportPicture } from '../page/picture-export.ts';
import type { ContextKey } from '../page/context-keys.ts';
import { keepPanels, panelBeside, type OpenPanel } from '../page/kept-panels.ts';
import { activeModel, isModel, titleOf } from '../files/model-document.ts';
import type { RunSubject } from '../../webview/trace/messages.ts';
import type { TracePageParts } from '../trace/trace-page-panel.ts';
import { textField } from '../page/text-field.ts';
import { pageWorld, revealSource } from '../page/webview-page.ts';
import { offerMachineLenses } from './machine-lenses.ts';
import { checkOf } from './states-subject.ts';
import { connectMachine, type MachineLink } from './machine-link.ts';
import { showInformationMessage } from '../notices/notices.ts';

/** The type of the panel, also its id in `when` clauses. */
const machinePanelType = 'aftermath.machine';
/** The type of the panel of explored states. */
const statesPanelType = 'aftermath.states';

/** The parts of the extension that the panel needs. */
export interface MachinePanelParts extends Omit<TracePageParts, 'memory'> {
  /** Returns the model of another view, used if no text has the focus. */
  readonly otherDocument: () => vscode.Uri | undefined;
  /** Shows a step of a run in the trace panel, beside the column `apart`. */
  readonly showRun: (subject: RunSubject, step: number, apart: vscode.ViewColumn | undefined) => Promise<void>;
}

/** The machine panel of a window. */
export interface MachinePanel {
  /** Opens the panel, or brings it to the front, with the machine of the argument, or one that the user chooses. */
  readonly show: (argument: unknown) => Promise<void>;
  /** The same with the explored states of a check, in a panel of their own. */
  readonly showStates: (argument: unknown) => Promise<void>;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

/** Creates the panel and its lenses, and restores one that was open before a reload. */
export function createMachinePanel(parts: MachinePanelParts): MachinePanel {
  const changed = new vscode.EventEmitter<void>();
  const lenses = offerMachineLenses(parts.ask, changed.event);
  const keep = <Key extends 'machine' | 'states'>(key: Key, type: string, shows: ContextKey, title: string) =>
    keepPanels<Key, MachineLink>({
      ...{ type, shows, preserveFocus: true },
      create: () => panelBeside(type, title),
      connect: (panel) => connectPanel(panel, parts),
      restore: (state) =>
        isSavedMachine(state) ? { key, show: (open) => showMachine(open, state.subject) } : undefined,
    });
  const panels = keep('machine', machinePanelType, 'showsMachine', vscode.l10n.t('Machine'));
  const states = keep('states', statesPanelType, 'showsStates', vscode.l10n.t('States'));
  return {
    showStates: async (argument) => {
      const subject = await checkOf(parts, argument, states.at('states')?.link.subject());
      if (subject !== undefined) await showMachine(states.reveal('states'), subject);
    },
    show: async (argument) => {
      const subject = await subjectOf(parts, argument, panels.at('machine')?.link.subject());
      if (subject !== undefined) await showMachine(panels.reveal('machine'), subject);
    },
    modelChanged: (uri) => {
      changed.fire();
      void panels.at('machine')?.link.modelChanged(uri);
      void states.at('states')?.link.modelChanged(uri);
    },
    dispose: () => {
      lenses.dispose();
      changed.dispose();
      panels.dispose();
      states.dispose();
    },
  };
}

async function showMachine({ panel, link }: OpenPanel<MachineLink>, subject: MachineSubject): Promise<void> {
  panel.title =
    subject.isCheck === true
      ? vscode.l10n.t('States of {0}', subject.machine)
      : vscode.l10n.t('Machine {0}', subject.machine);
  await link.show(subject);
}

/** Returns the named machine, the one around the cursor, the only one, or the one that the user picks. */
async function subjectOf(
  { ask, otherDocument }: Pick<MachinePanelParts, 'ask' | 'otherDocument'>,
  argument: unknown,
  shown: MachineSubject | undefined,
): Promise<MachineSubject | undefined> {
  const given = argument instanceof vscode.Uri ? argument.toString() : textField(argument, 'uri');
  const uri = given === undefined ? (activeModel() ?? uriOf(shown) ?? otherDocument()) : vscode.Uri.parse(given, true);
  if (uri === undefined) {
    void showInformationMessage(vscode.l10n.t('Open a model first: one of its machines is shown.'));
    return undefined;
  }
  const title = titleOf(uri);
  const [machine, entity] = [textField(argument, 'machine'), textField(argument, 'entity')];
  const subject = (name: string): MachineSubject => ({
    uri: uri.toString(),
    title,
    machine: name,
    ...(entity !== undefined && { entity }),
  });
  if (machine !== undefined) return subject(machine);
  await vscode.workspace.openTextDocument(uri);
  const machines = (await ask(machinesRequest, { uri: uri.toString() }))?.machines ?? [];
  if (machines.length === 0) {
    void showInformationMessage(vscode.l10n.t('{0} has no machine.', title));
    return undefined;
  }
  const [only] = machines;
  if (machines.length === 1 && only !== undefined) return subject(only.name);
  const items = machines.map(({ name, entityCount }) => ({
    label: name,
    description: vscode.l10n.t('run by {0}', entityCount),
  }));
  const placeHolder = vscode.l10n.t('Which machine?');
  const chosen = await vscode.window.showQuickPick(items, { title: placeHolder, placeHolder });
  return chosen && subject(chosen.label);
}

const uriOf = (shown: MachineSubject | undefined): vscode.Uri | undefined => shown && vscode.Uri.parse(shown.uri, true);

/** Sets the page once and connects it; everything is disposed with the panel. */
function connectPanel(panel: vscode.WebviewPanel, parts: MachinePanelParts): MachineLink {
  const { pages, log, ask, positions, stepLine, selection } = parts;
  const link = connectMachine({
    ...pageWorld(panel, log),
    ask,
    positions,
    markStep: stepLine.show,
    selected: (uri, name) => {
      selection.select({ uri, name, by: 'machine' });
    },
    read: (file) => readBounded(vscode.Uri.parse(file, true)),
    reveal: (span, focus) => {
      revealSource(panel, span, { focus }).catch((error: unknown) => {
        log.error('The source of a state was not found.', error);
      });
    },
    toggleBreakpoint,
    showRun: (subject, step) => {
      parts.showRun(subject, step, panel.viewColumn).catch((error: unknown) => {
        log.error('The run to a state was not shown.', error);
      });
    },
    layoutTimeout: () => vscode.workspace.getConfiguration('aftermath.graph').get('layoutTimeout', 5000),
    write: (subject, format, content) => {
      void exportPicture({ uri: subject.uri, name: subject.machine, format, content }, log);
    },
  });
  const subscriptions = [
    selection.listen('machine', ({ uri, name }) => {
      if (name !== undefined) void link.select(uri, name);
    }),
    positions.listen((position) => void link.follow(position)),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      const [selection] = selections;
      if (!panel.visible || selection === undefined || !isModel(textEditor.document)) return;
      const { line, character } = selection.active;
      link.cursorMoved(textEditor.document.uri.toString(), { line, character });
    }),
  ];
  pages.connect(panel, link, { page: 'machine', icon: 'machine', hasLayout: true, subscriptions });
  return link;
}

/** Removes the breakpoints of a line, or sets one there. */
function toggleBreakpoint({ uri, start }: Span): void {
  const place = new vscode.Location(vscode.Uri.parse(uri, true), new vscode.Position(start.line, start.character));
  const there = vscode.debug.breakpoints.filter(
    (each) =>
      each instanceof vscode.SourceBreakpoint &&
      each.location.uri.toString() === place.uri.toString() &&
      each.location.range.start.line === start.line,
  );
  if (there.length > 0) vscode.debug.removeBreakpoints(there);
  else vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(place)]);
}
