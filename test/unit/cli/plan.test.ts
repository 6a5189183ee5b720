import { expect, test } from "vitest";
import { planCommand } from "../../../lib/cli/verbs/plan/plan.ts";
import { runCommand } from "../../support/run-command.ts";

test.each([
  {
    name: "no definition",
    words: ["--remove", "v1"],
    error: "name one definition, such as crontabs.stable.example.com",
  },
  { name: "no goal", words: ["a.b"], error: "give one of --storage, --unserve, --remove and --to" },
  {
    name: "two goals",
    words: ["a.b", "--storage", "v2", "--remove", "v1"],
    error: "give one of --storage, --unserve, --remove and --to",
  },
  {
    name: "the definition of another kind",
    words: ["a.b", "--to", "examples/kinds/crontab/crd.yaml"],
    error:
      "the file of --to is the definition crontabs.stable.example.com, not a.b: give one of them",
  },
  {
    name: "a number of days that is not a number",
    words: ["a.b", "--remove", "v1", "--quiet-days", "x"],
    error: '--quiet-days takes a whole number of days from 0 to 9999, not "x"',
  },
  {
    name: "days for a goal that ends no version",
    words: ["a.b", "--storage", "v1", "--quiet-days", "3"],
    error: "--quiet-days has no effect with --storage: leave it out",
  },
  {
    name: "a kind without the version",
    words: ["crontabs.stable.example.com", "--storage", "v9", "--kinds", "examples/kinds/crontab"],
    error:
      "the kind for crontabs.stable.example.com in --kinds has no version v9: it has v1beta1, v1",
  },
  {
    name: "another kind",
    words: ["a.b", "--remove", "v1", "--kinds", "examples/kinds/crontab"],
    error: "--kinds has no kind for a.b",
  },
])("$name is refused before a request to the cluster", async ({ words, error }) => {
  expect(await runCommand(planCommand, words)).toEqual({ code: 2, out: "", error });
});
