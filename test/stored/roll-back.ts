// node test/stored/roll-back.ts [--kinds FOLDER]... CHECKOUT: what becomes of objects that this code stored, when the code of
// another checkout of this repository, with its own lenses, reads them instead. For each direction:
//
//   stored   objects that this code stored with preserved values
//   read     of these, those that the other code reads as they were
//   back     those that come back after a roll-back and a roll-forward: the other code read the object and stored it again,
//            and then this code read it
//
// Prints an object of each direction that does not come back, with --verbose.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import { type Direction, directionsOf, subjectOf } from "../../lib/verify/subject.ts";
import { objectIn } from "../support/json-lines.ts";
import { type ConvertText, conversionsOf, reviewObject, thisCheckout } from "./checkout.ts";
import { faultOf, type StoredObject, storedObjects } from "./stored-objects.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kinds: { type: "string", multiple: true, default: ["test/lenses", "test/operators"] },
    verbose: { type: "boolean", default: false },
  },
});
const [checkout] = positionals;
if (checkout === undefined) throw new Error("name a checkout");

const [now, before] = await Promise.all([
  conversionsOf(thisCheckout, values.kinds),
  conversionsOf(checkout, values.kinds),
]);
const kinds = await loadKinds(values.kinds.map((folder) => join(thisCheckout, folder)));

console.log("| kind | from | stored at | stored | read | back |");
console.log("|---|---|---|---|---|---|");
for (const kind of kinds) {
  const name = `${kind.kind}.${kind.group}`;
  const [own, other] = [now.get(name), before.get(name)];
  if (own === undefined || other === undefined) continue;
  for (const pair of directionsOf(subjectOf(kind))) printRow(name, pair, own, other);
}

function printRow(name: string, pair: Direction, own: ConvertText, other: ConvertText): void {
  const { from, to } = pair;
  const all = storedObjects(pair, own, { of: 200, atMost: 100 });
  const outcomes = all.map((each) => outcomeOf(pair, each, { own, other }));
  const read = outcomes.filter(({ readFault }) => readFault === undefined);
  const back = outcomes.filter(({ backFault }) => backFault === undefined);
  console.log(
    `| ${[name, from.name, to.name, all.length, read.length, back.length].join(" | ")} |`,
  );
  if (!values.verbose) return;
  const lost = outcomes.find(({ backFault }) => backFault !== undefined);
  if (lost !== undefined) console.log(lost);
}

interface Outcome extends StoredObject {
  /** The object as the other code reads it, and stores it then; as this code reads that. */
  readonly texts: readonly (string | undefined)[];
  readonly readFault: string | undefined;
  readonly backFault: string | undefined;
}

function outcomeOf(
  pair: Direction,
  { object, stored }: StoredObject,
  { own, other }: { readonly own: ConvertText; readonly other: ConvertText },
): Outcome {
  const { from, to } = pair;
  const read = other(stored, from.name);
  const again = read && other(read, to.name);
  const back = again && own(again, from.name);
  const faultIn = (text: string | undefined): string | undefined =>
    text === undefined
      ? "does not convert"
      : faultOf(pair, reviewObject(objectIn(object)), reviewObject(objectIn(text)));
  return {
    object,
    stored,
    texts: [read, again, back],
    readFault: faultIn(read),
    backFault: faultIn(back),
  };
}
