/** A step of a path: a member name, an index, every item of a list ({@link everyItem}), or every value of a map. */
export type DrawnStep = string | number | typeof everyItem | typeof everyValue;

/** The path step for every item of a list. */
export const everyItem: unique symbol = Symbol("items");

/** The path step for every value of a map. */
export const everyValue: unique symbol = Symbol("values");

/** A path in the notation of lenses: `spec.list[*].x`, `spec.map{}.y`, `spec["a.b/c"]`; an index as `[0]`. */
export function drawnPathText(steps: readonly DrawnStep[]): string {
  let text = "";
  for (const step of steps) {
    if (step === everyItem) text += "[*]";
    else if (step === everyValue) text += "{}";
    else if (typeof step === "number") text += `[${step}]`;
    else if (!plainKey.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

const plainKey = /^[A-Za-z_$][\w$-]*$/;
