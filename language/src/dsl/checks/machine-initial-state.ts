/**
 * A machine or state whose inner states have no initial one, or several: it could not start.
 */
import { type AstNode, AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import type { LanguageCheck } from './check.ts';

export const machineInitialState: LanguageCheck = {
  code: 'machine/initial-state',
  severity: 'error',
  run(document, report) {
    for (const node of AstUtils.streamAllContents(document)) {
      if (!ast.isMachine(node) && !ast.isState(node)) continue;
      const members: readonly AstNode[] = node.members;
      const states = members.filter(ast.isState);
      const [first, second] = states.filter(({ initial }) => initial);
      const what = `${ast.isMachine(node) ? 'machine' : 'state'} "${node.name}"`;
      if (states.length > 0 && first === undefined) {
        report(node, 'name', `The ${what} has no initial state. Write "initial" before the state in which it begins.`);
      } else if (second !== undefined && first !== undefined) {
        report(
          second,
          'name',
          `The ${what} has an initial state already, "${first.name}". Leave out one "initial".`,
          first,
        );
      }
    }
  },
};
