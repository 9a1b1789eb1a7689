/** Projects for the tests of Compose files, and what imports of them say. */
import { importCompose } from '../../../../language/src/interchange/compose/compose.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { relationLines } from '../fixture.ts';

/** Makes files of texts by their names. */
export const filesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([name, text]) => ({ name, uri: `test:/${name}`, text }));

/** Imports a project that must yield a model. */
export function imported(texts: Readonly<Record<string, string>>): Model {
  const { value, findings } = importCompose(filesOf(texts));
  if (value === undefined) throw new Error(findings.map(({ message }) => message).join('\n'));
  return value.model;
}

/** The relations between services, without those with the project, networks and volumes. */
export const between = (model: Model): string[] =>
  relationLines(model).filter((line) => !/project|networks\/|volumes\//.test(line));

/** Returns the messages of an import. */
export const sentences = (texts: Readonly<Record<string, string>>): string[] =>
  importCompose(filesOf(texts)).findings.map(({ message }) => message);

/** A project with everything. */
export const shop = `
name: shop
x-common: &common
  restart: always
  networks: [back]
services:
  web:
    <<: *common
    image: "web:\${TAG:-latest}"
    depends_on:
      db: { condition: service_healthy, restart: true }
      migrate: { condition: service_completed_successfully }
      mail: { condition: service_started, required: false }
    deploy: { replicas: 2 }
    volumes: ["static:/srv", "./local:/local", { type: volume, source: data, target: /d }]
  db: { <<: *common, volumes: ["data:/var"] }
  migrate: { depends_on: [db], links: ["db:database"] }
  proxy: { network_mode: "service:web", volumes_from: ["web:ro", "container:x"] }
  debug: { profiles: [debug], depends_on: [web] }
volumes: { data: {}, static: { external: true } }
networks: { back: }
`;
