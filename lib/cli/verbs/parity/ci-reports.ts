import type { ParityReport } from "../../../verify/parity/compare-webhooks.ts";
import { githubError } from "../../terminal/github-command.ts";
import { type JunitCase, junitText } from "../../terminal/junit.ts";
import { differenceSentence, frequencyText } from "./difference-text.ts";

/** Reports in JUnit's XML: a case for each difference, and one for each kind. It never holds a value or an object. */
export function parityJunit(reports: readonly ParityReport[]): string {
  return junitText(
    reports.map((report) => {
      const faults = faultsOf(report);
      return {
        name: `${report.kind}.${report.group}`,
        cases:
          faults.length === 0
            ? [{ name: "both webhooks do the same" }]
            : faults.map(
                ({ title, text }): JunitCase => ({
                  name: title,
                  failure: { message: title, text },
                }),
              ),
      };
    }),
  );
}

/** Reports as errors that GitHub Actions shows, without values or objects. */
export function parityGithub(reports: readonly ParityReport[]): readonly string[] {
  return reports.flatMap((report) =>
    faultsOf(report).map(({ title, text }) =>
      githubError(`${report.kind}.${report.group}: ${title}`, text),
    ),
  );
}

/** Something that keeps the new webhook from taking the place of the old one. */
interface ParityFault {
  readonly title: string;
  readonly text: string;
}

function faultsOf(report: ParityReport): readonly ParityFault[] {
  const { differences, uncompared, ended, seed } = report;
  return [
    ...differences.map((each) => ({
      title: differenceSentence(each),
      text: `${frequencyText(each)}. Repeat with --seed ${seed}`,
    })),
    ...uncompared.map((direction) => ({
      title: `${direction} was not compared`,
      text: "both webhooks converted no object",
    })),
    ...(ended?.isFault === true
      ? [{ title: "a webhook stopped to respond", text: "not everything was compared" }]
      : []),
  ];
}
