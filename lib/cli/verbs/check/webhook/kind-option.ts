import type { CrdFacts } from "../../../../crd/crd-facts.ts";
import { upgradeCrd } from "../../../../crd/upgrade/upgrade-crd.ts";
import { isArray, isObject, type JsonObject, member } from "../../../../json/value.ts";
import { conversionSetting } from "../../../../protocol/webhook-client/conversion-request.ts";
import type { CheckedWebhook } from "../../../../verify/webhook/black-box.ts";
import type { ReviewVersion } from "../../../../verify/webhook/exchange.ts";
import { type Invocation, textOption, UsageError } from "../../../command.ts";
import { readObjectsAt } from "../../../files/yaml.ts";
import { factsOf } from "../../../kinds/crd-facts.ts";
import { recordedObjects } from "./recorded-objects.ts";

/** The kind of a webhook, by its definition, `--samples` and `--recordings`. */
export type WebhookKind = Omit<CheckedWebhook, "webhook">;

/** Reads the kind of a webhook from its definition. Throws {@link UsageError} where none of the samples or recordings is of the kind. */
export function kindOf(invocation: Invocation, definition: JsonObject): WebhookKind {
  const { crd } = upgradeCrd(definition);
  const facts = storedOrServed(factsOf(crd), crd);
  const samples = [
    ...objectsOf(invocation, "samples", facts),
    ...objectsOf(invocation, "recordings", facts),
  ];
  return { crd: facts, reviewVersions: reviewVersionsOf(crd), samples };
}

/** The objects of a kind that an option names; empty where it is left out. */
function objectsOf(
  invocation: Invocation,
  option: "samples" | "recordings",
  facts: CrdFacts,
): readonly JsonObject[] {
  const path = textOption(invocation, option);
  if (path === undefined) return [];
  const fits = isOfKind(facts);
  const found =
    option === "samples" ? readObjectsAt(path).filter(fits) : recordedObjects(path, fits);
  if (found.length > 0) return found;
  throw new UsageError(`${path} does not hold an object of ${facts.kind}.${facts.group}`);
}

/** The versions in which the server may read or write objects: a webhook must know no others. */
function storedOrServed(facts: CrdFacts, crd: JsonObject): CrdFacts {
  const status = member(crd, "status");
  const stored = isObject(status) ? member(status, "storedVersions") : undefined;
  const names = isArray(stored) ? stored : [];
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
