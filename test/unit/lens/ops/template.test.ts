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
    { name: "no part", text: "a:b" },
    { name: "nothing", text: "" },
    { name: "parts that touch", text: "{a}{b}" },
    { name: "a part twice", text: "{a}:{a}" },
    { name: "a stray brace", text: "{a}:}" },
    { name: "a part without name", text: "{}:{a}" },
  ])("$name is none", ({ text }) => {
    expect(parseTemplate(text)).toBeUndefined();
  });
});

describe("templateAmbiguity", () => {
  const template: Template = { names: ["host", "port"], literals: ["", ":", ""] };
  const arrow: Template = { names: ["a", "b"], literals: ["", "->", ""] };
  const digits = (text: string) => /^\d+$/.test(text);

  test("a part that may hold its own separator is read as another", () => {
    const found = templateAmbiguity(template);
    expect(found?.read).not.toEqual(found?.parts);
    expect(found?.text).toBe(found?.parts.join(":"));
  });

  test.each([
    { name: "digits", template, patterns: { port: digits } },
    { name: "digits behind a longer separator", template: arrow, patterns: { b: digits } },
    { name: "what no text is", template, patterns: { port: () => false } },
    { name: "one part", template: { names: ["a"], literals: ["v", ""] }, patterns: {} },
  ])("none is found where the last part is $name", ({ template, patterns }) => {
    expect(templateAmbiguity(template, patterns)).toBeUndefined();
  });

  test("a separator may come about where parts meet it", () => {
    const dashes: Template = { names: ["a", "b"], literals: ["", "--", ""] };
    const found = templateAmbiguity(dashes, { b: (text) => text === "-" || text === "1" });
    expect(found).toEqual({ text: "a---", parts: ["a", "-"], read: ["a-", ""] });
  });
});
