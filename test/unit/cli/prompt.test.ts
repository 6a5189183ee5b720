import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { withPromptOn } from "../../../lib/cli/terminal/prompt.ts";

test("a prompt reads the lines of the input in order, also those that were there before", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.write("one\n two \n");
  const answers = await withPromptOn(input, output, async (prompt) => {
    const first = await prompt("first: ");
    await new Promise((resolve) => setImmediate(resolve));
    return [first, await prompt("second: ")];
  });
  expect(answers).toEqual(["one", "two"]);
  output.end();
  expect(await text(output)).toBe("first: second: ");
});

test("a prompt gets no line from an input that has ended", async () => {
  const input = new PassThrough();
  const asked = withPromptOn(input, new PassThrough(), (prompt) => prompt("first: "));
  input.end();
  await expect(asked).rejects.toThrow("no reply: nothing was changed");
});
