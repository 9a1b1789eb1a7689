/**
 * Lowers entities, one for each copy, in the order of the text. The result of a declaration is kept with its state.
 */
import { AstUtils } from 'langium';
import type { Entity, EntityAction, Setting } from '../../model/entity.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { otherSpellings } from '../../model/fixed-settings.ts';
import type { Uses } from '../../model/model.ts';
import type { Span } from '../../model/span.ts';
import * as ast from '../generated/ast.ts';
import { standardScheme } from '../names/visible.ts';
import { labelOf } from '../types/bodies.ts';
import { type BodyInContext, bodiesOfInstance } from './class-members.ts';
import { withParameters } from './class-parameters.ts';
import { type Collector, lowerEach, spanOf, useOf } from './collector.ts';
import { documentationOf } from './documentation.ts';
import { type Instance, type Instances, writtenAt } from './instances.ts';
import { createKeeper } from './kept-lowering.ts';
import type { PathContext } from './path-context.ts';
import { lowerSettings } from './settings.ts';
import { lowerBlock } from './steps.ts';

/** Entities with the spans of their names, by `EntityId`. */
export interface LoweredEntities {
  readonly entities: readonly Entity[];
  readonly spans: readonly Span[];
  readonly uses: Uses;
}

interface Draft {
  readonly entities: Entity[];
  readonly spans: Span[];
  readonly uses: Map<Span, Span>;
  readonly bodies: Map<ast.Entity, Body>;
  readonly context: PathContext;
}

/** The parts that all copies of a declaration share; lowered for each copy if copies make a difference. */
type Body = Pick<Entity, 'settings' | 'data' | 'actions' | 'destructor' | 'documentation'> & { readonly span: Span };

/** The entities, with the spans of their names followed by those of the locations inside. */
const kept = createKeeper<readonly Entity[]>();

/** Lowers all entities; those of `document`, the file itself, may be kept from before. */
export function* lowerEntities(
  document: ast.Document,
  instances: Instances,
  context: PathContext,
): Generator<undefined, LoweredEntities> {
  const draft: Draft = { entities: [], spans: [], uses: new Map(), bodies: new Map(), context };
  for (const [declaration, copies] of instances.top) {
    const isKept = declaration.$container === document && !instances.withClasses.has(declaration);
    if (!isKept) yield* lowerCopies(copies, draft);
    else if (!takeKept(declaration, copies, draft)) yield* lowerAndKeep(declaration, copies, draft);
  }
  return draft;
}

/** Adds the result for all copies of a declaration, if it was kept. */
function takeKept(declaration: ast.Entity, copies: readonly Instance[], { entities, spans, context }: Draft): boolean {
  const { places } = context.collector;
  const known = kept.find(declaration, { from: places.length, version: context.names.version });
  if (known === undefined || known.value[0]?.id !== copies[0]?.id) return false;
  for (const entity of known.value) entities.push(entity);
  const { length } = known.value;
  for (let index = 0; index < known.spans.length; index++)
    (index < length ? spans : places).push(itemAt(known.spans, index));
  return true;
}

function* lowerAndKeep(declaration: ast.Entity, copies: readonly Instance[], draft: Draft): Generator<undefined, void> {
  const { entities, spans, context } = draft;
  const { places, findings } = context.collector;
  const at = { from: places.length, version: context.names.version };
  const [before, first] = [findings.length, entities.length];
  yield* lowerCopies(copies, draft);
  if (findings.length > before) return;
  kept.keep(declaration, at, {
    value: entities.slice(first),
    spans: [...spans.slice(first), ...places.slice(at.from)],
  });
}

function* lowerCopies(copies: readonly Instance[], draft: Draft): Generator<undefined, void> {
  for (const copy of copies) {
    lowerWithNested(copy, draft);
    yield;
  }
}

function lowerWithNested(instance: Instance, draft: Draft): void {
  const { bodies, context, entities, spans, uses } = draft;
  const { declaration, nested } = instance;
  const written = writtenAt(instance);
  const before = context.collector.lowersFor(written);
  let body = bodies.get(declaration);
  if (body === undefined || (isInCopies(instance) && hasBody(declaration)) || isOfClass(instance)) {
    body = lowerBody(instance, context);
    bodies.set(declaration, body);
  }
  const { span, ...shared } = body;
  entities.push(lowerEntity(instance, draft, shared));
  spans.push(span);
  const use = written === declaration ? undefined : useOf(span, written);
  if (use !== undefined) uses.set(span, use);
  for (const copies of nested.values()) for (const copy of copies) lowerWithNested(copy, draft);
  context.collector.lowersFor(before);
}

const isInCopies = (instance: Instance): boolean =>
  instance.copy !== undefined || (instance.parent !== undefined && isInCopies(instance.parent));

/** Returns true if an instance, or one around it, has a class: what is in a class differs with the instance. */
const isOfClass = (instance: Instance): boolean =>
  instance.classes.length > 0 || (instance.parent !== undefined && isOfClass(instance.parent));

const hasBody = ({ members }: ast.Entity): boolean =>
  members.some(
    (member) => ast.isSetting(member) || ast.isData(member) || ast.isEntityAction(member) || ast.isDestructor(member),
  );

function lowerEntity(
  instance: Instance,
  { entities, context }: Pick<Draft, 'entities' | 'context'>,
  body: Omit<Body, 'span'>,
): Entity {
  const { declaration, parent } = instance;
  const around = parent && entities[parent.id];
  const inherited = around?.kind === 'space' && declaration.kind === 'resource' ? around.type : undefined;
  return {
    id: instance.id,
    kind: declaration.kind,
    name: instance.name,
    parent: parent?.id,
    type: labelOf(declaration) ?? inherited,
    ...classesOf(instance, context),
    copy: instance.copy,
    root: declaration.modifiers.includes('root'),
    absent: declaration.modifiers.includes('absent') || (around?.absent ?? false),
    ...(declaration.modifiers.includes('protected') ? { protected: true } : {}),
    ...(declaration.modifiers.includes('doomed') ? { doomed: true } : {}),
    machine: undefined,
    ...body,
  };
}

function classesOf({ classes }: Instance, { names }: PathContext): Pick<Entity, 'classes' | 'standard'> {
  if (classes.length === 0) return {};
  const standard = classes.flatMap((each) => {
    const { scheme, path } = AstUtils.getDocument(each).uri;
    return scheme === standardScheme ? [`${path.replace(/^\/|\.aft$/gu, '')} ${each.name}`] : [];
  });
  return { classes: classes.map(names.of), ...(standard.length > 0 && { standard }) };
}

function lowerBody(instance: Instance, context: PathContext): Body {
  const { collector } = context;
  const { declaration } = instance;
  const bodies = bodiesOfInstance(instance, context);
  const actions = bodies.flatMap(({ members, context: there }) =>
    lowerEach(members.filter(ast.isEntityAction), collector, ({ name, parameters, block }): EntityAction => ({
      name,
      parameters: parameters.map((each) => each.name),
      body: lowerBlock(block, there),
    })),
  );
  const { settings, data } = withParameters(
    instance,
    bodies.flatMap(({ members, context: there }) => lowerSettings(members.filter(ast.isSetting), there)),
    context,
  );
  const written = bodies.flatMap(({ members, context: there }) => lowerData(members, there));
  const hasClass = instance.classes.length > 0;
  return {
    settings: hasClass ? lastOfEach(settings, spellingIn(declaration.kind)) : settings,
    data: lastOfEach([...data, ...written]),
    actions: hasClass ? lastOfEach(actions) : actions,
    destructor: lowerDestructor(bodies, collector),
    documentation: documentationOf(declaration),
    span: spanOf(declaration, 'name'),
  };
}

/** Lowers the blocks `on destroy` of an instance into one: that of the most derived class first. */
function lowerDestructor(bodies: readonly BodyInContext[], collector: Collector): Entity['destructor'] {
  const blocks = bodies.toReversed().flatMap(({ members, context }) => {
    const destructor = members.find(ast.isDestructor);
    return destructor === undefined ? [] : [{ destructor, context }];
  });
  if (blocks.length === 0) return undefined;
  const lowered = lowerEach(blocks, collector, ({ destructor, context }) => lowerBlock(destructor.block, context));
  return lowered.length === 0 ? undefined : lowered.flat();
}

/** Lowers the values in `data`. */
const lowerData = (members: readonly ast.ClassMember[], context: PathContext): Setting[] =>
  lowerSettings(
    members.flatMap((member) => (ast.isData(member) ? member.settings : [])),
    context,
  );

/** Returns the last of each name; of a name that is given twice in one body, which is reported, that is the last. */
const lastOfEach = <T extends { readonly name: string }>(
  items: readonly T[],
  keyOf: (item: T) => string = ({ name }) => name,
): T[] => [...new Map(items.map((each) => [keyOf(each), each])).values()];

/**
 * Settings of one spelling replace each other: a rate that an instance gives, and the mean time of its class. What is
 * called so elsewhere is a setting of its own, and a number is a parameter of the machine.
 */
const spellingIn =
  (kind: ast.Entity['kind']) =>
  ({ name, value }: Setting): string =>
    (kind === 'pd' || kind === 'node') && value.kind !== 'number' ? (otherSpellings.get(name) ?? name) : name;
