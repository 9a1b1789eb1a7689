/**
 * Makes a model of a Compose project: services, the volumes and networks that outlive them, and the order in which
 * `docker compose` stops and starts them.
 */
import { append } from '../../model/common/append.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { Entity, Setting } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { writeName } from '../../model/language-names.ts';
import { emptyModel } from '../../model/model.ts';
import type { Relation, RelationKind } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import type { Imported } from '../import/imported.ts';
import { blankEntity } from '../import/statements.ts';
import type { ComposeProject } from './compose-project.ts';
import { entryIn, isTrue } from './compose-values.ts';
import type { ComposeService, VolumeUse } from './services.ts';

/** An entity in the making, with the relations in its body. */
interface Making {
  readonly entity: Omit<Entity, 'id'>;
  readonly place: Span;
  /** Its name in the project, with its kind: `service web`. */
  readonly key: string;
}

interface Statement {
  readonly kind: RelationKind;
  readonly from: string;
  readonly to: string;
  readonly as?: string;
  readonly place: Span;
  readonly words: string;
}

/** Returns the model of a project. `O(services + relations)`. */
export function composeModel(project: ComposeProject, services: readonly ComposeService[], place: Span): Imported {
  const makings = [
    projectEntity(place),
    ...services.flatMap(serviceEntities),
    ...resourceEntities('network', services, project),
    ...resourceEntities('volume', services, project),
  ];
  const ids = new Map<string, EntityId[]>();
  for (const [id, { key }] of makings.entries()) append(ids, key, id);
  const relations: Omit<Relation, 'id'>[] = [];
  const stated: Statement[] = [];
  for (const statement of statementsOf(services, project, place)) {
    for (const source of ids.get(statement.from) ?? []) {
      for (const target of ids.get(statement.to) ?? []) {
        const { kind, as } = statement;
        relations.push({ kind, source, target, as, notify: undefined, nested: false });
        stated.push(statement);
      }
    }
  }
  const order = relations
    .map((_, index) => index)
    .sort((a, b) => itemAt(relations, a).source - itemAt(relations, b).source || a - b);
  return {
    model: {
      ...emptyModel,
      entities: makings.map(({ entity }, id) => ({ id, ...entity })),
      relations: order.flatMap((index, id) => relations.slice(index, index + 1).map((own) => ({ id, ...own }))),
    },
    sources: {
      entities: makings.map((making) => making.place),
      relations: order.map((index) => stated[index]?.place ?? place),
      places: [],
      policies: [],
    },
    words: { relations: new Map(order.map((index, id) => [id, stated[index]?.words ?? ''])) },
  };
}

const projectName = 'project';

/** Returns the name of a service: it depends on no other service, so that it stays the same over imports. */
const serviceName = (name: string): string => writeName(name === projectName ? `services/${name}` : name);

/** Returns what `docker compose down` names: everything that it stops stops with it. */
function projectEntity(place: Span): Making {
  return {
    entity: { ...blankEntity, kind: 'object', name: projectName, type: 'project', root: true },
    place,
    key: 'project',
  };
}

function serviceEntities({ name, place, replicas, isActive, data }: ComposeService): Making[] {
  const entity = {
    ...blankEntity,
    kind: 'pd',
    type: 'service',
    absent: !isActive || replicas === 0,
    data: data.map(([key, value]): Setting => ({ name: key, value: { kind: 'text', parts: [value] } })),
  } as const;
  const own = { place, key: `service ${name}` };
  if (replicas <= 1) return [{ ...own, entity: { ...entity, name: serviceName(name) } }];
  return Array.from({ length: replicas }, (_, copy) => ({
    ...own,
    entity: { ...entity, name: `${serviceName(name)}[${String(copy)}]`, copy },
  }));
}

function resourceEntities(
  kind: 'network' | 'volume',
  services: readonly ComposeService[],
  project: ComposeProject,
): Making[] {
  const declared = kind === 'network' ? project.networks : project.volumes;
  const places = new Map<string, Span>([...declared].map(([name, { place }]) => [name, place]));
  for (const use of services.flatMap((service) => usesOf(service, kind)))
    if (!places.has(use.name)) places.set(use.name, use.place);
  return [...places].map(([name, place]) => {
    const isExternal = isExternalIn(project, kind, name);
    const data: Setting[] = isExternal ? [{ name: 'external', value: { kind: 'boolean', value: true } }] : [];
    const entity = {
      ...blankEntity,
      kind: 'object',
      name: writeName(`${kind}s/${name}`),
      type: kind,
      root: true,
      data,
    } as const;
    return { entity, place, key: `${kind} ${name}` };
  });
}

const usesOf = (service: ComposeService, kind: 'network' | 'volume'): readonly VolumeUse[] =>
  kind === 'network' ? service.networks : service.volumes;

function isExternalIn({ networks, volumes }: ComposeProject, kind: 'network' | 'volume', name: string): boolean {
  const external = entryIn((kind === 'network' ? networks : volumes).get(name), 'external');
  return external?.is === 'map' || isTrue(external);
}

function statementsOf(services: readonly ComposeService[], project: ComposeProject, place: Span): Statement[] {
  const isThere = new Set(services.filter(({ isActive }) => isActive).map(({ name }) => name));
  const statements: Statement[] = [];
  const networks = new Set<string>();
  for (const service of services) {
    const from = `service ${service.name}`;
    statements.push({
      kind: 'stops with',
      from,
      to: 'project',
      place: service.place,
      words: `services: ${service.name}`,
    });
    for (const { to, isShared, isRequired, restarts, ...said } of service.links) {
      const other = { from, to: `service ${to}`, ...said };
      if (isShared) statements.push({ ...other, kind: 'needs' });
      else if (isRequired && isThere.has(to)) statements.push({ ...other, kind: 'needs', as: 'start' });
      if (restarts) statements.push({ ...other, kind: 'stops with' });
      statements.push({ ...other, kind: 'destroyed after', from: other.to, to: from });
    }
    for (const kind of ['network', 'volume'] as const) {
      for (const { name, ...said } of usesOf(service, kind)) {
        const to = `${kind} ${name}`;
        if (kind === 'network') networks.add(name);
        statements.push({ kind: 'needs', from, to, as: 'start', ...said });
        statements.push({ kind: 'protects', from, to, ...said });
        statements.push({ kind: 'destroyed after', from: to, to: from, ...said });
      }
    }
  }
  for (const name of networks) {
    if (isExternalIn(project, 'network', name)) continue;
    const words = `networks: ${name}`;
    statements.push({
      kind: 'stops with',
      from: `network ${name}`,
      to: 'project',
      place: project.networks.get(name)?.place ?? place,
      words,
    });
  }
  return statements;
}
