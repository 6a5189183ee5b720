import { describe, expect, test } from "vitest";
import { loadCommands } from "../../../lib/cli/command.ts";
import { outputForm } from "../../../lib/cli/output-form.ts";
import { verbs } from "../../../lib/cli/verbs.ts";

const commands = await loadCommands(verbs);

describe("outputForm", () => {
  test.each([
    { name: "not given", options: {}, form: undefined },
    { name: "one of the forms", options: { output: "json" }, form: "json" },
  ])("$name", ({ options, form }) => {
    expect(outputForm({ options }, ["text", "json"])).toBe(form);
  });

  test("another form is wrong usage, and the message lists all forms", () => {
    expect(() => outputForm({ options: { output: "xml" } }, ["text", "json"])).toThrow(
      '-o takes text or json, not "xml"',
    );
  });

  test.each(Object.entries(commands))(
    "%s has no --json: the form is -o",
    (_, { options, help }) => {
      expect(options).not.toHaveProperty("json");
      expect(help).not.toContain("--json");
    },
  );
});
