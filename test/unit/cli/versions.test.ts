import { expect, test } from "vitest";
import { versions } from "../../../lib/cli/verbs/versions/versions.ts";
import { runCommand } from "../../support/run-command.ts";

test.each([
  {
    name: "both checks",
    words: ["a.b", "--check-unserve", "v1", "--check-remove", "v1"],
    error: "give --check-unserve or --check-remove, not both",
  },
  {
    name: "a check without a definition",
    words: ["--check-remove", "v1"],
    error: "name the CustomResourceDefinition whose version it is",
  },
  {
    name: "a number of days that is not a number",
    words: ["a.b", "--check-remove", "v1", "--quiet-days", "soon"],
    error: '--quiet-days takes a whole number of days from 0 to 9999, not "soon"',
  },
  {
    name: "days without a check",
    words: ["a.b", "--quiet-days", "3"],
    error: "--quiet-days needs --check-unserve or --check-remove",
  },
  { name: "another form", words: ["-o", "yaml"], error: '-o takes text or json, not "yaml"' },
])("$name is refused before a request to the cluster", async ({ words, error }) => {
  expect(await runCommand(versions, words)).toEqual({ code: 2, out: "", error });
});
