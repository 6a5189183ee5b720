import { expect, test } from "vitest";
import { checkKind } from "../../lib/verify/check-kind.ts";
import { kinds } from "../support/example-kinds.ts";
import { tries } from "../support/tries.ts";

/** What `customhouse check` tries at length. */
const runs = tries({ test: 100, deep: 10_000 });

test.each(kinds.map((kind) => ({ name: `${kind.kind}.${kind.group}`, kind })))(
  "$name keeps the laws",
  async ({ kind }) => {
    const report = await checkKind(kind, { runs, seed: 20_261_121 });
    const broken = report.laws.flatMap(({ law, from, to, failure }) =>
      failure === undefined ? [] : [`${law}, ${from} to ${to}: ${failure.explanation}`],
    );
    expect(broken).toEqual([]);
    expect(report.ungenerated).toEqual([]);
  },
);
