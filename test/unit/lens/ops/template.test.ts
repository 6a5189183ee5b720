import { describe, expect, test } from "vitest";
import {
  parseTemplate,
  type Template,
  templateAmbiguity,
} from "../../../../lib/lens/ops/split/template.ts";

describe("parseTemplate", () => {
  test.each([
    { text: "{host}:{port}", names: ["host", "port"], literals: ["", ":", ""] },
    { text: "v{major}.{minor}-rc", names: ["major", "minor"], literals: ["v", ".", "-rc"] },
    { text: "{a b}", names: ["a b"], literals: ["", ""] },
  ])("$text", ({ text, names, literals }) => {
    expect(parseTemplate(text)).toEqual({ names, literals });
  });

  test.each([
    { name: "without parts", text: "a:b" },
    { name: "empty", text: "" },
    { name: "parts without a separator", text: "{a}{b}" },
    { name: "a part twice", text: "{a}:{a}" },
    { name: "an unmatched brace", text: "{a}:}" },
    { name: "a part without name", text: "{}:{a}" },
  ])("is not a template: $name", ({ text }) => {
    expect(parseTemplate(text)).toBeUndefined();
  });
});

describe("templateAmbiguity", () => {
  const template: Template = { names: ["host", "port"], literals: ["", ":", ""] };
  const arrow: Template = { names: ["a", "b"], literals: ["", "->", ""] };
  const digits = (text: string) => /^\d+$/.test(text);

  test("finds a part that may contain its own separator", () => {
    const found = templateAmbiguity(template);
    expect(found?.read).not.toEqual(found?.parts);
    expect(found?.text).toBe(found?.parts.join(":"));
  });

  test.each([
    { name: "digits", template, patterns: { port: digits } },
    { name: "digits after a longer separator", template: arrow, patterns: { b: digits } },
    { name: "a part that no text matches", template, patterns: { port: () => false } },
    { name: "one part", template: { names: ["a"], literals: ["v", ""] }, patterns: {} },
  ])("finds none if the last part is $name", ({ template, patterns }) => {
    expect(templateAmbiguity(template, patterns)).toBeUndefined();
  });

  test("finds a separator that is formed where parts and separator meet", () => {
    const dashes: Template = { names: ["a", "b"], literals: ["", "--", ""] };
    const found = templateAmbiguity(dashes, { b: (text) => text === "-" || text === "1" });
    expect(found).toEqual({ text: "a---", parts: ["a", "-"], read: ["a-", ""] });
  });
});
