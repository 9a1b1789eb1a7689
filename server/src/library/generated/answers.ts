/* Generated from language/docs/command-line.schema.json by client/scripts/answer-types.mjs. Do not edit. */

/** The answers of the commands: what `--json` prints. */
export interface Answers {
  readonly check: CheckJson;
  readonly crash: CrashJson;
  readonly plan: PlanJson | PlanDifferenceJson | PlanStartJson | PlanRecoveryJson;
  readonly why: WhyJson;
  readonly matrix: MatrixJson;
  readonly metrics: MetricsJson;
  readonly points: PointsJson;
  readonly availability: AvailabilityJson;
  readonly experiments: ExperimentsJson;
  readonly diff: DiffJson;
  readonly drift: DriftJson;
  readonly report: ReportJson;
  readonly docs: DocsJson;
  readonly test: TestJson;
  readonly verify: VerifyJson;
  readonly simulate: SimulateJson | SimulateOftenJson | SimulateRareJson;
  readonly replay: ReplayJson;
  readonly conform: ConformJson;
  readonly import: ImportJson;
  readonly format: FormatJson;
  readonly export: ExportJson;
  readonly cluster: ClusterJson;
  readonly merge: SimulateJson | SimulateOftenJson | SimulateRareJson | VerifyJson | MatrixJson | PointsJson | DiffJson;
}

/** What --shard prints instead of the answer of the command: the input of "merge". */
export type ShardJson = {
  readonly version: 1;
  readonly command: 'simulate' | 'verify' | 'matrix' | 'points' | 'diff';
  /** The arguments of the command: its options, then "--" and its operands, without what chooses the shard or how it is printed. */
  readonly arguments: NamesJson;
  /** The number of this shard, from 1. */
  readonly shard: number;
  /** The number of all shards. */
  readonly shards: number;
  /** A digest of the arguments, the models and the version of Aftermath. Only shards with the same one are merged. */
  readonly key: string;
  /** The number of pieces that the work of all shards together consists of. */
  readonly pieces: number;
  /** The results of this shard. Their form belongs to the version of Aftermath. */
  readonly parts: readonly unknown[];
};

/** What "cluster kubernetes" and "cluster parallel" print; "cluster slurm" prints the answer of its command. */
export type ClusterJson = {
  readonly version: 1;
  readonly command: 'cluster';
  readonly system: 'kubernetes' | 'parallel';
  /** The number of all shards. */
  readonly shards: number;
  /** The folder of the shards, as the machines see it. */
  readonly folder: string;
  /** The manifest of the Job, or the line of a shell. */
  readonly text: string;
};

/** The form `check` of the schema. */
export type CheckJson = {
  readonly version: 1;
  readonly command: 'check';
  readonly files: FilesJson;
  readonly counts: CountsJson;
  /** Files that cannot be read, in the order in which they were named. */
  readonly unreadable: readonly {
    readonly file: string;
    readonly message: string;
  }[];
};

/** The form `format` of the schema. */
export type FormatJson = {
  readonly version: 1;
  readonly command: 'format';
  /** The files that could be read, in the order in which they were named. */
  readonly files: readonly {
    readonly file: string;
    /** With --check, a file to be formatted is "unformatted"; without, it is now "formatted". */
    readonly state: 'unchanged' | 'formatted' | 'unformatted';
    /** The first line, from 1, that does not follow the grammar; the part around it is unchanged. */
    readonly brokenLine?: number;
    /** Nothing was changed, because formatting would change the meaning. */
    readonly isRefused?: true;
  }[];
  /** Files that cannot be read or written, in the order in which they were named. */
  readonly unreadable: readonly {
    readonly file: string;
    readonly message: string;
  }[];
};

/** The form `crash` of the schema. */
export type CrashJson = {
  readonly version: 1;
  readonly command: 'crash';
  readonly file: string;
  /** What the answer supposes of the model, after --with and --without. */
  readonly supposed?: SupposedJson;
  /** The qualified name of the PD or node, of several the first. */
  readonly name: string;
  /** The qualified names of several that crash in one event. */
  readonly names?: NamesJson;
  readonly policy: PolicyJson;
  /** The entities that crashed: the PDs, or the nodes and the PDs and nodes on them. */
  readonly crashed: NamesJson;
  /** In the order of destruction. */
  readonly destroyed: ExplainedJson;
  /** The entities of a list are destroyed together, after all earlier lists. */
  readonly order: readonly NamesJson[];
  readonly degraded: ExplainedJson;
  readonly broken: ExplainedJson;
  /** Of what is broken, what is blocked in a call that nothing answers any more. */
  readonly blocked: ExplainedJson;
  readonly dangling: ExplainedJson;
  /** Conditions from before the crash that remain. */
  readonly already: {
    readonly broken: ExplainedJson;
    readonly degraded: ExplainedJson;
    readonly dangling: ExplainedJson;
  };
  readonly notified: readonly {
    /** The manager that is notified. */
    readonly name: string;
    readonly event: 'freed' | 'lost';
    /** The resource that is free, or the space that is lost. */
    readonly subject: string;
    /** The destroyed PD that held the resource. */
    readonly by?: string;
    readonly because: ChainJson;
  }[];
  /** What ends with something that the crash releases, and cannot end yet. */
  readonly held: HeldJson;
  /** With --as-implemented, a row for each policy; PDs and spaces that end besides those that crashed. */
  readonly asImplemented?: readonly {
    readonly policy: PolicyJson;
    /** By the documented rules. */
    readonly documented: NamesJson;
    /** In the code of CellulOS. */
    readonly implemented: NamesJson;
    readonly onlyDocumented: NamesJson;
    readonly onlyImplemented: NamesJson;
  }[];
};

/** The form `plan` of the schema. */
export type PlanJson = {
  readonly version: 1;
  readonly command: 'plan';
  readonly file: string;
  /** What the answer supposes of the model, after --with and --without. */
  readonly supposed?: SupposedJson;
  /** The file after --since. */
  readonly since?: string;
  readonly request: RequestJson;
  readonly policy: PolicyJson;
  /** In declaration order. Here and below, because is omitted with --brief. */
  readonly doomed: readonly {
    readonly name: string;
    readonly kind: 'pd' | 'space' | 'resource' | 'object' | 'node' | 'region';
    readonly because?: ChainJson;
  }[];
  /** The entities of a list may be destroyed together, after all earlier lists. */
  readonly layers: readonly NamesJson[];
  /** Pairs of names: the partial order in its smallest form. */
  readonly before?: readonly NamesJson[];
  /** Calls of actions, in order, all before anything is destroyed. */
  readonly notifications: readonly {
    readonly subject: string;
    readonly action: string;
    readonly of: string;
    readonly because?: ChainJson;
  }[];
  /** Declared orders that give way, each with the cycle that it would close. */
  readonly leftOut: readonly {
    readonly first: string;
    readonly then: string;
    readonly severity: 'error' | 'warning' | 'information' | 'hint';
    readonly fact: FactJson;
    readonly cycle: ChainJson;
  }[];
  /** Notifications of the surviving managers. */
  readonly messages: readonly {
    readonly manager: string;
    readonly event: 'freed' | 'lost';
    readonly subject: string;
    readonly by?: string;
    readonly because?: ChainJson;
  }[];
  readonly survivors: {
    readonly degraded: ReasonedJson;
    readonly broken: ReasonedJson;
    /** Of what is broken, what is blocked in a call that nothing answers any more. */
    readonly blocked: ReasonedJson;
    readonly dangling: ReasonedJson;
    /** Conditions from before the event that remain. */
    readonly already: {
      readonly broken: ReasonedJson;
      readonly degraded: ReasonedJson;
      readonly dangling: ReasonedJson;
    };
  };
  /** Entities that should end and cannot yet. */
  readonly held: HeldJson;
  /** Entities that a deletion finds without owners, and what follows from that, or that were doomed before: they are ending as well, but not because of this. */
  readonly anyway: ReasonedJson;
  /** Entities that end once nothing is held up. */
  readonly later: ReasonedJson;
  /** What was requested but survives, and what a collection keeps because it is protected. */
  readonly spared: ReasonedJson;
  /** Why nothing of this happens: then all else is what would have happened. */
  readonly vetoes: readonly {
    readonly name: string;
    readonly text: string;
    readonly because?: ChainJson;
  }[];
};

/** A plan with --diff. */
export type PlanDifferenceJson = {
  readonly version: 1;
  readonly command: 'plan';
  readonly file: string;
  /** What the answer supposes of the model, after --with and --without. */
  readonly supposed?: SupposedJson;
  /** The file after --since. */
  readonly since?: string;
  /** The file after --diff. */
  readonly other: string;
  readonly request: RequestJson;
  readonly policy: PolicyJson;
  /** All differences in one sentence. */
  readonly summary: string;
  /** One clause each, the most severe first. */
  readonly differences: readonly string[];
};

/** The form `planStart` of the schema. */
export type PlanStartJson = {
  readonly version: 1;
  readonly command: 'plan';
  readonly file: string;
  /** What the answer supposes of the model, after --with and --without. */
  readonly supposed?: SupposedJson;
  readonly request: {
    readonly kind: 'start';
    readonly targets: NamesJson;
  };
  /** The entities of a list come to life in parallel, after all earlier lists. */
  readonly layers: readonly NamesJson[];
  /** In the order of the layers. */
  readonly steps: readonly {
    readonly name: string;
    readonly kind: 'pd' | 'space' | 'resource' | 'object' | 'node' | 'region';
    /** Why it starts along, where no wait says so: a unit of systemd wants it. */
    readonly because?: ChainJson;
    /** What comes to life before it. Here and below, because is omitted with --brief. */
    readonly waits: readonly {
      readonly name: string;
      /** Of a need with a number: how many of those that share it are enough. */
      readonly least?: number;
      /** The number of those that share it. */
      readonly among?: number;
      readonly because?: ChainJson;
    }[];
  }[];
  /** Soft needs that give way, each with the cycle it would close. */
  readonly yielded: readonly {
    readonly name: string;
    readonly other: string;
    readonly cycle: ChainJson;
  }[];
  /** Entities that wait for each other. */
  readonly cycles: readonly {
    readonly names: NamesJson;
    readonly because: ChainJson;
  }[];
  /** What never starts. */
  readonly stuck: ReasonedJson;
  /** The running units that the start stops; absent if there are none, and so are the next two. */
  readonly stopped?: ReasonedJson;
  /** Of these, what a running unit upholds, so that systemd starts it again. */
  readonly again?: ReasonedJson;
  /** Units that the start would both start and stop. */
  readonly conflicts?: ReasonedJson;
  /** What is broken even then. */
  readonly broken: ReasonedJson;
  /** What is degraded even then. */
  readonly degraded: ReasonedJson;
};

/** The form `planRecovery` of the schema. */
export type PlanRecoveryJson = {
  readonly version: 1;
  readonly command: 'plan';
  readonly file: string;
  /** What the answer supposes of the model, after --with and --without. */
  readonly supposed?: SupposedJson;
  readonly request: {
    readonly kind: 'recover';
    readonly targets: NamesJson;
  };
  readonly policy: PolicyJson;
  /** What crashes: what is named, and the PDs and nodes on it. */
  readonly crashed: NamesJson;
  /** All that the crash destroys. */
  readonly destroyed: NamesJson;
  /** Survivors that have lost something: they end before anything is restarted. */
  readonly ended: ReasonedJson;
  /** What ends with these. */
  readonly along: ReasonedJson;
  /** The actions of a list are taken in parallel, after all earlier lists. */
  readonly actions: readonly (readonly {
    readonly action: 'restart' | 'create';
    readonly name: string;
    /** All that it brings to life, itself included. */
    readonly brings: NamesJson;
  }[])[];
  /** Relations to make at the end. */
  readonly links: ChainJson;
  /** The entities of a list come to life in parallel, after all earlier lists. */
  readonly layers: readonly NamesJson[];
  /** In the order of the layers. */
  readonly steps: readonly {
    readonly name: string;
    readonly kind: 'pd' | 'space' | 'resource' | 'object' | 'node' | 'region';
    /** What comes to life before it. Here and below, because is omitted with --brief. */
    readonly waits: readonly {
      readonly name: string;
      /** Of a need with a number: how many of those that share it are enough. */
      readonly least?: number;
      /** The number of those that share it. */
      readonly among?: number;
      readonly because?: ChainJson;
    }[];
  }[];
  /** Soft needs that give way, each with the cycle it would close. */
  readonly yielded: readonly {
    readonly name: string;
    readonly other: string;
    readonly cycle: ChainJson;
  }[];
  /** Entities that wait for each other. */
  readonly cycles: readonly {
    readonly names: NamesJson;
    readonly because: ChainJson;
  }[];
  /** What never starts. */
  readonly stuck: ReasonedJson;
  /** What is broken even then. */
  readonly broken: ReasonedJson;
  /** What is degraded even then. */
  readonly degraded: ReasonedJson;
  /** What points to something destroyed, or to its earlier incarnation, even then. */
  readonly dangling: ReasonedJson;
};

/** The form `why` of the schema. */
export type WhyJson = {
  readonly version: 1;
  readonly command: 'why';
  readonly file: string;
  /** What the answer supposes of the model, after --with and --without. */
  readonly supposed?: SupposedJson;
  readonly name: string;
  readonly before?: string;
  readonly to?: string;
  /** What crashes, of several the first. */
  readonly crash?: string;
  /** Several that crash in one event. */
  readonly crashes?: NamesJson;
  readonly policy?: PolicyJson;
  /** Those that hold first. */
  readonly answers: readonly {
    readonly claim:
      | 'destroyed'
      | 'broken'
      | 'degraded'
      | 'dangling'
      | 'before'
      | 'on a cycle'
      | 'orphaned'
      | 'connected';
    readonly holds: boolean;
    readonly text: string;
    /** Why it holds, or what prevents it from holding. */
    readonly because: ChainJson;
    /** Single relations that would change the answer if added, the nearest first. */
    readonly missing: readonly {
      readonly relation: string;
      readonly source: string;
      readonly target: string;
      /** What it says after "as", if anything. */
      readonly as?: string;
      readonly text: string;
    }[];
    /** Sentences on other conditions and on what was not considered. */
    readonly remarks: readonly string[];
  }[];
};

/** The form `matrix` of the schema. */
export type MatrixJson = {
  readonly version: 1;
  readonly command: 'matrix';
  readonly file: string;
  /** What the answer supposes of the model, after --with and --without. */
  readonly supposed?: SupposedJson;
  /** What happens to the entity of each row. */
  readonly event: 'crash' | 'destroy' | 'evict' | 'delete';
  /** Omitted for the order of the model. */
  readonly sort?: 'destroyed' | 'degraded' | 'broken' | 'name';
  readonly policies: readonly PolicyJson[];
  readonly rows: readonly {
    /** The entity of the event. */
    readonly name: string;
    /** One for each policy, in their order. */
    readonly cells: readonly {
      readonly policy: string;
      /** Why nothing of this happens, a sentence for each veto; omitted if nothing refuses it. */
      readonly refused?: readonly string[];
      /** Counts over all entities that exist before the event; a degraded one can also be broken or dangling. */
      readonly counts: {
        readonly destroyed: number;
        readonly broken: number;
        readonly degraded: number;
        readonly dangling: number;
        readonly untouched: number;
      };
      /** True if the cell only counts, because the cells before it list two million names; omitted otherwise, with the lists below. */
      readonly unlisted?: true;
      readonly destroyed?: NamesJson;
      readonly degraded?: NamesJson;
      readonly broken?: NamesJson;
      /** Of what is broken, what is blocked in a call that nothing answers any more. */
      readonly blocked?: NamesJson;
      readonly dangling?: NamesJson;
      /** Conditions from before the crash that remain. */
      readonly already?: {
        readonly broken: NamesJson;
        readonly degraded: NamesJson;
        readonly dangling: NamesJson;
      };
    }[];
  }[];
};

/** The form `metrics` of the schema. */
export type MetricsJson = {
  readonly version: 1;
  readonly command: 'metrics';
  readonly file: string;
  /** What the answer supposes of the model, after --with and --without. */
  readonly supposed?: SupposedJson;
  /** If two PDs are compared. */
  readonly comparison?: {
    readonly first: string;
    readonly second: string;
    readonly types: readonly SimilarityJson[];
    readonly all: SimilarityJson;
    /** Omitted if both request nothing. */
    readonly faultRadius?: number;
    /** The similarities of held resources only. */
    readonly direct: readonly SimilarityJson[];
    /** Resources that both reach, with the number of hops from each. */
    readonly shared: readonly {
      readonly name: string;
      readonly first: number;
      readonly second: number;
    }[];
    /** The number of hops after which sharing starts. */
    readonly level?: number;
    readonly trusts: {
      readonly firstSecond: boolean;
      readonly secondFirst: boolean;
    };
    readonly harms: {
      readonly firstSecond: boolean;
      readonly secondFirst: boolean;
    };
    /** The first, the second. */
    readonly pds: readonly {
      readonly name: string;
      readonly tcb: NamesJson;
      readonly ib: NamesJson;
      readonly cost: MemoryCostJson;
    }[];
    readonly cost: MemoryCostJson;
  };
  /** If none are named: each pair once. */
  readonly pairs?: readonly {
    readonly first: string;
    readonly second: string;
    readonly types: readonly SimilarityJson[];
    readonly all: SimilarityJson;
    /** Omitted if both request nothing. */
    readonly faultRadius?: number;
  }[];
};

/** The form `availability` of the schema. */
export type AvailabilityJson = {
  readonly version: 1;
  readonly command: 'availability';
  readonly file: string;
  /** What the answer supposes of the model, after --with and --without. */
  readonly supposed?: SupposedJson;
  readonly policy: PolicyJson;
  /** The time of probabilityWithin, in milliseconds. */
  readonly within?: number;
  /** One for the needs of each declaration, in declaration order. Times are in milliseconds; one that is infinite or not known is absent. */
  readonly goals: readonly {
    /** The subjects: one, or copies that replace each other. */
    readonly pds: NamesJson;
    /** What they need. */
    readonly needs: NamesJson;
    /** How many of them have to work, for a need with a number. */
    readonly least?: number;
    /** Whether it fails before anything crashes; then nothing else is said of it. */
    readonly isBroken: boolean;
    /** The share of time for which it fails, in the long run; absent if only what nothing is known of could make it fail. */
    readonly unavailability?: number;
    /** The mean time from all up to the first failure. */
    readonly mttf?: number;
    /** The mean time from one failure to the next, in the long run. */
    readonly mtbf?: number;
    /** How long a failure lasts on average, in the long run. */
    readonly downtime?: number;
    /** Whether a run exists in which it never fails: the mean time to failure is infinite. */
    readonly neverFails?: boolean;
    /** The probability that it fails, from all up, within the time asked for. */
    readonly probabilityWithin?: number;
    /** The number of states of the Markov chain until the first failure; absent if there are too many. */
    readonly states?: number;
    /** PDs and nodes in its cut sets that set neither mttf nor probability: they count as never failing. */
    readonly unrated?: NamesJson;
    /** PDs and nodes in its cut sets whose rates or probability depend on what only a run knows: they count as never failing, too. */
    readonly computed?: readonly {
      readonly name: string;
      /** The part that only a run knows, as it is written. */
      readonly from: string;
    }[];
    /** PDs and nodes in its cut sets that set a probability, but no mttf: no times are known. */
    readonly timeless?: NamesJson;
  }[];
};

/** The form `points` of the schema. */
export type PointsJson = {
  readonly version: 1;
  readonly command: 'points';
  readonly file: string;
  /** What the answer supposes of the model, after --with and --without. */
  readonly supposed?: SupposedJson;
  readonly policy: PolicyJson;
  /** One for the needs of each declaration, in declaration order. */
  readonly goals: readonly {
    /** The subjects: one, or copies that replace each other. */
    readonly pds: NamesJson;
    /** What they need. */
    readonly needs: NamesJson;
    /** How many of them have to work, for a need with a number. */
    readonly least?: number;
    /** Whether it fails before anything crashes. */
    readonly isBroken: boolean;
    /** The PDs and nodes whose crash alone makes it fail. */
    readonly single: NamesJson;
    /** The minimal cut sets: PDs and nodes whose crash makes it fail, the smallest first. */
    readonly cutSets: readonly NamesJson[];
    /** Larger sets are not listed. */
    readonly sizeLimit: number;
    /** The numbers of minimal cut sets of 1, 2, … up to sizeLimit, in digits. */
    readonly counts?: readonly string[];
    /** The probability that it fails; only if all its events have one. */
    readonly probability?: number;
    /** The number of all minimal cut sets, in digits; absent if the model is too large. */
    readonly total?: string;
    /** Whether all minimal sets up to that size are listed. */
    readonly isComplete: boolean;
    /** Whether all minimal sets of any size are listed. */
    readonly isExhaustive: boolean;
  }[];
};

/** The form `experiments` of the schema. */
export type ExperimentsJson = {
  readonly version: 1;
  readonly command: 'experiments';
  readonly file: string;
  readonly policy: PolicyJson;
  /** The number of claims to survive; those that another includes are not counted. */
  readonly claims: number;
  /** No set of fewer experiments tests all claims. */
  readonly atLeast: number;
  /** The number of crashes that break nothing. */
  readonly survived: number;
  /** The number of crashes that were tried. */
  readonly tried: number;
  /** Whether crashes of two were tried. */
  readonly hasPairs: boolean;
  /** Those with the most at stake first. */
  readonly experiments: readonly {
    /** What crashes, in one event. */
    readonly crash: NamesJson;
    /** The claims that it tests. */
    readonly claims: readonly {
      readonly text: string;
      readonly subject: string;
      /** The targets that a need is met without; none if the subject keeps running, degraded. */
      readonly lost: NamesJson;
      readonly file?: string;
      readonly line?: number;
      readonly column?: number;
    }[];
    /** What would be lost if the claims were false. */
    readonly stake: NamesJson;
    /** The title of the scenario that says so, if there is one. */
    readonly scenario?: string;
  }[];
};

/** The form `conform` of the schema. */
export type ConformJson = {
  readonly version: 1;
  readonly command: 'conform';
  readonly file: string;
  readonly logs: NamesJson;
  /** The mapping file. */
  readonly mapping: string;
  /** "undecided" if no run was found, but not all were followed. */
  readonly verdict: 'fits' | 'does not fit' | 'undecided';
  /** The number of lines that mean something for the model. */
  readonly lines: number;
  /** The greatest number of lines that a run explains. */
  readonly explained: number;
  /** The number of lines that have to be missing from the log. */
  readonly lost: number;
  /** The number of lines that no rule fits. */
  readonly others: number;
  /** The number of lines in which no time can be read, where times count; omitted if there are none. */
  readonly untimed?: number;
  /** Lines that cannot be read, or name what the model does not have. */
  readonly leftOut: readonly {
    readonly file: string;
    readonly line: number;
    readonly why: string;
  }[];
  /** The first line that no run explains. */
  readonly misfit?: {
    readonly file: string;
    readonly line: number;
    readonly text: string;
    /** What the line says, by the mapping. */
    readonly stated: string;
    /** The states in which its entity may be there. */
    readonly standing: NamesJson;
    /** What runs could show instead. */
    readonly expected: readonly {
      readonly text: string;
      /** Whether it always writes a line. */
      readonly isRequired: boolean;
    }[];
    /** Mistakes in the model that end runs there. */
    readonly ended: NamesJson;
    /** The change to the log with which the most lines are explained. */
    readonly nearest?: {
      readonly kind: 'extra' | 'missing' | 'swapped' | 'value' | 'lost message';
      /** The number of lines from there on that it would explain. */
      readonly further: number;
      /** Whether it would explain everything. */
      readonly isAll: boolean;
      /** What the missing or changed line says. */
      readonly instead?: string;
      readonly sentence: string;
    };
  };
  /** The number of states that the search kept. */
  readonly states: number;
  /** Why runs were not followed, and how many states. */
  readonly unfollowed: readonly {
    readonly reason: 'unlogged' | 'states' | 'waiting' | 'interrupted' | 'values' | 'times';
    readonly states: number;
  }[];
  readonly isInterrupted: boolean;
  /** The file that the run was written to. */
  readonly out?: string;
};

/** The worst first. */
export type ChangesJson = readonly {
  readonly direction: 'worse' | 'other' | 'better';
  /** One sentence without a full stop. */
  readonly text: string;
  readonly kind:
    | 'fate'
    | 'doomed'
    | 'order'
    | 'refusal'
    | 'deadlock'
    | 'cut set'
    | 'entity'
    | 'finding'
    | 'metric'
    | 'scenario'
    | 'check';
  readonly events?: readonly {
    readonly kind: 'crash' | 'deletion' | 'destruction' | 'teardown' | 'start';
    readonly name: string;
    /** The only model that has this event; omitted if both have it. */
    readonly in?: 'base' | 'head';
  }[];
  readonly entities?: NamesJson;
  /** True for an orderly end that others refuse in both models. */
  readonly isStill?: boolean;
  /** A fate, the state at the start, the result of a scenario or check, or the value of a metric; omitted if the base does not have it. */
  readonly from?: SideOfChangeJson;
  readonly to?: SideOfChangeJson;
  /** Omitted if it is so under all. */
  readonly policies?: NamesJson;
  readonly pairs?: readonly NamesJson[];
  readonly count?: number;
  readonly in?: 'base' | 'head';
  readonly goal?: {
    readonly subjects: NamesJson;
    readonly needs: NamesJson;
  };
  readonly sets?: readonly NamesJson[];
  readonly instead?: readonly NamesJson[];
  readonly entityKind?: 'pd' | 'space' | 'resource' | 'object' | 'node' | 'region' | 'policy';
  readonly severity?: 'error' | 'warning' | 'information' | 'hint';
  readonly code?: string;
  readonly message?: string;
  readonly title?: string;
  /** As the language writes it. */
  readonly metric?: string;
  /** The comparison that must hold, such as "<= 1/2". */
  readonly budget?: string;
  readonly because?: ChainJson;
}[];

/** The form `drift` of the schema. */
export type DriftJson = {
  readonly version: 1;
  readonly command: 'drift';
  readonly model: string;
  readonly format: string;
  /** Why it is this format, if the content decided. */
  readonly because?: string;
  /** What the system has otherwise than the model; empty if they agree. */
  readonly drifts: readonly {
    /** Missing in the system, new there, or changed. */
    readonly kind: 'missing' | 'new' | 'changed';
    readonly what: 'entity' | 'relation' | 'value';
    /** The name of the entity; of a relation, that of its subject. */
    readonly about: string;
    readonly text: string;
    readonly file?: string;
    readonly line?: number;
    readonly column?: number;
    readonly was?: OriginJson;
    readonly now?: OriginJson;
  }[];
  readonly changes: ChangesJson;
  readonly files: FilesJson;
  readonly counts: CountsJson;
};

/** A line of a file of the system, and the words there. */
export type OriginJson = {
  readonly file: string;
  readonly line: number;
  readonly text: string;
};

/** The form `diff` of the schema. */
export type DiffJson = {
  readonly version: 1;
  readonly command: 'diff';
  readonly base: string;
  readonly head: string;
  /** The models that both sides have. */
  readonly files: readonly {
    readonly file: string;
    readonly changes: ChangesJson;
  }[];
  readonly added: NamesJson;
  readonly removed: NamesJson;
  /** The rules of --fail-on that some change matches. */
  readonly failed: readonly {
    readonly rule: string;
    readonly count: number;
  }[];
};

/** The form `report` of the schema. */
export type ReportJson = {
  readonly version: 1;
  readonly command: 'report';
  readonly title: string;
  /** The file of the page; omitted if it is in "text". */
  readonly out?: string;
  /** The page. */
  readonly text?: string;
  readonly models: readonly {
    readonly name: string;
    readonly scenarios: ReportedResultsJson;
    readonly checks: ReportedResultsJson;
  }[];
};

/** The form `docs` of the schema. */
export type DocsJson = {
  readonly version: 1;
  readonly command: 'docs';
  /** The pages and their pictures. */
  readonly files: readonly {
    readonly file: string;
    /** With --check, "written" is what would be. */
    readonly state: 'unchanged' | 'written';
  }[];
  /** The reasons why pages were left as they are. */
  readonly failures: NamesJson;
};

/** The form `reportedResults` of the schema. */
export type ReportedResultsJson = readonly {
  readonly title: string;
  readonly result: 'passed' | 'failed' | 'undecided';
}[];

/** The form `test` of the schema. */
export type TestJson = {
  readonly version: 1;
  readonly command: 'test';
  /** The seed of all random choices. */
  readonly seed: number;
  /** In the order in which they were named, each once. */
  readonly files: readonly {
    readonly file: string;
    /** In the order of the text; none if the model has errors. */
    readonly scenarios: readonly ScenarioJson[];
    /** The titles of the scenarios that were not run to the end; absent if there are none. */
    readonly undecided?: readonly string[];
    /** The errors of the model; nothing was run. */
    readonly errors?: {
      readonly files: FilesJson;
      readonly counts: CountsJson;
    };
  }[];
  /** Counts of scenarios. */
  readonly counts: {
    readonly passed: number;
    readonly failed: number;
    readonly undecided: number;
  };
  /** Files that cannot be read, in the order in which they were named. */
  readonly unreadable: readonly {
    readonly file: string;
    readonly message: string;
  }[];
};

/** The form `scenario` of the schema. */
export type ScenarioJson = {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly passed: boolean;
  readonly seed: number;
  /** One, or one for each combination of its "for" steps. */
  readonly runs: number;
  /** The number judged in all runs. */
  readonly expectations: number;
  /** Milliseconds of the virtual clock that the longest run took. */
  readonly duration: number;
  /** Each time that an expectation did not hold. */
  readonly failures: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    /** The line of the text, without the spaces around it. */
    readonly source?: string;
    /** Milliseconds from the start. */
    readonly at: number;
    /** The combination of the "for" steps, such as "p = db". */
    readonly variant?: string;
    readonly expected: string;
    readonly found: string;
    readonly because: ChainJson;
  }[];
  /** Failures, errors and remarks; repetitions at one location are one finding. */
  readonly findings: readonly RunFindingJson[];
};

/** The form `verify` of the schema. */
export type VerifyJson = {
  readonly version: 1;
  readonly command: 'verify';
  /** The engine that explored the checks; omitted for that of Aftermath. */
  readonly engine?: 'spin';
  /** In the order in which they were named, each once. */
  readonly files: readonly {
    readonly file: string;
    /** In the order of the text; none if the model has errors. */
    readonly checks: readonly CheckResultJson[];
    /** The errors of the model; nothing was explored. */
    readonly errors?: {
      readonly files: FilesJson;
      readonly counts: CountsJson;
    };
  }[];
  /** Counts of checks. */
  readonly counts: {
    readonly passed: number;
    readonly bounded: number;
    readonly failed: number;
    readonly undecided: number;
  };
  /** Files that cannot be read, in the order in which they were named. */
  readonly unreadable: readonly {
    readonly file: string;
    readonly message: string;
  }[];
};

/** The form `checkResult` of the schema. */
export type CheckResultJson = {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Whether it passes if something is broken. */
  readonly fails: boolean;
  /** Bounded: nothing is broken within the bounds and the horizon of the check itself. Undecided: nothing is broken in what was explored, but another limit came first. */
  readonly verdict: 'passed' | 'bounded' | 'failed' | 'undecided';
  readonly states: number;
  readonly transitions: number;
  /** The most steps of a shortest way to a state. */
  readonly depth: number;
  /** Whether states that differ only in interchanged copies were treated as one. */
  readonly isReduced: boolean;
  /** Whether only the first messages of long queues were kept apart, which proved that the check passes. */
  readonly hasPiles: boolean;
  /** With --deepen, of a check with faults: how many of each fault were allowed. */
  readonly deepened?: {
    /** The largest number with which everything was explored and nothing is broken; absent if there is none. */
    readonly holds?: number;
    /** The number that was tried last. */
    readonly tried: number;
    /** The number with which the check is as it was declared. */
    readonly most: number;
  };
  /** One, or one for each combination of its "for" steps. */
  readonly variants: number;
  /** The violations: at most one of each property and combination. */
  readonly broken: readonly {
    readonly kind:
      | 'never'
      | 'always'
      | 'eventually'
      | 'leads to'
      | 'expectation'
      | 'error'
      | 'built-in'
      | 'deadlock'
      | 'unhandled';
    readonly file: string;
    readonly line: number;
    readonly column: number;
    /** The line of the text, without the spaces around it. */
    readonly source?: string;
    /** For an error that ended the run. */
    readonly code?: string;
    readonly message: string;
    /** The combination of the "for" steps, such as "p = db". */
    readonly variant?: string;
    /** The steps of the run, without the start. */
    readonly steps: number;
    /** The state after the last step equals the one after this step, so the run repeats forever. */
    readonly loopsTo?: number;
    /** The run, as "aftermath replay" reads it from a file. */
    readonly trace?: TraceJson;
    /** With --full: everything observable in the last state. */
    readonly state?: readonly {
      /** Names from the outermost to the innermost. */
      readonly path: NamesJson;
      readonly text: string;
    }[];
  }[];
  /** The parts that no run reached, in the order of the text; absent if the exploration ended early. */
  readonly unreached?: readonly {
    readonly kind: 'transition' | 'state' | 'fault' | 'may';
    readonly machine?: string;
    /** Its name; for a transition, the name of its state. */
    readonly state?: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
  }[];
  /** The parts that were not explored; empty if everything was. */
  readonly unexplored: readonly {
    readonly limit:
      | 'bound'
      | 'horizon'
      | 'resolution'
      | 'states'
      | 'memory'
      | 'time'
      | 'cancelled'
      | 'past'
      | 'fault'
      | 'omitted';
    /** The number of states whose successors were not explored. */
    readonly states: number;
    /** For a resolution: microseconds between two instants at which the environment acts. */
    readonly step?: number;
    /** A queue that grew until a limit ended the search: its receiver, and the number of messages in it. */
    readonly grown?: {
      readonly receiver: string;
      readonly messages: number;
      /** What would limit it, besides a bound. */
      readonly limitedBy: 'exact clock' | 'horizon' | 'shorter horizon';
    };
    /** For a bug in Aftermath: what happened. */
    readonly why?: string;
    /** With --compact or --bitstate: what may have been left out because it was taken for something else. */
    readonly hashed?: {
      readonly kind: 'compact' | 'bitstate';
      /** The number of states that were told apart. */
      readonly states: number;
      /** The number of states that are to be expected to have been taken for others. */
      readonly expected: number;
      /** The probability that there is one, from 0 to 1: with fingerprints an upper bound, with bits an estimate. */
      readonly probability: number;
      /** The hash factor: bits of the table for each state. */
      readonly factor?: number;
    };
    readonly text: string;
  }[];
  readonly findings: readonly RunFindingJson[];
};

/** See the page about traces. */
export type TraceJson = {
  readonly format: 'aftermath-trace';
  readonly version: 1;
  /** What happened in each step, so that a changed model can take it again; absent in long traces. */
  readonly described?: {
    readonly keys: readonly {
      readonly kind: string;
      readonly of: readonly string[];
      readonly event?: string;
      readonly values?: readonly string[];
      readonly state?: string;
      readonly number?: number;
      readonly text?: string;
    }[];
    readonly played: readonly number[];
    readonly drawn: readonly number[];
    readonly names: {
      readonly entities: readonly string[];
      readonly events: readonly string[];
      readonly states: readonly string[];
    };
  };
  readonly model: string;
  readonly origin: {
    readonly kind: 'random';
    readonly check: string;
    readonly faults: readonly {}[];
    readonly sends: boolean;
  };
  /** The combination of the "for" steps, from 0. */
  readonly seed: number;
  readonly steps: number;
  readonly draws: readonly number[];
  readonly marks: readonly number[];
};

/** The form `runFinding` of the schema. */
export type RunFindingJson = {
  readonly file: string;
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly line: number;
  /** In UTF-16 units. */
  readonly column: number;
  readonly endLine: number;
  /** After the last character. */
  readonly endColumn: number;
  readonly related: readonly {
    readonly message: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
  }[];
};

/** The form `import` of the schema. */
export type ImportJson = {
  readonly version: 1;
  readonly command: 'import';
  readonly format: string;
  /** Why it is this format, if the content decided. */
  readonly because?: string;
  readonly file: string;
  /** The model, unless it was written to a file. */
  readonly text?: string;
  /** The file to which the model was written. */
  readonly out?: string;
  /** The file beside a generated one that imports it. No import changes it. */
  readonly own?: string;
  /** Made now, kept as it was, or kept although it does not import the generated file. */
  readonly ownState?: 'created' | 'kept' | 'apart';
  /** Entities of the last import that no longer exist. */
  readonly gone?: NamesJson;
  readonly entities: number;
  readonly relations: number;
  readonly files: FilesJson;
  readonly counts: CountsJson;
};

/** The form `export` of the schema. */
export type ExportJson = {
  readonly version: 1;
  readonly command: 'export';
  readonly format: string;
  readonly file: string;
  /** The result, unless it was written to a file. */
  readonly text?: string;
  /** The file to which the result was written. */
  readonly out?: string;
  /** Sentences on what the format cannot express. */
  readonly leftOut: readonly string[];
  /** With promela: the title of the exported check. */
  readonly check?: string;
  /** With promela: the meaning of each name. */
  readonly exportedNames?: readonly {
    readonly name: string;
    readonly meaning: string;
  }[];
  /** With promela: the properties of the check by their names in SPIN, in the order of the text. */
  readonly properties?: readonly {
    readonly name: string;
    readonly kind: 'never' | 'always' | 'eventually' | 'leads to';
  }[];
  /** With promela: the number of states that Aftermath counts and SPIN does not. */
  readonly statesBefore?: number;
};

/** Replaces the result if the input has errors; the exit code is 1. */
export type FailureJson = {
  readonly version: 1;
  readonly command:
    | 'crash'
    | 'plan'
    | 'why'
    | 'matrix'
    | 'metrics'
    | 'points'
    | 'availability'
    | 'experiments'
    | 'diff'
    | 'drift'
    | 'report'
    | 'simulate'
    | 'replay'
    | 'import'
    | 'export';
  readonly files: FilesJson;
  readonly counts: CountsJson;
};

/** The form `sideOfChange` of the schema. */
export type SideOfChangeJson =
  | 'destroyed'
  | 'broken'
  | 'degraded'
  | 'dangling'
  | 'untouched'
  | 'absent'
  | 'ended'
  | 'ending'
  | 'there'
  | 'passed'
  | 'failed'
  | 'undecided'
  | {
      readonly value: string;
      readonly isWithin: boolean;
    };

/** The form `supposed` of the schema. */
export type SupposedJson = {
  /** Statements that the model is supposed to have. */
  readonly with: readonly string[];
  /** Relations and entities that it is supposed to lack. */
  readonly without: readonly string[];
};

/** The form `names` of the schema. */
export type NamesJson = readonly string[];

/** The parts of a policy on which the answer depends. */
export type PolicyJson = {
  /** Omitted if depths were given separately. */
  readonly name?: string;
  readonly pdDepth: DepthJson;
  readonly spaceDepth: DepthJson;
  /** A threshold, if the policy has one. */
  readonly minRsi?: number;
  /** The type of resources that is compared; omitted for all types. */
  readonly rsiType?: string;
  /** A threshold, if the policy has one. */
  readonly maxFaultRadius?: number;
  /** If an order of destruction was asked for. */
  readonly conflict?: 'ownership' | 'dependency' | 'error';
  readonly layers?: 'earliest' | 'latest';
  readonly throughSurvivors?: boolean;
  readonly deletion?: 'background' | 'foreground' | 'orphan';
};

/** The form `depth` of the schema. */
export type DepthJson = number | 'unlimited';

/** The form `explained` of the schema. */
export type ExplainedJson = readonly {
  /** The qualified name. */
  readonly name: string;
  readonly because: ChainJson;
}[];

/** The form `held` of the schema. */
export type HeldJson = readonly {
  readonly name: string;
  readonly finalizers: NamesJson;
  readonly waitsFor: NamesJson;
  /** True if it never ends: it waits for what ends only after it, or for something that waits so. */
  readonly isDeadlocked: boolean;
  /** Operators that ended before they removed its finalizers. */
  readonly lostOperators?: NamesJson;
  readonly because?: ChainJson;
}[];

/** The facts that it follows from, the cause first. */
export type ChainJson = readonly FactJson[];

/** The form `files` of the schema. */
export type FilesJson = readonly {
  readonly file: string;
  readonly findings: readonly FindingJson[];
}[];

/** The form `finding` of the schema. */
export type FindingJson = {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly line: number;
  /** In UTF-16 units. */
  readonly column: number;
  readonly endLine: number;
  /** After the last character. */
  readonly endColumn: number;
  readonly related: readonly {
    readonly message: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
  }[];
};

/** The form `counts` of the schema. */
export type CountsJson = {
  readonly errors: number;
  readonly warnings: number;
  readonly information: number;
  readonly hints: number;
};

/** In lowest terms. */
export type FractionJson = {
  readonly numerator: number;
  readonly denominator: number;
};

/** The number of resources that each of two PDs reaches, and that both reach. */
export type SimilarityJson = {
  /** Omitted for resources of all types together, and for those without one. */
  readonly type?: string;
  readonly first: number;
  readonly second: number;
  readonly shared: number;
  readonly rsi: FractionJson;
};

/** The form `memoryCost` of the schema. */
export type MemoryCostJson = {
  readonly total: FractionJson;
  readonly resources: FractionJson;
  readonly overhead: FractionJson;
  readonly isExact: boolean;
  /** Resources without a size, which count as nothing. */
  readonly unsized: NamesJson;
};

/** The form `reasoned` of the schema. */
export type ReasonedJson = readonly {
  readonly name: string;
  readonly because?: ChainJson;
}[];

/** The form `request` of the schema. */
export type RequestJson = {
  readonly kind: 'crash' | 'destroy' | 'evict' | 'drain' | 'remove' | 'delete' | 'collect' | 'since';
  readonly targets: NamesJson;
  /** The mode of a deletion, the moment of a collection. */
  readonly how?: 'background' | 'foreground' | 'orphan' | 'before' | 'demand' | 'after';
};

/** The form `fact` of the schema. */
export type FactJson = {
  readonly fact: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
};

/** The form `simulate` of the schema. */
export type SimulateJson = {
  readonly version: 1;
  readonly command: 'simulate';
  readonly file: string;
  readonly origin: RunOriginJson;
  readonly seed: number;
  /** Omitted with --quiet. */
  readonly steps?: RunStepsJson;
  readonly outcome: RunOutcomeJson;
  /** With --minimize, if the run failed: the steps shown are the small run. */
  readonly minimized?: {
    /** The number of steps of the run that it was made of. */
    readonly from: number;
    /** The number of faults that are left. */
    readonly faults: number;
    /** False if the search for fewer steps was ended. */
    readonly isMinimal: boolean;
  };
  /** The file to which the trace was written. */
  readonly out?: string;
};

/** The answer of simulate --rare. */
export type SimulateRareJson = {
  readonly version: 1;
  readonly command: 'simulate';
  readonly file: string;
  readonly seed: number;
  readonly isInterrupted: boolean;
  readonly rare: {
    /** The title of the check. */
    readonly check: string;
    /** The length of a run, in milliseconds. */
    readonly within: number;
    /** The probability that a run breaks the check; absent if it ended before the first estimate. */
    readonly probability?: number;
    /** The 95 % confidence interval of the probability, from here ... */
    readonly low?: number;
    /** ... to here (Student's t over the estimates). */
    readonly high?: number;
    /** The number of independent estimates. */
    readonly estimates: number;
    /** The number of steps of all runs. */
    readonly steps: number;
    /** What was tried to reach each level of importance, in all estimates together, the lowest level first. */
    readonly levels: readonly {
      readonly tries: number;
      /** How many of them arrived at the next level. */
      readonly arrived: number;
      /** How many of them broke the check. */
      readonly failed: number;
    }[];
  };
};

/** The form `simulateOften` of the schema. */
export type SimulateOftenJson = {
  readonly version: 1;
  readonly command: 'simulate';
  readonly file: string;
  readonly origin: RunOriginJson;
  readonly seed: number;
  readonly isInterrupted: boolean;
  readonly statistics: {
    /** The number of completed runs. */
    readonly runs: number;
    /** The most frequent first. */
    readonly outcomes: readonly {
      readonly kind: OutcomeKindJson;
      readonly text: string;
      readonly count: number;
      readonly share: number;
      /** The 95 % confidence interval of the share, from here ... */
      readonly low: number;
      /** ... to here (Wilson). */
      readonly high: number;
      /** The first seed that gave it. */
      readonly seed: number;
    }[];
    /** The time for which the awaited condition did not hold before it was reached. */
    readonly recovery?: PercentilesJson;
    /** The time that each "within" waited, if its expectation was met. */
    readonly waits: readonly {
      readonly file: string;
      readonly line: number;
      readonly column: number;
      readonly times: PercentilesJson;
    }[];
    /** All properties of the check, in the order of the text; omitted without a check. */
    readonly properties?: readonly {
      readonly name: string;
      readonly file?: string;
      readonly line?: number;
      readonly column?: number;
      /** The number of runs that broke it. */
      readonly broken: number;
      readonly share: number;
      /** The 95 % confidence interval of the share, from here ... */
      readonly low: number;
      /** ... to here (Wilson). */
      readonly high: number;
      /** The number of runs that were cut off before it was decided. */
      readonly open: number;
      /** The first seed that broke it. */
      readonly seed?: number;
    }[];
  };
};

/** The form `replay` of the schema. */
export type ReplayJson = {
  readonly version: 1;
  readonly command: 'replay';
  readonly file: string;
  readonly origin: RunOriginJson;
  readonly seed: number;
  /** Whether the model is the one from which the trace was recorded. */
  readonly isSameModel: boolean;
  /** The first step that no longer matches. */
  readonly firstMisfit?: number;
  /** With --repair. */
  readonly repaired?: {
    readonly renamed: readonly {
      readonly kind: 'entity' | 'event' | 'state';
      readonly from: string;
      readonly to: string;
    }[];
    readonly steps: readonly {
      readonly fate: 'kept' | 'moved' | 'dropped' | 'added';
      /** The number in the old trace; absent if the step is added. */
      readonly from?: number;
      /** The number in the repaired trace; absent if the step is dropped. */
      readonly to?: number;
      readonly text: string;
    }[];
  };
  /** The file that the repaired trace was written to. */
  readonly out?: string;
  /** Omitted with --quiet. */
  readonly steps?: RunStepsJson;
  readonly outcome: RunOutcomeJson;
};

/** The form `runOrigin` of the schema. */
export type RunOriginJson =
  | {
      readonly kind: 'scenario';
      readonly title: string;
      /** The number of the combination of "for" steps, from 1. */
      readonly variant: number;
    }
  | {
      readonly kind: 'random';
      readonly check?: string;
      readonly faults: readonly {
        readonly kind: 'crash' | 'halt' | 'pause' | 'lose' | 'duplicate' | 'reorder';
        readonly upTo: number;
      }[];
      readonly sends: boolean;
    };

/** From 0, which is the start. */
export type RunStepsJson = readonly {
  readonly step: number;
  /** Milliseconds of the virtual clock. */
  readonly at: number;
  readonly kind:
    | 'started'
    | 'due'
    | 'acted'
    | 'judged'
    | 'crash'
    | 'halt'
    | 'restart'
    | 'pause'
    | 'resume'
    | 'lose'
    | 'duplicate'
    | 'reorder';
  readonly text: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly verdict?: {
    readonly holds: boolean;
    readonly expected: string;
    readonly found: string;
    readonly because: readonly string[];
  };
  readonly notes: readonly {
    readonly kind: 'log' | 'report' | 'remark' | 'notified' | 'error';
    readonly text: string;
    /** How often a report or remark was made in the step, if more than once. */
    readonly times?: number;
    readonly file?: string;
    readonly line?: number;
    readonly column?: number;
  }[];
  /** Differences after the step; a side is omitted if there is nothing of that name. */
  readonly changes: readonly {
    /** Names from the outermost to the innermost. */
    readonly path: NamesJson;
    readonly before?: string;
    readonly after?: string;
  }[];
}[];

/** The form `outcomeKind` of the schema. */
export type OutcomeKindJson =
  | 'error'
  | 'failed'
  | 'broken'
  | 'passed'
  | 'reached'
  | 'unreached'
  | 'never'
  | 'always'
  | 'over'
  | 'cut';

/** The form `runOutcome` of the schema. */
export type RunOutcomeJson = {
  readonly kind: OutcomeKindJson;
  readonly text: string;
  readonly steps: number;
  /** Milliseconds of the virtual clock. */
  readonly at: number;
  /** All properties of the check, in the order of the text; omitted without a check. */
  readonly properties?: readonly {
    readonly name: string;
    /** Open: the run was cut off before it was decided. */
    readonly verdict: 'held' | 'broken' | 'open';
    /** For a broken property: the step that broke it. */
    readonly step?: number;
    /** Milliseconds of the virtual clock. */
    readonly at?: number;
    readonly message?: string;
  }[];
  readonly expectations: number;
  readonly failures: number;
  /** Milliseconds for which the awaited condition did not hold before it was reached. */
  readonly recovery?: number;
  readonly isInterrupted: boolean;
};

/** Nearest-rank percentiles in milliseconds of the virtual clock. */
export type PercentilesJson = {
  readonly count: number;
  readonly least: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly most: number;
  readonly mean: number;
};
