/** The settings of keepalive collection in the second executor. */

/** The settings of a collector. */
export interface Collector {
  readonly duration: number;
  readonly period: number;
  readonly sweep: number;
  readonly forward: string;
  readonly origin: string;
  readonly enter: string;
  readonly handover: boolean;
  readonly phases: Readonly<Record<string, number>>;
}
