// node test/stored/record.ts [--checkout DIR] [--kinds FOLDER]... [--without KIND]... NAME: writes NAME.jsonl.gz beside this file: objects of the
// kinds in a checkout of this repository (default: this one) as its code stores them at the other version, { object, stored }
// on a line each. Only objects with preserved values, at most 20 for each direction.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import { directionsOf, subjectOf } from "../../lib/verify/subject.ts";
import { conversionsOf, thisCheckout } from "./checkout.ts";
import { storedObjects } from "./stored-objects.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checkout: { type: "string", default: thisCheckout },
    kinds: { type: "string", multiple: true, default: ["test/lenses", "test/operators"] },
    without: { type: "string", multiple: true, default: [] },
  },
});
const [name] = positionals;
if (name === undefined) throw new Error("name the file to write");

const conversions = await conversionsOf(values.checkout, values.kinds);
const kinds = await loadKinds(values.kinds.map((folder) => join(thisCheckout, folder)));
const lines = kinds.flatMap((kind) => {
  const convert = conversions.get(`${kind.kind}.${kind.group}`);
  if (convert === undefined || values.without.includes(kind.kind)) return [];
  return directionsOf(subjectOf(kind)).flatMap((pair) =>
    storedObjects(pair, convert, { of: 100, atMost: 20 }).map(
      ({ object, stored }) => `{"object":${object},"stored":${stored}}`,
    ),
  );
});
const file = join(import.meta.dirname, `${name}.jsonl.gz`);
writeFileSync(file, gzipSync(`${lines.join("\n")}\n`, { level: 9 }));
console.log(`${lines.length} objects in ${file}`);
