/**
 * Finds messages with more or fewer arguments than their event has parameters, and transitions that name more
 * parameters than there are. A transition may omit all names, or the last ones.
 */
import { isBuiltIn, signature } from '../types/built-ins.ts';
import * as ast from '../generated/ast.ts';
import { eventParameters } from '../types/typing.ts';
import type { LanguageRule, LanguageFault } from './rule.ts';
import type { EventNode } from './machine-shape.ts';
import { t } from '../../model/common/translation.ts';

/** Reports wrong numbers of arguments and parameters. */
export const eventArguments: LanguageRule = {
  code: 'event/arguments',
  run(tree, report) {
    for (const node of [...tree.all('Send'), ...tree.all('Raise')]) {
      const event = node.event.ref;
      if (event !== undefined && node.arguments.length !== countOf(event))
        report(wrongCount(node, event, [t`argument`, t`arguments`]));
    }
    for (const node of tree.all('Message')) {
      const event = node.event.ref;
      const isWrong = event !== undefined && node.hasArguments && node.arguments.length !== countOf(event);
      if (isWrong) report(wrongCount(node, event, [t`argument`, t`arguments`]));
    }
    for (const node of tree.all('EventTrigger')) {
      const event = node.event.ref;
      if (event !== undefined && node.parameters.length > countOf(event))
        report(wrongCount(node, event, [t`name`, t`names`]));
    }
  },
};

const countOf = (event: EventNode): number => eventParameters(event).length;

function wrongCount(
  node: ast.Send | ast.Raise | ast.Message | ast.EventTrigger,
  event: EventNode,
  [one, several]: readonly [one: string, several: string],
): LanguageFault {
  const wanted = countOf(event);
  const given = ast.isEventTrigger(node) ? node.parameters.length : node.arguments.length;
  const number = wanted === 0 ? t`no ${several}` : `${wanted} ${wanted === 1 ? one : several}`;
  const but = given === 0 ? t`none` : `${given}`;
  const fault = {
    node,
    property: 'event',
    message: t`"${event.name}" takes ${number}, not ${but}: ${signatureOf(event)}.`,
  };
  return isBuiltIn(event)
    ? fault
    : { ...fault, related: [{ node: event, property: 'name', message: t`The event is declared here.` }] };
}

function signatureOf(event: EventNode): string {
  if (isBuiltIn(event)) return signature(event);
  return event.$cstNode?.text.replace(/^event\s+/, '') ?? event.name;
}
