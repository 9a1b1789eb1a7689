import assert from 'node:assert/strict';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { Span } from '../../../language/src/model/span.ts';
import { graphView } from '../../../language/src/view/graph.ts';
import { buildModel, type Built } from '../build-model.ts';
import { everything, keyValueStore } from './sample-model.ts';

const graphOf = ({ model, sources }: Built) => graphView(model, sources);

const finding = (code: string, span: Span, related: readonly Span[] = []): Finding => ({
  code,
  severity: 'warning',
  message: `About ${code}.`,
  span,
  related: related.map((place) => ({ message: 'Here.', span: place })),
});

describe('The graph of a model', () => {
  it('has a node for every entity, in declaration order, with what it is nested in', () => {
    const { nodes, entityCount } = graphOf(keyValueStore());
    assert.equal(entityCount, 14);
    assert.deepEqual(
      nodes.slice(0, 3).map(({ id, label, kind, type, parent }) => [id, label, kind, type, parent]),
      [
        ['disk1', 'disk1', 'space', 'block', undefined],
        ['disk1.block1', 'block1', 'resource', nodes[1]?.type, 'disk1'],
        ['disk2', 'disk2', 'space', 'block', undefined],
      ],
    );
  });

  it('has an edge for every relation that nesting does not say', () => {
    const built = everything();
    const said = built.model.relations.filter((relation) => !relation.nested);
    const { edges } = graphOf(built);
    assert.equal(edges.length, said.length);
    assert.ok(said.length < built.model.relations.length, 'the sample nests objects in objects');
    assert.ok(edges.some((edge) => edge.id === 'environment.app.net|destroyed after|environment.app.vm'));
    assert.equal(edges.find((edge) => edge.kind === 'destroyed after')?.notify, 'detach');
    assert.equal(edges.find((edge) => edge.id === 'client|holds|pool.page')?.as, 'rw');
  });

  it('gives each of several relations between the same two its own id', () => {
    const { edges } = graphOf(buildModel('pd p\npd q\np holds q as r\np holds q as w\np holds q as x'));
    assert.deepEqual(
      edges.map((edge) => [edge.id, edge.as]),
      [
        ['p|holds|q', 'r'],
        ['p|holds|q#2', 'w'],
        ['p|holds|q#3', 'x'],
      ],
    );
  });

  it('is plain JSON', () => {
    const graph = graphOf(everything());
    assert.deepEqual(JSON.parse(JSON.stringify(graph)), graph);
  });

  it('marks the entity or relation that a finding is about', () => {
    const built = keyValueStore();
    const { model, sources } = built;
    const entity = sources.entities[built.id('files')];
    const relation = sources.relations[0];
    assert.ok(entity !== undefined && relation !== undefined);
    const findings = [finding('space/no-manager', entity), finding('map/odd', relation)];
    const { nodes, edges } = graphView(model, sources, { findings });
    const marked = nodes.filter((node) => node.problems !== undefined);
    assert.deepEqual(
      marked.map((node) => [node.id, node.problems?.map((problem) => problem.code)]),
      [['files', ['space/no-manager']]],
    );
    assert.deepEqual(
      edges.filter((edge) => edge.problems !== undefined).map((edge) => edge.id),
      ['files|maps|disk1'],
    );
  });

  it('marks every edge and member of a cycle, and of other findings only their own place', () => {
    const { model, sources } = buildModel('space a\nspace b\nspace c\na maps b\nb maps a\nc maps a');
    const [first, second] = sources.relations;
    assert.ok(first !== undefined && second !== undefined);
    const marked = (code: string) => {
      const { nodes, edges } = graphView(model, sources, { findings: [finding(code, first, [first, second])] });
      return [...nodes, ...edges].filter((one) => one.problems !== undefined).map((one) => one.id);
    };
    for (const code of ['cycle/maps', 'conflict/ownership-order', 'order/left-out'])
      assert.deepEqual(marked(code), ['a', 'b', 'a|maps|b', 'b|maps|a']);
    assert.deepEqual(marked('map/odd'), ['a|maps|b']);
  });

  it('omits findings that are about nothing that is drawn', () => {
    const { model, sources } = keyValueStore();
    const [span] = sources.entities;
    assert.ok(span !== undefined);
    const elsewhere = { ...span, uri: 'file:///other.aft' };
    const { nodes } = graphView(model, sources, { findings: [finding('name/unknown', elsewhere)] });
    assert.ok(nodes.every((node) => node.problems === undefined));
  });
});
