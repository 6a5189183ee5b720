/** A step of a path: a member name, an index, all items of a list ({@link items}), or all values of a map ({@link values}). */
export type DrawnStep = string | number | typeof items | typeof values;

/** The path step for every item of a list. */
export const items: unique symbol = Symbol("items");

/** The path step for every value of a map. */
export const values: unique symbol = Symbol("values");

/** A path in the notation of lenses: `spec.list[*].x`, `spec.map{}.y`, `spec["a.b/c"]`; an index as `[0]`. */
export function drawnPathText(steps: readonly DrawnStep[]): string {
  let text = "";
  for (const step of steps) {
    if (step === items) text += "[*]";
    else if (step === values) text += "{}";
    else if (typeof step === "number") text += `[${step}]`;
    else if (!plainKey.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

const plainKey = /^[A-Za-z_$][\w$-]*$/;
