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
