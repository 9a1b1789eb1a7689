/** The graphs of the worked examples of the metrics in the papers, in the notation of the test builder. */

/** Returns a text with a space for each type, then some lines. */
const withSpaces = (types: readonly string[], more: string): string =>
  [...types.map((type) => `space ${type}s: ${type}`), more].join('\n');

/** Two processes on one kernel that provides memory; each has its own address space. */
export const twoProcesses = withSpaces(
  ['virtaddr', 'page'],
  `
  resource virtaddrs.a
  resource virtaddrs.b
  resource pages.one
  resource pages.two
  virtaddrs.a maps pages.one
  virtaddrs.b maps pages.two
  pd kernel
  kernel manages pages
  kernel holds pages.*
  pd first
  first requests pages
  first holds virtaddrs.a, pages.one
  pd second
  second requests pages
  second holds virtaddrs.b, pages.two
`,
);

/** Two processes, each on the kernel of its own VM, on one hypervisor. */
export const twoMachines = withSpaces(
  ['virtaddr'],
  `
  resource virtaddrs.a
  resource virtaddrs.b
  pd hypervisor
  pd guest1
  pd guest2
  guest1 requests hypervisor as page
  guest2 requests hypervisor as page
  pd first
  first requests guest1 as page
  first holds virtaddrs.a
  pd second
  second requests guest2 as page
  second holds virtaddrs.b
`,
);

/** A frontend with five resources, a backend and an admin with three each; one shared with either. */
export const database = withSpaces(
  ['page', 'tls_key', 'auth_hba'],
  `
  resource pages.front[3]
  resource pages.back[2]
  resource pages.adm[2]
  resource tls_keys.key
  resource auth_hbas.hba
  pd frontend
  frontend holds pages.front[*], tls_keys.key, auth_hbas.hba
  pd backend
  backend holds pages.back[*], tls_keys.key
  pd admin
  admin holds pages.adm[*], auth_hbas.hba
`,
);

/** Three PDs that share a model of 100 and have a cache of 20 each; the overhead of a PD is 50. */
export const inference = withSpaces(
  ['weights', 'cache'],
  `
  resource weightss.model { size: 100 }
  resource caches.c[3] { size: 20 }
  pd worker[3] { overhead: 50 }
  worker[*] holds weightss.model
  worker[0] holds caches.c[0]
  worker[1] holds caches.c[1]
  worker[2] holds caches.c[2]
`,
);

/** The mechanisms of P23, figure 1: hop 0 is what a PD holds itself. */
export const hopLevels: readonly { readonly title: string; readonly text: string; readonly level: number }[] = [
  {
    title: 'threads',
    level: 0,
    text: `
      space memory: page
      resource memory.process
      pd a
      a holds memory.process
      pd b
      b holds memory.process
    `,
  },
  {
    title: 'threads with an isolated stack',
    level: 1,
    text: `
      space views: virtaddr
      space memory: page
      resource memory.process
      resource views.a
      resource views.b
      views.a maps memory.process
      views.b maps memory.process
      pd a
      a holds views.a
      pd b
      b holds views.b
    `,
  },
  {
    title: 'two processes',
    level: 2,
    text: `
      space views: virtaddr
      space memory: page
      space banks: dram
      resource banks.ram
      resource memory.a
      resource memory.b
      resource views.a
      resource views.b
      views.a maps memory.a
      views.b maps memory.b
      memory.a maps banks.ram
      memory.b maps banks.ram
      pd a
      a holds views.a
      pd b
      b holds views.b
    `,
  },
  ...['unikernel', 'virtual machine'].map((title) => ({
    title: `a ${title} and a process`,
    level: 2,
    text: `
      space views: virtaddr
      space guest: guestpage
      space memory: page
      space banks: dram
      resource banks.ram
      resource memory.a
      resource memory.b
      resource guest.virtual
      resource guest.physical
      resource views.a
      resource views.b
      views.a maps guest.virtual
      guest.virtual maps guest.physical
      guest.physical maps memory.a
      memory.a maps banks.ram
      views.b maps memory.b
      memory.b maps banks.ram
      pd a
      a holds views.a
      pd b
      b holds views.b
    `,
  })),
];
