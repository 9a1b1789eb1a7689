/**
 * Offers the tools of assistants to the language models of VS Code, and the server of the protocol to its list, where
 * the version of VS Code has these. Both only read the folders of the workspace.
 */
import * as vscode from 'vscode';
import { assistantTools } from '../../../server/src/protocol/assistant-tools.ts';
import { runTool } from './tool-run.ts';

/** The prefix of the tools' names in VS Code, where all extensions share them. */
const prefix = 'aftermath_';

const folders = (): readonly string[] =>
  (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);

/** The language models of an editor; not every version has them, or all of their functions. */
const languageModelsOf = ({ lm }: { readonly lm?: Partial<typeof vscode.lm> }): Partial<typeof vscode.lm> | undefined =>
  lm;

/** Registers the tools and the server. */
export function offerAssistants(context: vscode.ExtensionContext): void {
  const program = context.asAbsolutePath('dist/aftermath.cjs');
  // Other editors with the interface of VS Code have no language models.
  const models = languageModelsOf(vscode);
  for (const tool of assistantTools) {
    const registered = models?.registerTool?.<object>(`${prefix}${tool.name}`, {
      prepareInvocation: () => ({ invocationMessage: tool.title }),
      invoke: async ({ input }, token) => {
        const controller = new AbortController();
        const listening = token.onCancellationRequested(() => {
          controller.abort();
        });
        const text = await runTool(tool, input, { program, folders: folders(), signal: controller.signal });
        listening.dispose();
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      },
    });
    if (registered !== undefined) context.subscriptions.push(registered);
  }
  const offered = models?.registerMcpServerDefinitionProvider?.('aftermath', {
    provideMcpServerDefinitions: () => {
      const given = folders();
      const env = { ELECTRON_RUN_AS_NODE: '1' };
      return given.length === 0
        ? []
        : [new vscode.McpStdioServerDefinition('Aftermath', process.execPath, [program, 'mcp', ...given], env)];
    },
  });
  if (offered !== undefined) context.subscriptions.push(offered);
}
