/**
 * Lowers entities, one for each copy, in the order of the text. The result of a declaration is kept with its state.
 */
import type { Entity, EntityAction } from '../../model/entity.ts';
import type { Span } from '../../model/span.ts';
import * as ast from '../generated/ast.ts';
import { lowerEach, spanOf } from './collector.ts';
import { documentationOf } from './documentation.ts';
import type { Instance, Instances } from './instances.ts';
import { createKeeper } from './kept-lowering.ts';
import type { PathContext } from './paths.ts';
import { lowerSettings } from './settings.ts';
import { lowerBlock } from './steps.ts';

/** Entities with the spans of their names, by `EntityId`. */
export interface LoweredEntities {
  readonly entities: readonly Entity[];
  readonly spans: readonly Span[];
}

interface Draft {
  readonly entities: Entity[];
  readonly spans: Span[];
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
  { top }: Instances,
  context: PathContext,
): Generator<undefined, LoweredEntities> {
  const draft: Draft = { entities: [], spans: [], bodies: new Map(), context };
  for (const [declaration, copies] of top) {
    if (declaration.$container === document) yield* lowerOnceMore(declaration, copies, draft);
    else yield* lowerCopies(copies, draft);
  }
  return draft;
}

/** Lowers all copies of a declaration, unless the result was kept. */
function* lowerOnceMore(
  declaration: ast.Entity,
  copies: readonly Instance[],
  draft: Draft,
): Generator<undefined, void> {
  const { entities, spans, context } = draft;
  const { places, findings } = context.collector;
  const from = places.length;
  const known = kept.find(declaration, from);
  if (known !== undefined && known.value[0]?.id === copies[0]?.id) {
    for (const entity of known.value) entities.push(entity);
    for (const [index, span] of known.spans.entries()) (index < known.value.length ? spans : places).push(span);
    return;
  }
  const [before, first] = [findings.length, entities.length];
  yield* lowerCopies(copies, draft);
  if (findings.length > before) return;
  kept.keep(declaration, from, {
    value: entities.slice(first),
    spans: [...spans.slice(first), ...places.slice(from)],
  });
}

function* lowerCopies(copies: readonly Instance[], draft: Draft): Generator<undefined, void> {
  for (const copy of copies) {
    lowerWithNested(copy, draft);
    yield;
  }
}

function lowerWithNested(instance: Instance, draft: Draft): void {
  const { bodies, context, entities, spans } = draft;
  const { declaration, nested } = instance;
  let body = bodies.get(declaration);
  if (body === undefined || (isInCopies(instance) && hasBody(declaration))) {
    body = lowerBody(declaration, { ...context, around: instance });
    bodies.set(declaration, body);
  }
  const { span, ...shared } = body;
  entities.push(lowerEntity(instance, entities, shared));
  spans.push(span);
  for (const copies of nested.values()) for (const copy of copies) lowerWithNested(copy, draft);
}

const isInCopies = (instance: Instance): boolean =>
  instance.copy !== undefined || (instance.parent !== undefined && isInCopies(instance.parent));

const hasBody = ({ members }: ast.Entity): boolean =>
  members.some(
    (member) => ast.isSetting(member) || ast.isData(member) || ast.isEntityAction(member) || ast.isDestructor(member),
  );

function lowerEntity(instance: Instance, entities: readonly Entity[], body: Omit<Body, 'span'>): Entity {
  const { declaration, parent } = instance;
  const around = parent && entities[parent.id];
  const inherited = around?.kind === 'space' && declaration.kind === 'resource' ? around.type : undefined;
  return {
    id: instance.id,
    kind: declaration.kind,
    name: instance.name,
    parent: parent?.id,
    type: declaration.type ?? inherited,
    copy: instance.copy,
    root: declaration.modifiers.includes('root'),
    absent: declaration.modifiers.includes('absent') || (around?.absent ?? false),
    ...(declaration.modifiers.includes('protected') ? { protected: true } : {}),
    ...(declaration.modifiers.includes('doomed') ? { doomed: true } : {}),
    machine: undefined,
    ...body,
  };
}

function lowerBody(declaration: ast.Entity, context: PathContext): Body {
  const { collector } = context;
  const { members } = declaration;
  const destructor = members.find(ast.isDestructor);
  const actions = lowerEach(
    members.filter(ast.isEntityAction),
    collector,
    ({ name, parameters, block }): EntityAction => ({
      name,
      parameters: parameters.map((each) => each.name),
      body: lowerBlock(block, context),
    }),
  );
  return {
    settings: lowerSettings(members.filter(ast.isSetting), context),
    data: lowerData(members, context),
    actions,
    destructor: destructor && collector.attempt(() => lowerBlock(destructor.block, context)),
    documentation: documentationOf(declaration),
    span: spanOf(declaration, 'name'),
  };
}

/** Lowers the values in `data`; of a key that is given twice, which is reported, the last. */
function lowerData(members: readonly ast.Member[], context: PathContext): Entity['data'] {
  const settings = members.flatMap((member) => (ast.isData(member) ? member.settings : []));
  return [...new Map(lowerSettings(settings, context).map((each) => [each.name, each])).values()];
}
