import { isObject, member } from "../../json/value.ts";
import { readText } from "../files/read-file.ts";
import { type Position, readDocuments } from "./documents.ts";

/** Where the rules of the lens between two versions start in a `conversion.yaml`. Of several such lenses, the last. */
export function rulesPosition(
  file: string,
  { from, to }: { readonly from: string; readonly to: string },
): Position | undefined {
  const { documents } = readDocuments(readText(file));
  const found = documents.findLast(
    ({ value }) =>
      isObject(value) &&
      String(member(value, "from")) === from &&
      String(member(value, "to")) === to,
  );
  return found?.positionOf(["rules"]);
}
