/**
 * The JSON Pointer (RFC 6901) with the given steps. The step of a list item is its index in decimal, or `-` for the
 * position after the last item.
 */
export function pointer(steps: readonly string[]): string {
  let text = "";
  for (const step of steps) {
    text += `/${/[~/]/.test(step) ? step.replaceAll("~", "~0").replaceAll("/", "~1") : step}`;
  }
  return text;
}

/** The steps of a JSON Pointer; undefined for a text that is not a JSON Pointer. */
export function pointerTokens(text: string): readonly string[] | undefined {
  if (text === "") return [];
  const [first, ...steps] = text.split("/");
  if (first !== "") return undefined;
  if (!text.includes("~")) return steps;
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
