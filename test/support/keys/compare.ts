import { diff } from "../../../lib/admission/patch/diff.ts";
import { parse } from "../../../lib/json/parse.ts";
import type { JsonValue } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { deadlineOf } from "../../../lib/request/deadline.ts";
import { bodyText } from "../../../lib/request/http-response.ts";
import { createService } from "../../../lib/service/service.ts";
import { kinds } from "../example-kinds.ts";
import { sampleLookup } from "../send-review.ts";
import { convertedObjects, isAllowedPizza, mutatedPizza, patchedTree } from "./expected.ts";
import { type OddReview, OddReviews } from "./odd-reviews.ts";
import { below, type Oracle, type Tree, treeText } from "./tree.ts";

/** A review whose response differs from the one expected by the oracle's reading of both. */
export interface Difference {
  readonly review: OddReview;
  readonly given: string;
  readonly expected: string;
}

/**
 * Sends reviews with odd keys to one service, one after another, and compares each response with the expected one, as an oracle
 * reads both. Returns the differences, and how many reviews of each verb were compared.
 */
export async function compareReviews(
  oracle: Oracle,
  { count, seed }: { count: number; seed: number },
) {
  const service = createService({
    kinds,
    lookup: sampleLookup,
    nearestValid: false,
    log: () => {},
  });
  const reviews = new OddReviews(seed);
  const differences: Difference[] = [];
  const compared = { convert: 0, mutate: 0, validate: 0 };
  for (let done = 0; done < count; done += batch) {
    const asked = Array.from({ length: Math.min(batch, count - done) }, () => reviews.next());
    const answers: string[] = [];
    for (const [at, { verb, body }] of asked.entries()) {
      const sent = at % 2 === 0 ? body : Buffer.from(body);
      answers.push(bodyText(await service.answer(verb, sent, deadlineOf("10s"))));
    }
    const requested = await oracle.read(asked.map(({ body }) => body));
    const answered = await oracle.read(answers);
    const patches = await oracle.read(answered.map(patchIn));
    for (const [at, review] of asked.entries()) {
      const [request = null, answer = null, patch = null] = [
        requested[at],
        answered[at],
        patches[at],
      ];
      const { given, expected } = sides(review, request, answer, patch);
      compared[review.verb] += 1;
      if (given !== expected) differences.push({ review, given, expected });
    }
  }
  return { differences, compared };
}

/**
 * Parses texts with odd keys by the project's parser, writes them and patches between them, and compares both with what an
 * oracle reads. Returns the texts for which they differ.
 */
export async function compareWriting(
  oracle: Oracle,
  { count, seed }: { count: number; seed: number },
): Promise<readonly string[]> {
  const reviews = new OddReviews(seed);
  const wrong: string[] = [];
  for (let done = 0; done < count; done += batch) {
    const texts = Array.from({ length: batch }, () => reviews.next().body);
    const values = texts.map(valueIn);
    const patches = values.map((value, at) => diff(value, values[at - 1] ?? value));
    const trees = await oracle.read(texts);
    const written = await oracle.read(values.map((value) => stringify(value)));
    const patchTrees = await oracle.read(
      patches.map((it) => stringify(it.map((one) => ({ ...one })))),
    );
    for (const [at, text] of texts.entries()) {
      const [tree = null, copy = null, patch = null] = [trees[at], written[at], patchTrees[at]];
      const target = trees[at - 1] ?? tree;
      const isSame = treeText(tree) === treeText(copy);
      const isPatched = treeText(patchedTree(tree, patch)) === treeText(target);
      if (!isSame || !isPatched) wrong.push(text);
    }
  }
  return wrong;
}

function valueIn(text: string): JsonValue {
  const parsed = parse(text);
  if (!parsed.ok) throw new SyntaxError(`${parsed.error.message}: ${text}`);
  return parsed.value;
}

const batch = 500;

/** The text of a response's patch; empty without a patch. */
function patchIn(answer: Tree): string {
  const patch = below(answer, "response", "patch");
  return typeof patch === "string" ? Buffer.from(patch, "base64").toString() : "[]";
}

function sides({ verb }: OddReview, request: Tree, answer: Tree, patch: Tree) {
  if (verb === "convert") {
    const expected = treeText(convertedObjects(request));
    const given = below(answer, "response", "convertedObjects");
    return { expected, given: treeText(given ?? answer) };
  }
  if (verb === "validate") {
    const isAllowed = below(answer, "response", "allowed") === true;
    return { expected: String(isAllowedPizza(request)), given: String(isAllowed) };
  }
  const object = below(request, "request", "object") ?? null;
  return { expected: treeText(mutatedPizza(request)), given: treeText(patchedTree(object, patch)) };
}
