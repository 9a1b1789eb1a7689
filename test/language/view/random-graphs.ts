/**
 * Random graphs for layouts and views.
 */
import fc from 'fast-check';
import { graphView, type GraphView } from '../../../language/src/view/graph.ts';
import { makeModel, type EntityLiteral, type RelationLiteral } from '../build-model.ts';

/** Random nesting, with any relation between any two, cycles and loops included. */
export const graphs = (most: number, size: fc.SizeForArbitrary = '='): fc.Arbitrary<GraphView> =>
  fc
    .record({
      parents: fc.array(fc.option(fc.nat(), { nil: undefined }), { minLength: 1, maxLength: most, size }),
      edges: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 2 * most, size }),
    })
    .map(({ parents, edges }) => {
      const names: string[] = [];
      const entities = parents.map((wanted, index): EntityLiteral => {
        const parent = wanted === undefined || index === 0 ? undefined : wanted % index;
        const name = parent === undefined ? `o${index.toString()}` : `${names[parent] ?? ''}.o${index.toString()}`;
        names.push(name);
        return { kind: 'object', name, ...(parent !== undefined && { parent }) };
      });
      const relations = edges.map(([source, target]): RelationLiteral => {
        return { kind: 'refers', source: source % parents.length, target: target % parents.length };
      });
      const { model, sources } = makeModel(entities, relations);
      return graphView(model, sources);
    });

/** Random hosts, servers, spaces and resources, with any relations that are usual between them. */
export const systems = (most: number): fc.Arbitrary<GraphView> =>
  fc
    .record({
      hosts: fc.integer({ min: 0, max: 2 }),
      servers: fc.array(fc.nat(), { minLength: 1, maxLength: most }),
      spaces: fc.array(fc.record({ manager: fc.nat(), type: fc.nat(1), resources: fc.nat(5) }), { maxLength: most }),
      uses: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('holds', 'requests', 'maps', 'holds')), {
        maxLength: 4 * most,
      }),
    })
    .map(({ hosts, servers, spaces, uses }) => {
      const entities: EntityLiteral[] = [];
      const relations: RelationLiteral[] = [];
      const add = (literal: EntityLiteral): number => entities.push(literal) - 1;
      const found = spaces.map(({ type, resources }, at) => {
        const name = `s${at.toString()}`;
        const space = add({ kind: 'space', name, type: `t${type.toString()}` });
        const inner = Array.from({ length: resources }, (_, place) =>
          add({ kind: 'resource', name: `${name}.r${place.toString()}`, parent: space }),
        );
        return { space, inner };
      });
      const nodes = Array.from({ length: hosts }, (_, at) => add({ kind: 'node', name: `h${at.toString()}` }));
      const pds = servers.map((host, at) => {
        const parent = nodes[host % (hosts + 1)];
        const name = `p${at.toString()}`;
        return add(
          parent === undefined
            ? { kind: 'pd', name }
            : { kind: 'pd', name: `h${(host % (hosts + 1)).toString()}.${name}`, parent },
        );
      });
      const at = (list: readonly number[], index: number): number => list[index % list.length] ?? 0;
      spaces.forEach(({ manager }, index) => {
        // Some have no manager.
        if (manager % 4 !== 0)
          relations.push({ kind: 'manages', source: at(pds, manager), target: found[index]?.space ?? 0 });
      });
      const all = found.flatMap(({ space, inner }) => [space, ...inner]);
      for (const [one, other, kind] of uses) {
        if (all.length === 0) break;
        if (kind === 'maps') relations.push({ kind, source: at(all, one), target: at(all, other) });
        else
          relations.push({
            kind: kind === 'holds' ? 'holds' : 'requests',
            source: at(pds, one),
            target: at(all, other),
          });
      }
      const { model, sources } = makeModel(entities, relations);
      return graphView(model, sources);
    });
