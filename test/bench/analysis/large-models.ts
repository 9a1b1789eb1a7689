/**
 * Models as large as the analyses must handle, made without a text; the same in each process.
 */
import { relationEnds, relationKinds } from '../../../language/src/model/relation.ts';
import { type EntityKind, entityKinds } from '../../../language/src/model/entity-kind.ts';
import { type Built, type EntityLiteral, makeModel, type RelationLiteral } from '../../language/build-model.ts';
import { createDraws } from '../random.ts';

/**
 * Servers that each manage a space of resources: each requests five spaces of earlier servers, and each of its
 * resources maps to two earlier resources and is held three times. 1,000 servers of 98 resources are 100,000 entities
 * and 497,000 relations.
 */
export function servers(serverCount: number, resourceCount: number): Built {
  const draw = createDraws();
  const entities: EntityLiteral[] = Array.from({ length: serverCount }, () => ({ kind: 'pd' }));
  const relations: RelationLiteral[] = [];
  const space = (server: number): number => serverCount + server * (resourceCount + 1);
  for (let server = 0; server < serverCount; server++) {
    entities.push({ kind: 'space', type: 'block' });
    relations.push({ kind: 'manages', source: server, target: space(server) });
    const earlier = Array.from({ length: server === 0 ? 0 : 5 }, () => space(draw(server)));
    for (const target of earlier) {
      relations.push({ kind: 'requests', source: server, target });
      relations.push({ kind: 'maps', source: space(server), target });
    }
    for (let number = 1; number <= resourceCount; number++) {
      const id = space(server) + number;
      entities.push({ kind: 'resource', parent: space(server) });
      for (let holder = 0; holder < 3; holder++)
        relations.push({ kind: 'holds', source: draw(serverCount), target: id });
      for (const target of earlier.slice(0, 2)) relations.push({ kind: 'maps', source: id, target: target + number });
    }
  }
  return makeModel(entities, relations);
}

/** Entities of all kinds, with relations of all kinds between random legal pairs. */
export function mixture(entityCount: number, relationCount: number): Built {
  const draw = createDraws();
  const idsByKind = new Map<EntityKind, number[]>(entityKinds.map((kind) => [kind, []]));
  const anyOf = (kinds: readonly EntityKind[]): number => {
    const ids = idsByKind.get(kinds[draw(kinds.length)] ?? 'pd') ?? [];
    return ids[draw(ids.length)] ?? 0;
  };
  const shares: readonly EntityKind[] = [
    'pd',
    'space',
    'resource',
    'resource',
    'resource',
    'object',
    'object',
    'object',
  ];
  const entities = Array.from({ length: entityCount }, (_, id): EntityLiteral => {
    // The first entities are one of each kind, so that no kind is missing.
    const kind = entityKinds[id] ?? (draw(5) === 0 ? (['node', 'region'] as const)[draw(2)] : undefined);
    const own = kind ?? shares[draw(shares.length)] ?? 'pd';
    idsByKind.get(own)?.push(id);
    return own === 'resource' ? { kind: own, parent: anyOf(['space']) } : { kind: own };
  });
  const relations = Array.from({ length: relationCount }, (): RelationLiteral => {
    const kind = relationKinds[draw(relationKinds.length)] ?? 'holds';
    const source = anyOf(relationEnds[kind].from);
    const target = anyOf(kind === 'maps' ? [entities[source]?.kind ?? 'space'] : relationEnds[kind].to);
    return { kind, source, target };
  });
  return makeModel(entities, relations);
}

/** Objects with random `destroyed after` relations. */
export function objects(entityCount: number, relationCount: number): Built {
  const draw = createDraws();
  return makeModel(
    Array.from({ length: entityCount }, () => ({ kind: 'object' })),
    Array.from({ length: relationCount }, () => ({
      kind: 'destroyed after',
      source: draw(entityCount),
      target: draw(entityCount),
    })),
  );
}

/** PDs that each die with the previous one, and are destroyed after it. */
export function chain(length: number): Built {
  const links = Array.from({ length: length - 1 }, (_, id) => ({ source: id + 1, target: id }));
  return makeModel(
    Array.from({ length }, () => ({ kind: 'pd' })),
    (['dies with', 'destroyed after'] as const).flatMap((kind) => links.map((link) => ({ kind, ...link }))),
  );
}
