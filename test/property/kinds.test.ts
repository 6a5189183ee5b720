import { expect, test } from "vitest";
import { checkKind } from "../../lib/verify/check-kind.ts";
import { kinds } from "../support/example-kinds.ts";

/** What `customhouse check` tries at length. */
const runs = 500;

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
