/** A JSON Pointer (RFC 6901) of steps; a list's index is its decimal text, `-` the position after its end. */
export function pointer(steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The steps of a JSON Pointer; undefined for a text that is not a pointer. */
export function pointerTokens(text: string): readonly string[] | undefined {
  if (text === "") return [];
  const [first, ...steps] = text.split("/");
  if (first !== "") return undefined;
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
