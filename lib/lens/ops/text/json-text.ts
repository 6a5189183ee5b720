import { parse } from "../../../json/parse.ts";
import { stringify } from "../../../json/write.ts";
import type { TextFormat } from "./codec.ts";

/** JSON as the server parses it, printed without white space. */
export const jsonText: TextFormat = {
  parse: (text) => {
    const parsed = parse(text);
    return parsed.ok ? parsed.value : undefined;
  },
  print: stringify,
};
