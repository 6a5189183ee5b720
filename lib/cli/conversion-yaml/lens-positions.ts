import { isObject, member } from "../../json/value.ts";
import { readText } from "../files/read-file.ts";
import { readDocuments, type TextPosition } from "./documents.ts";

/** The position of `rules` in the last document of `file` with this `from` and `to`. Undefined if there is none. */
export function rulesPosition(
  file: string,
  { from, to }: { readonly from: string; readonly to: string },
): TextPosition | undefined {
  const { documents } = readDocuments(readText(file));
  const found = documents.findLast(
    ({ value }) =>
      isObject(value) &&
      String(member(value, "from")) === from &&
      String(member(value, "to")) === to,
  );
  return found?.positionOf(["rules"]);
}
