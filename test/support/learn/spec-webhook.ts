import type { CrdFacts } from "../../../lib/crd/crd-facts.ts";
import { isObject, type JsonObject } from "../../../lib/json/value.ts";
import { ruleText } from "../../../lib/lens/ops/rule-text.ts";
import { learnLens } from "../../../lib/verify/learn/learn-lens.ts";
import type { LearnedVersions } from "../../../lib/verify/learn/learned-versions.ts";
import { seed } from "../seed.ts";
import { portInProcess } from "../webhooks/in-process.ts";
import { answer } from "../webhooks/webhook.ts";
import { versionsOf } from "./kind-webhook.ts";

/** A webhook that converts between v1 and v2 of a kind whose objects have only a spec. */
export interface SpecWebhook {
  /** The members of the spec, as schemas. */
  readonly v1: JsonObject;
  readonly v2: JsonObject;
  /** `forth` and `back` convert a spec; it is empty if the object has none. Undefined: the result has no spec. */
  readonly forth: (spec: JsonObject) => JsonObject | undefined;
  readonly back: (spec: JsonObject) => JsonObject | undefined;
}

/** The two versions of a webhook's kind, for learning from the webhook. */
export function specVersions({ v1, v2, forth, back }: SpecWebhook): LearnedVersions {
  const crd: CrdFacts = {
    ...{ group: "example.com", kind: "Thing", plural: "things", scope: "Namespaced" },
    versions: [versionOf("v1", v1), versionOf("v2", v2)],
  };
  const convert = ({ spec: source, ...object }: JsonObject, to: string): JsonObject => {
    const spec = (to.endsWith("/v2") ? forth : back)(isObject(source) ? source : {});
    return { ...object, apiVersion: to, ...(spec !== undefined && { spec }) };
  };
  return versionsOf(
    crd,
    { from: "v1", to: "v2" },
    portInProcess((review) => answer(review, { convert })),
  );
}

function versionOf(name: string, properties: JsonObject) {
  const spec = { type: "object", properties };
  const schema = { type: "object", properties: { spec } };
  return { name, served: true, storage: name === "v2", schema };
}

/** The texts of the rules that are learned from a webhook, and of what is left open. */
export function learnedTexts(webhook: SpecWebhook): {
  readonly rules: readonly string[];
  readonly open: readonly string[];
} {
  const { rules, open } = learnLens(specVersions(webhook), { seed, runs: 60 });
  return { rules: rules.map(({ rule }) => ruleText(rule)), open: open.map(({ text }) => text) };
}
