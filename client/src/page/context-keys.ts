/**
 * The context keys that enable commands, beyond those of VS Code itself; all of them are set here.
 */
import * as vscode from 'vscode';

/**
 * The keys `aftermath.did…` tick the steps of the walkthrough. `aftermath.hasModel` is true while there is an active
 * model; `aftermath.isModelEmpty` if it declares no entity; the keys `aftermath.modelHas…` say what it declares.
 * `aftermath.entityGrouping`, `aftermath.hasEntityFilter` and `aftermath.hasMarks` say how the tree of entities is
 * shown. `aftermath.hasPlans` is true while there are recent plans, `aftermath.hasComparison` while Problems lists how
 * the running system differs. `aftermath.showsGraph` is true while the graph panel is open, `aftermath.showsTrace`
 * while the trace panel is, `aftermath.showsMachine` while the machine panel is, `aftermath.showsStates` while the
 * panel of explored states is, `aftermath.showsReport` while any report is. `aftermath.runsPrograms` is true where the
 * extension can start programs, which it cannot in a browser. `aftermath.hasScenarios` is true while the Testing view
 * has any of our scenarios.
 */
export type ContextKey =
  | 'showsGraph'
  | 'showsMachine'
  | 'showsReport'
  | 'showsStates'
  | 'showsTrace'
  | 'hasScenarios'
  | 'runsPrograms'
  | 'hasModel'
  | 'isModelEmpty'
  | 'modelHasScenarios'
  | 'modelHasChecks'
  | 'modelHasMachines'
  | 'entityGrouping'
  | 'hasEntityFilter'
  | 'hasMarks'
  | 'hasPlans'
  | 'hasComparison'
  | 'didOpenExamples'
  | 'didShowGraph'
  | 'didSimulateCrash'
  | 'didShowPlan'
  | 'didRunScenario'
  | 'didVerify';

const values = new Map<ContextKey, boolean | string>();

/** Sets a context key. */
export function setContextKey(key: ContextKey, value: boolean | string): void {
  if (values.get(key) === value) return;
  values.set(key, value);
  void vscode.commands.executeCommand('setContext', `aftermath.${key}`, value);
}

/** Clears the keys, because an extension that has stopped answers no command. */
export function clearContextKeys(): void {
  for (const key of values.keys()) void vscode.commands.executeCommand('setContext', `aftermath.${key}`, undefined);
  values.clear();
}
