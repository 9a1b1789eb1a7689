/**
 * A configuration of Terraform, as far as it says who depends on whom. It comes from `.tf` files or from the JSON of a
 * plan. `dependencies.ts` follows what it refers to.
 */
import type { Span } from '../../model/span.ts';
import type { Reference } from './references.ts';

/** References, and what states them. */
export interface Said {
  readonly references: readonly Reference[];
  readonly place: Span;
  /** In one line: `subnet_id = aws_subnet.a.id`. */
  readonly words: string;
}

/** A resource or a data source. */
export interface ConfigResource {
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly name: string;
  readonly place: Span;
  /** The provider's configuration in the same module: `aws`, `aws.west`. */
  readonly provider: string;
  readonly says: readonly Said[];
  readonly repeat: Repeat;
  readonly isCreatedFirst: boolean;
  readonly isProtected: boolean;
  /** True if Terraform forgets it instead of destroying it. */
  readonly isForgotten?: boolean;
  /** Data for people: `moved_from`, `imported`, `removed`. */
  readonly data: readonly (readonly [string, string | boolean])[];
}

/** The number of instances: `keys` if known, or 1 if unknown. */
export interface Repeat {
  readonly keys: readonly (string | number | undefined)[];
  readonly isKnown: boolean;
}

/** A module that another one calls. */
export interface ModuleCall {
  readonly name: string;
  readonly place: Span;
  /** Undefined if its files are not there. */
  readonly module: ConfigModule | undefined;
  readonly inputs: ReadonlyMap<string, Said>;
  /** `count`, `for_each` and `depends_on`. */
  readonly says: readonly Said[];
  /** The providers that it is given, by the names that it uses. */
  readonly providers: ReadonlyMap<string, string>;
  readonly repeat: Repeat;
}

/** A module. */
export interface ConfigModule {
  readonly resources: readonly ConfigResource[];
  readonly calls: ReadonlyMap<string, ModuleCall>;
  readonly outputs: ReadonlyMap<string, readonly Said[]>;
  readonly locals: ReadonlyMap<string, Said>;
  readonly providers: ReadonlyMap<string, readonly Said[]>;
}

/** Exactly one instance without a key. */
export const once: Repeat = { keys: [undefined], isKnown: true };

/** Returns the address of a resource in its module: `aws_vpc.main`, `data.aws_ami.linux`. */
export const localAddress = ({ mode, type, name }: Pick<ConfigResource, 'mode' | 'type' | 'name'>): string =>
  `${mode === 'data' ? 'data.' : ''}${type}.${name}`;
