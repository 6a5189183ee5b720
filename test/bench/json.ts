import { holdsEscapedKey } from "../../lib/json/escaped-keys.ts";
import { parse } from "../../lib/json/parse.ts";
import { cpuRatio } from "./cpu.ts";
import { conversionReview, pizza } from "./reviews.ts";
import { type Group, type Row, row } from "./row.ts";

const list = conversionReview(pizza, 1000);

/** As a user applies it: half of the text is the annotation in which it stands once more. */
const applied = JSON.stringify({
  metadata: { annotations: { applied: conversionReview(pizza, 10) } },
  spec: JSON.parse(conversionReview(pizza, 10)),
});

/** What a server-side apply writes into managedFields, in each of many objects. */
const escaped = list.replaceAll('"f:spec":{', '"f:spec":{"k:{\\"name\\":\\"a\\"}":{".":{}},');

/** Looking for escapes in keys, and parsing texts that have some, beside JSON.parse of the same text. */
export const json: Group = {
  name: "json",
  measure: async () => [
    await searchRow("2 MB list", list),
    await searchRow("1 object", conversionReview(pizza, 1)),
    await searchRow("60 kB, half of it an annotation", applied),
    await searchRow("60 kB, beyond Latin-1", applied.replace("{", '{"name":"名",')),
    row(
      "json parse 2 MB, keys with escapes",
      await cpuRatio(
        () => parse(escaped),
        () => JSON.parse(escaped),
      ),
      "x JSON.parse",
      10,
    ),
  ],
};

async function searchRow(name: string, text: string): Promise<Row> {
  if (holdsEscapedKey(text)) throw new Error(`a key of ${name} holds an escape`);
  // From bytes, as a host reads it: the parser does not care where a flat text came from.
  const flat = Buffer.from(text).toString();
  const search = () => holdsEscapedKey(flat);
  return row(
    `json search ${name}`,
    await cpuRatio(search, () => JSON.parse(flat)),
    "x JSON.parse",
    0.1,
  );
}
