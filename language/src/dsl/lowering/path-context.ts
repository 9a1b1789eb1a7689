/**
 * The context of a path: its place, and what it is resolved in.
 */
import type * as ast from '../generated/ast.ts';
import type { Collector } from './collector.ts';
import type { Instance, Instances } from './instances.ts';
import type { ModelNames } from './model-names.ts';

/** The context in which paths are resolved. */
export interface PathContext {
  readonly instances: Instances;
  readonly collector: Collector;
  readonly names: ModelNames;
  /** The entity whose body contains the path. */
  readonly around: Instance | undefined;
  /** The instance of the class that contains the path: names mean nothing around it. */
  readonly within?: Instance | undefined;
  /** The parameters of classes whose values are being lowered, each with its instance. */
  readonly open?: readonly OpenParameter[];
}

/** A parameter of a class whose value is being lowered. */
export interface OpenParameter {
  readonly parameter: ast.Parameter;
  readonly of: Instance;
}
