/**
 * Finds who is notified of a crash: living managers learn which of their resources a dead client held, and which of
 * their spaces are lost. Point 6 of the crash cleanup in the language reference.
 */
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Destruction } from './destruction.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import { statementFact, unitStatements } from '../facts/unit-statements.ts';
import type { Spread } from '../facts/spread.ts';

/** One message to a manager: `freed(subject, by)` or `lost(subject)`. */
export interface Notification {
  readonly manager: EntityId;
  readonly event: 'freed' | 'lost';
  /** The freed resource or the lost space. */
  readonly subject: EntityId;
  /** The destroyed PD that held the resource. */
  readonly by?: EntityId;
  readonly because: readonly Fact[];
}

/**
 * Returns first the `freed` messages, then the `lost` ones, each by manager, subject and client in declaration order.
 */
export function notifications(spread: Spread, end: Destruction): Notification[] {
  return [...freed(spread, end), ...lost(spread, end)];
}

function freed({ index }: Spread, end: Destruction): Notification[] {
  const found: Notification[] = [];
  const managers = index.to('manages');
  for (const { id, source, target } of index.all('holds')) {
    const space = at(index.spaceOf, target);
    if (space < 0 || !end.isDestroyed(source) || !lives(end, target)) continue;
    for (let edge = at(managers.offsets, space); edge < at(managers.offsets, space + 1); edge++) {
      const manager = at(managers.targets, edge);
      const manages = at(managers.labels, edge);
      if (!lives(end, manager)) continue;
      found.push({
        manager,
        event: 'freed',
        subject: target,
        by: source,
        get because() {
          const { model } = index;
          const statement = unitStatements(model).get(target);
          return [
            ...end.because(source),
            relationFact(model, id),
            nestingFact(model, target),
            relationFact(model, manages),
            ...(statement === undefined ? [] : [statementFact(model, statement)]),
          ];
        },
      });
    }
  }
  return inOrder(found);
}

function lost({ index }: Spread, end: Destruction): Notification[] {
  const found: Notification[] = [];
  for (const { id, source, target } of index.all('manages')) {
    if (!end.isDestroyed(target) || !lives(end, source)) continue;
    found.push({
      manager: source,
      event: 'lost',
      subject: target,
      get because() {
        return [...end.because(target), relationFact(index.model, id)];
      },
    });
  }
  return inOrder(found);
}

function lives(end: Destruction, entity: EntityId): boolean {
  return end.aliveBefore[entity] === 1 && !end.isDestroyed(entity);
}

/** Sorts the messages and removes duplicates. */
function inOrder(found: Notification[]): Notification[] {
  const compare = (a: Notification, b: Notification): number =>
    a.manager - b.manager || a.subject - b.subject || (a.by ?? -1) - (b.by ?? -1);
  return found.sort(compare).filter((each, index) => {
    const before = found[index - 1];
    return before === undefined || compare(before, each) !== 0;
  });
}
