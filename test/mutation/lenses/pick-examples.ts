// npm run mutation:lenses:examples -- FOLDER <LOG: prints examples for a kind of test/operators, as short as possible, that
// notice the planted faults which survived; LOG is what run.ts printed, and empty for all faults. Each is a vector, named by
// its id, on which the operator's own conversion agrees with ours and not with the fault, as fair.ts compares them: so it has
// Go's zero values only where ours has them. Prints to stderr what no vector shows.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Document, parse, visit, type YAMLMap, type YAMLSeq } from "yaml";
import { exactJson } from "../../../lib/cli/files/exact-json.ts";
import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
import { checkKind } from "../../../lib/verify/check-kind.ts";
import { comparedObject } from "../../../lib/verify/compared-object.ts";
import { bodyOf } from "../../../lib/verify/samples/object-body.ts";
import { type Subject, subjectOf } from "../../../lib/verify/subject.ts";
import { operatorKinds } from "../../operators/operator-kinds.ts";
import { reviewObject } from "../../stored/checkout.ts";
import { differences } from "../../vectors/conversion/fair.ts";
import type { ConversionVector } from "../../vectors/conversion/run-vector.ts";
import { hasUpstreamStash } from "../../vectors/conversion/upstream-stash.ts";
import { mutantsOf, writeMutant } from "./mutants.ts";
import { compiledKind } from "./outcome.ts";

const [folder] = process.argv.slice(2).map((each) => resolve(each));
if (folder === undefined) throw new Error("name the folder of a kind");
const log = readFileSync(0, "utf8");
const survivors = new Set(
  [...log.matchAll(/^ {2}survived {2}(.*?)(: NOT EXPLAINED)?$/gm)].map(([, name]) => name),
);
const operator = (await operatorKinds(resolve(folder, ".."))).find(
  (each) => each.folder === folder,
);
if (operator === undefined || !("kind" in operator)) throw new Error("no such kind");
const { kind } = operator;
const rules = readFileSync(join(folder, "conversion.yaml"), "utf8");
const own = subjectOf(kind);
const candidates = new Set(
  operator.vectors.filter((each) => !hasUpstreamStash(each.object) && isFair(own, each)),
);

/** True where a conversion agrees with the operator's. */
function isFair(subject: Subject, { object, expect, to, isUnstable }: ConversionVector): boolean {
  const image = imageOf(subject, object, to);
  if (image === undefined || expect === undefined) return false;
  const setting = { input: object, stashPrefix: `${kind.group}/kept`, isUnstable };
  return differences(image, expect, setting).length === 0;
}

function imageOf(subject: Subject, object: JsonObject, to: string): JsonObject | undefined {
  const outcome = subject.convert(reviewObject(object), versionOf(to));
  return outcome.type === "converted" ? outcome.object : undefined;
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

/** The candidates on which each fault disagrees with the operator. */
const noticing = new Map<string, ReadonlySet<ConversionVector>>();
const scratch = mkdtempSync(join(tmpdir(), "planted-"));
for (const [index, mutant] of mutantsOf(folder, kind).entries()) {
  if (survivors.size > 0 && !survivors.has(mutant.name)) continue;
  const changed = compiledKind(writeMutant(folder, mutant, join(scratch, String(index))));
  if (typeof changed !== "string") noticing.set(mutant.name, noticedBy(changed));
}
rmSync(scratch, { recursive: true });

function noticedBy(mutant: Kind): ReadonlySet<ConversionVector> {
  const subject = subjectOf(mutant);
  return new Set([...candidates].filter((each) => !isFair(subject, each)));
}

while (noticing.size > 0) {
  const [best] = [...candidates]
    .map((vector) => ({ vector, worth: worthOf(vector) }))
    .sort((a, b) => b.worth - a.worth);
  if (best === undefined || best.worth === 0) break;
  candidates.delete(best.vector);
  const example = exampleOf(best.vector);
  if (!(await isGreen(example))) continue;
  for (const [name, by] of noticing) if (by.has(best.vector)) noticing.delete(name);
  console.log(`--- # ${best.vector.id}\n${yamlOf(example)}`);
}
for (const name of noticing.keys()) console.error(`no vector shows ${name}`);

/** The text of an example; what fits stands in one line. */
function yamlOf(example: JsonObject): string {
  const document = new Document(parse(stringify(example), { intAsBigInt: true }));
  const inLine = (_: unknown, node: YAMLMap | YAMLSeq): void => {
    if (stringify(exactJson(node.toJS(document))).length < 100) node.flow = true;
  };
  visit(document, { Map: inLine, Seq: inLine });
  return document.toString({ lineWidth: 140, indentSeq: false }).trimEnd();
}

/** How many of the faults that are left a vector shows, by its length. */
function worthOf(vector: ConversionVector): number {
  const shown = [...noticing.values()].filter((by) => by.has(vector)).length;
  return shown / stringify(vector.object).length;
}

/** A vector as an example: its metadata only as far as a conversion may depend on them. */
function exampleOf({ object, from, to }: ConversionVector): JsonObject {
  const metadata = keptMetadata(object);
  const image = imageOf(own, { ...object, metadata }, to) ?? {};
  const source = { ...bodyOf(object), ...(Object.keys(metadata).length > 0 && { metadata }) };
  const { metadata: its, ...body } = comparedObject(image, kind.group);
  const { namespace } = metadata;
  const all = { ...(namespace !== undefined && { namespace }), ...(isObject(its) && its) };
  const target = { ...body, ...(Object.keys(all).length > 0 && { metadata: all }) };
  const way = versionOf(from) === kind.lenses[0]?.from ? "forth" : "back";
  return { [versionOf(from)]: source, [versionOf(to)]: target, way };
}

function keptMetadata(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  const { namespace, annotations } = isObject(metadata) ? metadata : {};
  const read = Object.entries(isObject(annotations) ? annotations : {}).filter(([key]) =>
    rules.includes(key),
  );
  return {
    ...(namespace !== undefined && rules.includes("namespace: own") && { namespace }),
    ...(read.length > 0 && { annotations: Object.fromEntries(read) }),
  };
}

/** True where the kind keeps the law `examples` with this example alone. */
async function isGreen(example: JsonObject): Promise<boolean> {
  const { way: written, ...objects } = example;
  const way = written === "forth" ? "forth" : "back";
  const bodies = Object.entries(objects).flatMap(([version, object]) =>
    isObject(object) ? [[version, object] as const] : [],
  );
  const examples = [{ objects: Object.fromEntries(bodies.sort(olderFirst)), way } as const];
  const { laws } = await checkKind({ ...kind, samples: [], examples }, { only: ["examples"] });
  return laws.every(({ passed }) => passed);
}

function olderFirst([version]: readonly [string, JsonObject]): number {
  return version === kind.lenses[0]?.from ? -1 : 1;
}
