/**
 * Drift: nothing of a model and its own source, and every change of the source is told. The judge knows the project as
 * plain data and says itself what each change means.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../properties.ts';
import { type Drift, driftOf, type DriftSide } from '../../../language/src/analysis/compare/drift.ts';
import { importCompose } from '../../../language/src/interchange/compose/compose.ts';
import { withImportedOrigins } from '../../../language/src/interchange/import/origins.ts';
import { printModel } from '../../../language/src/interchange/printing/print-model.ts';
import { filesOf } from './compose/projects.ts';
import { errorsIn, loadPrinted } from './load-printed.ts';

/** A service: its image, and the services it needs, each with whether it restarts with it. */
interface Service {
  readonly image: string;
  readonly needs: Readonly<Record<string, boolean>>;
  readonly isProfiled: boolean;
}
type Project = Readonly<Record<string, Service>>;

const letters = ['a', 'b', 'c', 'd', 'e', 'project'] as const;

const projects: fc.Arbitrary<Project> = fc
  .record({
    count: fc.integer({ min: 1, max: letters.length }),
    images: fc.array(fc.constantFrom('x', 'y'), { minLength: letters.length, maxLength: letters.length }),
    needs: fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.boolean()), { maxLength: 8 }),
    profiled: fc.nat(12),
  })
  .map(({ count, images, needs, profiled }) =>
    Object.fromEntries(
      letters.slice(0, count).map((name, index) => {
        const own = needs.flatMap(([from, to, restarts]) =>
          from === index && to < index ? [[letters[to] ?? 'a', restarts] as const] : [],
        );
        const service = { image: images[index] ?? 'x', needs: Object.fromEntries(own), isProfiled: profiled === index };
        return [name, service];
      }),
    ),
  );

/** Writes a project; `pad` empty lines before it, services in the other order if `isReversed`. */
function written(project: Project, { pad = 0, isReversed = false } = {}): string {
  const services = Object.entries(project).map(([name, { image, needs, isProfiled }]) => {
    const links = Object.entries(needs).map(
      ([to, restarts]) => `${to}: { condition: service_started, restart: ${String(restarts)} }`,
    );
    const profile = isProfiled ? ', profiles: [p]' : '';
    return `  ${name}: { image: ${image}${profile}, depends_on: { ${links.join(', ')} } }\n`;
  });
  return `${'\n'.repeat(pad)}services:\n${(isReversed ? services.reverse() : services).join('')}`;
}

async function sideOf(text: string): Promise<DriftSide> {
  const files = filesOf({ 'compose.yaml': text });
  const { value } = importCompose(files);
  assert.ok(value);
  const loaded = await loadPrinted(printModel(withImportedOrigins(value, files, ({ name }) => name).model));
  assert.deepEqual(errorsIn(loaded), []);
  return loaded;
}

const driftBetween = async (before: string, after: string): Promise<readonly Drift[]> =>
  driftOf({
    model: await sideOf(before),
    system: await sideOf(after),
    file: 'memory:/printed.aft',
    isImported: () => true,
  });

/** One change, and what has to be told of it. */
interface Change {
  readonly kind: string;
  readonly project: Project;
  readonly told: (drifts: readonly Drift[]) => boolean;
}

const modelName = (name: string): string => (name === 'project' ? "'services/project'" : name);

/** Returns every single change of a project that the judge knows. */
function changesOf(project: Project): Change[] {
  const changes: Change[] = [];
  for (const [name, service] of Object.entries(project)) {
    const own = modelName(name);
    const image = { ...service, image: `${service.image}2` };
    changes.push({
      kind: 'image',
      project: { ...project, [name]: image },
      told: (drifts) => drifts.length === 1 && drifts.every(({ kind, about }) => kind === 'changed' && about === own),
    });
    const isNeeded = Object.values(project).some(({ needs }) => name in needs);
    const rest = Object.fromEntries(Object.entries(project).filter(([other]) => other !== name));
    if (!isNeeded && Object.keys(rest).length > 0) {
      const isOnly = (drifts: readonly Drift[], kind: string): boolean =>
        drifts.filter((each) => each.what === 'entity' && each.about === own && each.kind === kind).length === 1;
      changes.push({ kind: 'missing', project: rest, told: (drifts) => isOnly(drifts, 'missing') });
    }
    for (const [to, restarts] of Object.entries(service.needs)) {
      const told = (drifts: readonly Drift[], kind: string): boolean =>
        drifts.some(
          ({ what, about, text, kind: each }) =>
            each === kind &&
            what === 'relation' &&
            about === own &&
            text.includes(` stops with "${modelName(to)}" is `),
        );
      const turned = { ...service, needs: { ...service.needs, [to]: !restarts } };
      changes.push({
        kind: 'restart',
        project: { ...project, [name]: turned },
        told: (drifts) => drifts.length === 1 && told(drifts, restarts ? 'missing' : 'new'),
      });
    }
  }
  const fresh: Service = { image: 'z', needs: {}, isProfiled: false };
  changes.push({
    kind: 'new',
    project: { ...project, fresh },
    told: (drifts) => drifts.some(({ kind, what, about }) => kind === 'new' && what === 'entity' && about === 'fresh'),
  });
  return changes;
}

describe('driftOf', () => {
  it('reports nothing for a model and its own source, wherever its lines are', async () => {
    let relations = 0;
    await fc.assert(
      fc.asyncProperty(projects, fc.nat(3), fc.boolean(), async (project, pad, isReversed) => {
        const [before, after] = [written(project), written(project, { pad, isReversed })];
        relations += (await sideOf(before)).model.relations.length;
        assert.deepEqual(await driftBetween(before, after), []);
      }),
      { numRuns: 40 },
    );
    assert.ok(relations > 200);
  });

  it('reports every change of the source, and is the same with its sides exchanged', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(projects, fc.nat(), async (project, pick) => {
        const changes = changesOf(project);
        const change = changes[pick % changes.length];
        assert.ok(change);
        seen.set(change.kind, (seen.get(change.kind) ?? 0) + 1);
        const [before, after] = [written(project), written(change.project)];
        const drifts = await driftBetween(before, after);
        assert.ok(change.told(drifts), JSON.stringify([change.kind, before, after, drifts]));
        const back = await driftBetween(after, before);
        const other = { missing: 'new', new: 'missing', changed: 'changed' };
        const keys = (those: readonly Drift[], name: (kind: Drift['kind']) => string): string[] =>
          those.map(({ kind, what, about }) => `${name(kind)} ${what} ${about}`).sort();
        assert.deepEqual(
          keys(drifts, (kind) => kind),
          keys(back, (kind) => other[kind]),
        );
      }),
      { numRuns: runs(80, 800) },
    );
    for (const kind of ['image', 'missing', 'restart', 'new']) assert.ok((seen.get(kind) ?? 0) >= 3, kind);
  });

  it('says where the model and the system state it', async () => {
    const before = 'services:\n  a: { image: x }\n  b: { image: x, depends_on: [a] }\n';
    const after = 'services:\n  b: { image: y }\n  c: { image: x, network_mode: "service:b" }\n';
    const drifts = await driftBetween(before, after);
    assert.deepEqual(
      drifts
        .filter(({ text }) => !text.includes('networks/') && !text.includes('project'))
        .map(({ kind, text, was, now, span }) => [kind, text, was?.line, now?.line, span?.start.line]),
      [
        ['missing', 'The pd "a" is missing in the system.', 2, undefined, 2],
        ['changed', 'The pd "b" has changed in the system: data image is "y", was "x".', 3, 2, 10],
        ['missing', '"b" needs "a" as start is missing in the system.', 3, undefined, 13],
        ['new', '"b" destroyed after "c" is new in the system.', undefined, 3, 10],
        ['new', 'The pd "c" is new in the system.', undefined, 3, undefined],
      ],
    );
  });
});
