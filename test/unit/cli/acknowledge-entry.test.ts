import { expect, test } from "vitest";
import { acknowledgeEntry } from "../../../lib/cli/verbs/check/webhook/acknowledge-entry.ts";

test("an entry of a list of known losses is valid YAML, also with several laws and items", () => {
  expect(acknowledgeEntry(["round-trip", "settles"], "spec.list[*].a")).toBe(
    '- { law: [round-trip, settles], path: "spec.list[*].a", reason: "" }',
  );
});
