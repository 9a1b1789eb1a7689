/**
 * The models drawn by the tests of the views.
 */
import { buildModel, type Built } from '../build-model.ts';

/** A key-value stack as in the example of that name. */
export const keyValueStore = (): Built =>
  buildModel(`
    space disk1: block
    resource disk1.block1
    space disk2: block
    resource disk2.block2
    space files: file
    resource files.file1
    resource files.file2
    space database: table
    resource database.table1
    pd blockServer1
    pd blockServer2
    pd fileServer
    pd db
    pd app
    files maps disk1, disk2
    files.file1 maps disk1.block1
    files.file2 maps disk2.block2
    database maps files
    database.table1 maps files.file1
    blockServer1 manages disk1
    blockServer1 holds disk1.block1
    blockServer2 manages disk2
    blockServer2 holds disk2.block2
    fileServer manages files
    fileServer requests disk1, disk2
    fileServer holds files.file1, files.file2
    fileServer holds disk1.block1 as rw
    fileServer holds disk2.block2 as rw
    db manages database
    db requests files
    db holds database.table1
    app requests database
    app holds database.table1 as r
  `);

/** Every kind of entity and relation, nested three deep, with cycles and a loop. */
export const everything = (): Built =>
  buildModel(`
    root object environment
    object environment.app
    object environment.app.net: Network
    object environment.app.vm: Instance
    node host
    pd host.main
    object host.box
    space pool: memory
    resource pool.page
    space heap: memory
    pd server
    pd client
    region group
    environment.app.net destroyed after environment.app.vm notify detach
    environment.app.vm refers environment.app.net as inout
    environment.app.net owns host.box
    host.main refers host.box
    host.box refers host
    server manages pool
    server dies with client
    client requests pool
    client holds pool.page as rw
    client needs server
    client feeds server
    server feeds client
    heap maps pool
    pool maps heap
    client holds client
    group contains client, server
    heap stops with client
    server waits for heap
    host protects environment.app.vm
  `);

/** Servers in rows, each with its space of resources, built on one to three of the previous row. */
export function layeredSystem(entityCount: number): Built {
  const perServer = 6;
  const entities: string[] = [];
  const relations: string[] = [];
  for (let server = 0; server < entityCount / perServer; server++) {
    const [pd, space] = [`server${server.toString()}`, `space${server.toString()}`];
    entities.push(`space ${space}: type${(server % 5).toString()}`, `pd ${pd}`);
    relations.push(`${pd} manages ${space}`);
    for (let resource = 0; resource < perServer - 2; resource++) {
      const name = `${space}.r${resource.toString()}`;
      entities.push(`resource ${name}`);
      relations.push(`${pd} holds ${name}`);
    }
    for (const back of [3, 7, 11].slice(0, 1 + (server % 3))) {
      const lower = `space${(server - back).toString()}`;
      if (server < back) continue;
      relations.push(`${pd} requests ${lower}`, `${space} maps ${lower}`);
      relations.push(`${pd} holds ${lower}.r${(server % 4).toString()} as rw`);
    }
  }
  return buildModel([...entities, ...relations].join('\n'));
}
