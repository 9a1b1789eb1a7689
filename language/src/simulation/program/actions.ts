/** Compiles actions to functions of a frame. Ending entities and bringing them to life is in `kernel`. */
import type { Action, Assignable, PlaceId } from '../../model/machines/action.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { assign, setValue } from '../kernel/assignment.ts';
import { isAlive } from '../kernel/graph-now.ts';
import { cutInto, linkNow, unlinkNow } from '../kernel/endings/links.ts';
import { collectNow, deleteNow, destroyNow, evictNow } from '../kernel/endings/ends.ts';
import { compileExpression, textOf } from './expressions.ts';
import { crashNow, createNow, moveNow, restartNow } from '../kernel/endings/life.ts';
import { takeBack } from '../kernel/agenda.ts';
import { raise, send, sendLater } from '../kernel/messages.ts';
import { isTrue } from '../kernel/operators.ts';
import { remark, remember } from '../kernel/remarks.ts';
import type { Evaluate, Execute, Frame, Run } from '../kernel/run.ts';
import { RunError, placed } from '../values/run-error.ts';
import { localIndex, type Scope, withLocal } from './scope.ts';
import { entityIn, isKind, itemsOf } from '../values/values.ts';
import { spend } from '../values/work.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Policy } from '../../model/policy.ts';
import { t } from '../../model/common/translation.ts';

/** Compiles a block: its actions in sequence. An action after the end of its own entity is skipped. */
export function compileActions(actions: readonly Action[], scope: Scope): Execute {
  const compiled = actions.map((action) => compileAction(action, scope));
  const [only] = compiled;
  if (only !== undefined && compiled.length === 1) return only;
  if (!actions.some(mayEnd)) {
    return (frame) => {
      for (const execute of compiled) execute(frame);
    };
  }
  return (frame) => {
    const { run, self } = frame;
    const life = run.state.lives[self];
    for (const execute of compiled) {
      execute(frame);
      if (self >= 0 && (!isAlive(run.state, self) || run.state.lives[self] !== life)) return;
    }
  };
}

/** Returns true if an action may end the entity that it belongs to. */
function mayEnd(action: Action): boolean {
  switch (action.kind) {
    case 'if':
      return [...action.then, ...action.else].some(mayEnd);
    case 'for':
      return action.body.some(mayEnd);
    case 'crash':
    case 'halt':
    case 'destroy':
    case 'evict':
    case 'delete':
    case 'collect':
      return true;
    default:
      return false;
  }
}

/** Compiles one action; an error in it gets its place. */
export function compileAction(action: Action, scope: Scope): Execute {
  const execute = compile(action, scope);
  const { place } = action;
  // No separate function for each call: this is where a run spends its time.
  return (frame) => {
    try {
      execute(frame);
    } catch (error) {
      throw placed(error, place);
    }
  };
}

/** The values that an action examines, as a rule. */
const workOfAction = 8;

function compile(action: Action, scope: Scope): Execute {
  const expression = (each: Expression): Evaluate => compileExpression(each, scope);
  switch (action.kind) {
    case 'assign':
    case 'set':
      return compileAssignment(action.target, expression(action.value), scope);
    case 'send': {
      const values = action.arguments.map(expression);
      const to = expression(action.to);
      const { event, place } = action;
      const delay = action.after === undefined ? undefined : expression(action.after);
      return (frame) => {
        const from = frame.self < 0 ? undefined : frame.self;
        const sending = { from, event, place, arguments: values.map((value) => value(frame)) };
        if (delay === undefined) send(frame.run, sending, to(frame));
        else sendLater(frame.run, sending, to(frame), delay(frame));
      };
    }
    case 'cancel':
      return (frame) => {
        takeBack(frame.run, frame.self, action.event);
      };
    case 'raise': {
      const values = action.arguments.map(expression);
      const { event, place } = action;
      return (frame) => {
        raise(frame.run, frame.self, { event, place, arguments: values.map((value) => value(frame)) });
      };
    }
    case 'log':
    case 'report':
      return compileSaying(action.kind, expression(action.text), action.place);
    case 'if': {
      const condition = expression(action.condition);
      const [then, otherwise] = [compileActions(action.then, scope), compileActions(action.else, scope)];
      return (frame) => {
        if (isTrue(condition(frame))) then(frame);
        else otherwise(frame);
      };
    }
    case 'for': {
      const inner = withLocal(scope, action.variable);
      const index = localIndex(inner, action.variable);
      const [set, body] = [expression(action.set), compileActions(action.body, inner)];
      return (frame) => {
        for (const item of itemsOf(set(frame))) {
          spend(workOfAction);
          frame.locals[index] = item;
          body(frame);
        }
      };
    }
    case 'link':
    case 'unlink':
      return compileLink(action, scope);
    case 'move': {
      const [subject, to] = [expression(action.subject), expression(action.to)];
      return (frame) => {
        for (const each of itemsOf(subject(frame)))
          moveNow(
            frame.run,
            entityIn(each),
            entityIn(to(frame), () => t`a node`),
            action.place,
          );
      };
    }
    default:
      return compileEnd(action, scope);
  }
}

function compileAssignment(target: Assignable, value: Evaluate, scope: Scope): Execute {
  const key = target.key === undefined ? undefined : compileExpression(target.key, scope);
  const { name } = target;
  if (target.of === undefined) {
    const slot = scope.machine?.slots.get(name);
    return (frame) => {
      if (slot === undefined) throw new RunError('run/value', t`There is no variable "${name}" here.`);
      assign(frame.run, frame.self, slot, key?.(frame), value(frame));
    };
  }
  const owner = compileExpression(target.of, scope);
  return (frame) => {
    setValue(frame.run, owner(frame), name, key?.(frame), value(frame));
  };
}

function compileSaying(kind: 'log' | 'report', value: Evaluate, place: PlaceId): Execute {
  return (frame) => {
    const { run, self } = frame;
    const text = textOf(run.program, value(frame));
    if (kind === 'report') {
      remark(run, { code: 'run/report', message: text, place });
      return;
    }
    remember(run, { kind: 'log', text });
    run.tell?.({ kind: 'logged', text, entity: self < 0 ? undefined : self });
  };
}

/** Copying this many links costs as much work as one value. */
const linksAtOnce = 8;

function compileLink(action: Extract<Action, { readonly kind: 'link' | 'unlink' }>, scope: Scope): Execute {
  const source = compileExpression(action.source, scope);
  const targets = action.targets.map(({ target, as }) => ({ target: compileExpression(target, scope), as }));
  const { relation, notify, place } = action;
  return (frame) => {
    for (const from of itemsOf(source(frame))) {
      for (const { target, as } of targets) {
        for (const to of itemsOf(target(frame))) {
          spend(frame.run.state.links.length / linksAtOnce);
          const ends = { kind: relation, source: entityIn(from), target: entityIn(to), notify };
          if (action.kind === 'link') linkNow(frame.run, { ...ends, notify: notify ?? undefined, as }, place);
          else unlinkNow(frame.run, ends, place);
        }
      }
    }
  };
}

/** Counts the work of an action that ends something, which goes through all entities and links. */
const spendOnEnd = ({ program, state }: Run): void => {
  spend(program.model.entities.length + state.links.length / linksAtOnce);
};

type EndAction = Extract<
  Action,
  { readonly targets: readonly Expression[]; readonly policy: Expression | undefined } | { readonly kind: 'collect' }
>;

function compileEnd(action: EndAction, scope: Scope): Execute {
  const meant = compilePolicy(action.policy, scope);
  const policyOf = (frame: Frame): Policy => {
    const policy = meant(frame);
    frame.run.cover?.policy(policy);
    return policy;
  };
  const { place } = action;
  if (action.kind === 'collect') {
    return (frame) => {
      spendOnEnd(frame.run);
      collectNow(frame.run, action.moment, policyOf(frame), place);
    };
  }
  const targets = action.targets.map((target) => compileExpression(target, scope));
  const all = (frame: Frame): EntityId[] => {
    const found = targets.flatMap((target) => itemsOf(target(frame)).map((each) => entityIn(each)));
    spend(found.length * workOfAction);
    return found;
  };
  switch (action.kind) {
    case 'create':
      return (frame) => {
        for (const entity of all(frame)) createNow(frame.run, entity, place);
      };
    case 'restart':
      return (frame) => {
        for (const entity of all(frame)) restartNow(frame.run, entity, place);
      };
    case 'crash':
    case 'halt':
      return (frame) => {
        spendOnEnd(frame.run);
        crashNow(frame.run, all(frame), policyOf(frame), { place, isFinal: action.kind === 'halt' });
      };
    case 'destroy':
      return (frame) => {
        spendOnEnd(frame.run);
        destroyNow(frame.run, all(frame), policyOf(frame), place);
      };
    case 'evict':
      return (frame) => {
        spendOnEnd(frame.run);
        evictNow(frame.run, all(frame), policyOf(frame), place);
      };
    case 'remove':
      return (frame) => {
        spendOnEnd(frame.run);
        cutInto(frame.run, all(frame));
      };
    case 'delete':
      return (frame) => {
        const policy = policyOf(frame);
        spendOnEnd(frame.run);
        deleteNow(frame.run, all(frame), action.mode, { policy, place });
      };
  }
}

function compilePolicy(expression: Expression | undefined, scope: Scope): (frame: Frame) => Policy {
  if (expression === undefined) return ({ run }) => run.program.defaultPolicy;
  const compiled = compileExpression(expression, scope);
  return (frame) => {
    const value = compiled(frame);
    const name = isKind(value, 'policy') || isKind(value, 'symbol') ? value.name : undefined;
    const policy = frame.run.program.policies.find((each) => each.name === name);
    if (policy === undefined) throw new RunError('run/value', t`This is not a policy.`);
    return policy;
  };
}
