import type { CrdFacts } from "../../../../crd/crd-facts.ts";
import { upgradeCrd } from "../../../../crd/upgrade/upgrade-crd.ts";
import { listAt, mapAt } from "../../../../json/members.ts";
import { type JsonObject, member } from "../../../../json/value.ts";
import type { ReviewVersion } from "../../../../protocol/review.ts";
import { conversionSetting } from "../../../../protocol/webhook-client/conversion-request.ts";
import type { CheckedWebhook } from "../../../../verify/webhook/black-box.ts";
import { type Invocation, textOption, UsageError } from "../../../command.ts";
import { readObjectsAt } from "../../../files/yaml.ts";
import { factsOf, requireNames } from "../../../kinds/crd-facts.ts";
import { recordedObjects } from "./recorded-objects.ts";

/** The kind of a webhook, read from its definition, `--samples` and `--recordings`. */
export type WebhookKind = Omit<CheckedWebhook, "webhook">;

/**
 * Reads the kind of a webhook from its definition. Throws {@link UsageError} if a name in it is missing or not allowed, and if
 * `--samples` or `--recordings` is given and has no object of the kind.
 */
export function readWebhookKind(invocation: Invocation, definition: JsonObject): WebhookKind {
  const { crd } = upgradeCrd(definition);
  const facts = storedOrServed(factsOf(crd), crd);
  requireNames(facts, textOption(invocation, "crd") ?? "the definition");
  const samples = givenObjects(invocation, [facts]);
  return { crd: facts, reviewVersions: reviewVersionsOf(crd), samples };
}

/**
 * The objects of some kinds in `--samples` and `--recordings`. Throws {@link UsageError} if one of these options is given and has
 * no such object.
 */
export function givenObjects(
  invocation: Invocation,
  kinds: readonly CrdFacts[],
): readonly JsonObject[] {
  const tests = kinds.map(isOfKind);
  const isOfKinds = (object: JsonObject): boolean => tests.some((isOwn) => isOwn(object));
  const readers = {
    samples: (path: string) => readObjectsAt(path).filter(isOfKinds),
    recordings: (path: string) => recordedObjects(path, isOfKinds),
  };
  return Object.entries(readers).flatMap(([option, read]) => {
    const path = textOption(invocation, option);
    if (path === undefined) return [];
    const found = read(path);
    if (found.length > 0) return found;
    const names = kinds.map(({ kind, group }) => `${kind}.${group}`).join(" or ");
    throw new UsageError(`${path} does not hold an object of ${names}`);
  });
}

/** Leaves out the versions that are neither served nor stored: a webhook need not know them. */
function storedOrServed(facts: CrdFacts, crd: JsonObject): CrdFacts {
  const names = listAt(mapAt(crd, "status"), "storedVersions");
  return {
    ...facts,
    versions: facts.versions.filter(
      ({ name, served, storage }) => served || storage || names.includes(name),
    ),
  };
}

function reviewVersionsOf(crd: JsonObject): CheckedWebhook["reviewVersions"] {
  const listed = conversionSetting(crd).reviewVersions.filter(
    (version): version is ReviewVersion => version === "v1" || version === "v1beta1",
  );
  const [first = "v1", ...others] = listed;
  return [first, ...others];
}

/** True for objects of a kind, in any version. */
export function isOfKind({ group, kind }: CrdFacts): (object: JsonObject) => boolean {
  return (object) =>
    member(object, "kind") === kind && String(member(object, "apiVersion")).startsWith(`${group}/`);
}
