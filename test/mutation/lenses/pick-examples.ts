// npm run mutation:lenses:examples -- FOLDER <LOG: prints examples for a kind of test/operators, as few as possible, that
// notice the planted faults which survived; LOG is what run.ts printed, and empty for all faults. Each is a vector on which the operator's own
// conversion agrees with ours; where none shows a fault, a generated object, of which somebody has to say that it is right.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { Document, parse } from "yaml";
import { equal } from "../../../lib/json/equal.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
import { prunedAndDefaulted } from "../../../lib/verify/pruned-and-defaulted.ts";
import { bodyOf } from "../../../lib/verify/samples/object-body.ts";
import { validObjects } from "../../../lib/verify/samples/objects.ts";
import { isValidObject } from "../../../lib/verify/samples/valid-object.ts";
import { runRules } from "../../../lib/verify/schema-rules.ts";
import { type Direction, directionsOf, reversed, subjectOf } from "../../../lib/verify/subject.ts";
import { operatorKinds } from "../../operators/operator-kinds.ts";
import { reviewObject } from "../../stored/checkout.ts";
import { mutantsOf, writeMutant } from "./mutants.ts";
import { compiledKind } from "./outcome.ts";

const [folder] = process.argv.slice(2).map((each) => resolve(each));
if (folder === undefined) throw new Error("name the folder of a kind");
const log = readFileSync(0, "utf8");
const survivors = new Set(
  [...log.matchAll(/^ {2}survived {2}(.*?)(: NOT EXPLAINED)?$/gm)].map(([, name]) => name),
);

interface Candidate {
  readonly pair: Direction;
  readonly object: JsonObject;
  readonly image: JsonObject;
  readonly isOfOperator: boolean;
}

const operator = (await operatorKinds(resolve(folder, ".."))).find(
  (each) => each.folder === folder,
);
if (operator === undefined || !("kind" in operator)) throw new Error("no such kind");
const { kind, vectors } = operator;
const pairs = directionsOf(subjectOf(kind, runRules));
const candidates = [
  ...vectors.flatMap(({ object, expect, from, to }) => {
    const pair = pairs.find((each) => isFrom(each, from) && isFrom(reversed(each), to));
    const image = pair && imageOf(kind, pair, object);
    if (pair === undefined || image === undefined || expect === undefined) return [];
    return equal(image, bodyOf(expect)) ? candidate(pair, object, image, true) : [];
  }),
  ...pairs.flatMap((pair) =>
    fc.sample(validObjects(pair), { numRuns: 300, seed: 3 }).flatMap((object) => {
      const image = imageOf(kind, pair, object);
      return image === undefined ? [] : candidate(pair, object, image, false);
    }),
  ),
];

function isFrom({ from, subject }: Direction, apiVersion: string): boolean {
  return apiVersion === `${subject.kind.group}/${from.name}`;
}

function candidate(
  pair: Direction,
  object: JsonObject,
  image: JsonObject,
  isOfOperator: boolean,
): readonly Candidate[] {
  const { apiVersion, kind: name } = reviewObject(object);
  const other = { apiVersion: `${pair.subject.kind.group}/${pair.to.name}`, kind: name, ...image };
  const typed = { ...bodyOf(object), apiVersion, kind: name };
  const isValid =
    isValidObject(prunedAndDefaulted(typed, pair.from), pair) &&
    isValidObject(prunedAndDefaulted(other, pair.to), reversed(pair));
  const again = imageOf(kind, reversed(pair), other);
  const back = again && imageOf(kind, pair, { apiVersion, kind: name, ...again });
  return isValid && back !== undefined && equal(back, image)
    ? [{ pair, object: bodyOf(object), image, isOfOperator }]
    : [];
}

function imageOf(by: Kind, { to, from }: Direction, object: JsonObject): JsonObject | undefined {
  const { metadata: _, ...body } = bodyOf(object);
  const plain = { ...body, apiVersion: `${by.group}/${from.name}`, kind: by.kind };
  const outcome = subjectOf(by).convert(
    reviewObject({ metadata: { name: "a" }, ...plain }),
    to.name,
  );
  return outcome.type === "converted" ? bodyOf(outcome.object) : undefined;
}

const scratch = mkdtempSync(join(tmpdir(), "planted-"));
const open = new Map<string, Kind>();
for (const [index, mutant] of mutantsOf(folder, kind).entries()) {
  if (survivors.size > 0 && !survivors.has(mutant.name)) continue;
  const changed = compiledKind(writeMutant(folder, mutant, join(scratch, String(index))));
  if (typeof changed !== "string") open.set(mutant.name, changed);
}
const noticedBy = new Map(
  candidates.map((each) => [
    each,
    [...open].filter(([, other]) => {
      const image = imageOf(other, each.pair, each.object);
      return image === undefined || !equal(image, each.image);
    }),
  ]),
);
rmSync(scratch, { recursive: true });
while (open.size > 0) {
  const count = (each: Candidate): number =>
    (noticedBy.get(each) ?? []).filter(([name]) => open.has(name)).length;
  const rank = (each: Candidate): number =>
    count(each) * (each.isOfOperator ? 1_000_000 : 1) - stringify(each.object).length / 1e5;
  const [best] = candidates.filter((each) => count(each) > 0).sort((a, b) => rank(b) - rank(a));
  if (best === undefined) break;
  for (const [name] of noticedBy.get(best) ?? []) open.delete(name);
  print(best);
}
for (const name of open.keys()) console.error(`no object shows ${name}`);

function print({ pair, object, image, isOfOperator }: Candidate): void {
  const { from, to } = pair;
  const [older] = kind.lenses.map((lens) => lens.from);
  const { metadata: _, ...own } = object;
  const written = {
    [from.name]: own,
    [to.name]: image,
    way: from.name === older ? "forth" : "back",
  };
  const document = new Document(parse(stringify(written), { intAsBigInt: true }));
  const origin = isOfOperator ? "as the operator converts it" : "generated";
  console.log(`--- # ${origin}\n${document.toString({ lineWidth: 140 })}`.trimEnd());
}
