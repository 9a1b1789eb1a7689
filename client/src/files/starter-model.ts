/**
 * The text of a new model: small, without findings, and with a crash that has consequences.
 */

/** A disk server and an application that depends on it. */
export const starterModel = `/** A disk server, and an application that keeps its data there. */

space disk : block {
  resource block1
  resource block2
}

pd diskServer {
  manages disk
  holds disk.*
}

pd app {
  requests disk
  holds disk.block1 as rw
}

scenario "the application outlives its server, but not unharmed" {
  crash diskServer
  expect only diskServer, disk, disk.block1, disk.block2 destroyed
  expect only app degraded
}
`;
