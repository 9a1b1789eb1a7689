/** The results of scenarios and checks as cases of JUnit. */
import type { Scenario } from '../../../../language/src/model/scenario.ts';
import { checkFindings } from '../../../../language/src/simulation/explore/judgement/check-findings.ts';
import { type Verdict, verdictOf } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { runFindings, spanAt } from '../../../../language/src/simulation/play/run-findings.ts';
import type { ScenarioResult } from '../../../../language/src/simulation/play/scenario-result.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { positionIn } from '../../questions/files/places.ts';
import { type Case, junitXml, writtenText } from './junit.ts';
import type { TestReport } from './test-json.ts';
import { writeProblems } from './test-text.ts';
import { type Verified, type VerifyReport, writeVerified } from './verified.ts';

/** Returns the XML of scenarios. Their times are virtual. */
export const junitOfScenarios = ({ seed, files, unreadable }: TestReport): string =>
  junitXml(
    files.map(({ opened, results, undecided }) => ({
      opened,
      cases: [
        ...results.map((result) => scenarioCase(opened, result)),
        ...undecided.map((each) => cutCase(opened, each)),
      ],
    })),
    unreadable,
    { seed },
  );

/** Returns the XML of checks; one that is not decided is skipped. */
export const junitOfChecks = ({ files, unreadable }: VerifyReport): string =>
  junitXml(
    files.map(({ opened, results }) => ({ opened, cases: results.map((result) => checkCase(opened, result)) })),
    unreadable,
    {},
  );

function scenarioCase(opened: OpenedModel, result: ScenarioResult): Case {
  const { title, place, passed, duration } = result;
  const outcome = passed ? 'passed' : result.errors.length > 0 ? 'error' : 'failure';
  const findings = runFindings(result, opened.sources);
  const first = findings.find(({ code }) => outcome !== 'error' || code !== 'run/expectation');
  const text = writtenText((output) => {
    writeProblems(output, opened, result);
  });
  return { ...named(opened, title, place), outcome, duration, message: first?.message, code: first?.code, text };
}

/** Returns the case of a scenario that did not run to its end. */
const cutCase = (opened: OpenedModel, { title, place }: Scenario): Case => ({
  ...named(opened, title, place),
  ...{ outcome: 'skipped', duration: 0, text: '' },
  message: 'not run to the end: interrupted, or out of time',
});

const outcomes: Readonly<Record<Verdict, Case['outcome']>> = {
  passed: 'passed',
  bounded: 'passed',
  failed: 'failure',
  undecided: 'skipped',
};

function checkCase(opened: OpenedModel, { check, exploration }: Verified): Case {
  const verdict = verdictOf(check, exploration);
  const [first] = checkFindings(check, exploration, opened.sources);
  const text = writtenText((output) => {
    // Without the time it took: the same results give the same text.
    writeVerified(output, opened, { check, exploration }, { listsUnreached: false, isFull: false });
  });
  const said = verdict === 'passed' || verdict === 'bounded' ? {} : { message: first?.message, code: first?.code };
  return { ...named(opened, check.title, check.place), outcome: outcomes[verdict], duration: 0, ...said, text };
}

const named = (opened: OpenedModel, name: string, place: Scenario['place']): Pick<Case, 'name' | 'place'> => ({
  name,
  place: positionIn(spanAt(opened.sources, place), opened.nameOf),
});
