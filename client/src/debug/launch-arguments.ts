/**
 * The launch arguments of a debug session, as in `launch.json`: the model, and which run of it.
 */
import { greatestSeed, isSeed } from '../../../language/src/simulation/kernel/seed.ts';
import type { RunQuestion } from '../../../language/src/view/run/run-summary.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The type of our debug configurations. */
export const debugType = 'aftermath';

/** The arguments of a session. */
export interface Launch {
  /** The path or URI of the model. */
  readonly program: string;
  readonly question: RunQuestion;
  readonly stopOnEntry: boolean;
  /** True if the session stays when the run is over. */
  readonly stopAtEnd: boolean;
  /** True if nothing stops the session. */
  readonly noDebug: boolean;
}

/** The default number of steps of a random run. */
const usualSteps = 1000;

/** Reads a configuration, or refuses with one sentence about what is missing. */
export function readLaunch(given: unknown): Launch | Refusal {
  const fields = new Map<string, unknown>(typeof given === 'object' && given !== null ? Object.entries(given) : []);
  const text = (name: string): string | undefined => {
    const value = fields.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const count = (name: string): number | undefined => {
    const value = fields.get(name);
    return Number.isSafeInteger(value) ? Number(value) : undefined;
  };
  const program = text('program');
  if (program === undefined) return { refusal: t`The configuration names no model. Set "program" to the path of one.` };
  const [scenario, check, file, seed] = [text('scenario'), text('check'), text('trace'), count('seed')];
  if (fields.has('seed') && !isSeed(fields.get('seed')))
    return { refusal: t`"seed" is a whole number from 0 to ${String(greatestSeed)}.` };
  const question: RunQuestion | undefined =
    file !== undefined
      ? { kind: 'trace', file }
      : scenario !== undefined
        ? { kind: 'scenario', title: scenario, variant: Math.max(0, count('variant') ?? 0) }
        : check !== undefined || seed !== undefined
          ? {
              kind: 'random',
              seed: seed ?? 1,
              steps: Math.max(1, count('steps') ?? usualSteps),
              ...(check !== undefined && { check }),
            }
          : undefined;
  if (question === undefined) {
    return {
      refusal: t`The configuration names no run. Set "scenario" to the title of one, or "seed" for a random run.`,
    };
  }
  const is = (name: string): boolean => fields.get(name) === true;
  return { program, question, stopOnEntry: is('stopOnEntry'), stopAtEnd: is('stopAtEnd'), noDebug: is('noDebug') };
}
