import { equal } from "../../json/equal.ts";
import { mapAt, mapsIn } from "../../json/members.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { ClusterClient } from "../cluster-client.ts";
import { liveDefinition, storageVersion } from "../live-definition.ts";
import { definitionRequest, editRefusal } from "../step/definition-request.ts";
import { versionStep } from "../step/registry.ts";
import type { StepAction } from "../step/step-action.ts";
import { removeActions, storageActions } from "./plan-steps.ts";

/** The members of a version that steps change. */
const lifeMembers = ["served", "storage", "deprecated", "deprecationWarning"];

/**
 * The actions that turn a definition into the target state, in this order: versions are added (not served), then served;
 * objects are stored at the new storage version; versions are deprecated, unserved and removed. In this order most steps
 * can be undone.
 *
 * Errors: the API server refuses the target; or the target has a difference that no type of step makes.
 */
export async function targetActions(
  client: ClusterClient,
  crd: JsonObject,
  target: JsonObject,
): Promise<Result<readonly StepAction[], readonly string[]>> {
  const merged = mergedSpec(mapAt(crd, "spec"), mapAt(target, "spec"));
  const request = definitionRequest(
    liveDefinition(crd),
    { subresource: "", tests: [], change: [{ op: "replace", path: "/spec", value: merged }] },
    true,
  );
  const reply = await client.send(request);
  const refused = editRefusal(reply, liveDefinition(crd).name);
  if (refused !== undefined) return err([refused]);
  // The response has the definition as the server would store it: with defaults, without unknown fields.
  const stored = mapAt(reply.body, "spec");
  const different = unplannedDifferences(mapAt(crd, "spec"), stored, target);
  return different.length > 0 ? err(different) : ok(actionsTo(crd, stored, target));
}

/**
 * The target's spec with the versions of both: each present version keeps served, storage and deprecation, also if the target
 * lacks the version; added versions are not served.
 */
function mergedSpec(spec: JsonObject, target: JsonObject): JsonObject {
  const wanted = specVersions(target);
  const added = wanted
    .filter((each) => versionIn(spec, nameOf(each)) === undefined)
    .map((each) => ({ ...mapWithout(each, lifeMembers), served: false, storage: false }));
  const kept = specVersions(spec).map((each) => {
    const own = versionIn(target, nameOf(each));
    return own === undefined ? each : { ...mapWithout(own, lifeMembers), ...lifeOf(each) };
  });
  const conversion = wantedConversion(spec, target);
  return {
    ...target,
    versions: [...kept, ...added],
    ...(conversion !== undefined && { conversion }),
  };
}

/** The target's conversion; the present one if only `caBundle` differs, because a controller writes that into the definition. */
function wantedConversion(spec: JsonObject, target: JsonObject): JsonValue | undefined {
  const [live, wanted] = [member(spec, "conversion"), member(target, "conversion")];
  if (wanted === undefined) return live;
  return equal(withoutBundle(mapAt(spec, "conversion")), withoutBundle(mapAt(target, "conversion")))
    ? live
    : wanted;
}

function withoutBundle(conversion: JsonObject): JsonObject {
  const webhook = mapAt(conversion, "webhook");
  const clientConfig = mapWithout(mapAt(webhook, "clientConfig"), ["caBundle"]);
  return { ...conversion, webhook: { ...webhook, clientConfig } };
}

/** A message for each difference that no type of step makes, which the user must apply or correct before the plan. */
function unplannedDifferences(
  spec: JsonObject,
  stored: JsonObject,
  target: JsonObject,
): readonly string[] {
  const remedy =
    "apply this change first (customhouse compat shows what it breaks), and plan again";
  const members = [...new Set([...Object.keys(spec), ...Object.keys(stored)])].filter(
    (key) => key !== "versions" && !equal(member(spec, key) ?? null, member(stored, key) ?? null),
  );
  const isAdding = specVersions(stored).length > specVersions(spec).length;
  const own = members.filter((key) => key !== "conversion" || !isAdding);
  const versions = specVersions(spec).filter((each) => {
    const now = versionIn(stored, nameOf(each));
    return now === undefined || !equal(each, now);
  });
  const warnings = specVersions(mapAt(target, "spec")).filter((each) => {
    const now = versionIn(spec, nameOf(each));
    const isBoth = isTrue(each, "deprecated") && now !== undefined && isTrue(now, "deprecated");
    return isBoth && member(each, "deprecationWarning") !== member(now, "deprecationWarning");
  });
  // Objects are rewritten by requests at the storage version, which must be served for that.
  const unserved = specVersions(mapAt(target, "spec")).filter((each) => {
    const now = versionIn(spec, nameOf(each)) ?? {};
    const isServedThen = isTrue(each, "served") || isTrue(now, "served");
    return isTrue(each, "storage") && !isTrue(now, "storage") && !isServedThen;
  });
  return [
    ...unserved.map(
      (each) =>
        `${nameOf(each)} is to be the storage version and is not served, so that objects can't be rewritten at it: set served: true in the file`,
    ),
    ...own.map((key) => `spec.${key} differs: ${remedy}`),
    ...versions.map(
      (each) =>
        `${nameOf(each)} differs in fields other than served, storage and deprecation: ${remedy}`,
    ),
    ...warnings.map((each) => `the deprecationWarning of ${nameOf(each)} differs: ${remedy}`),
  ];
}

function actionsTo(crd: JsonObject, stored: JsonObject, target: JsonObject): readonly StepAction[] {
  const spec = mapAt(crd, "spec");
  const wanted = mapAt(target, "spec");
  const actions: StepAction[] = [];
  let now = crd;
  const add = (more: readonly StepAction[]): void => {
    actions.push(...more);
    for (const action of more) now = versionStep(action).applied(now);
  };
  const conversion = equal(member(spec, "conversion") ?? null, member(stored, "conversion") ?? null)
    ? null
    : { from: mapAt(spec, "conversion"), to: mapAt(stored, "conversion") };
  for (const [index, version] of specVersions(stored).entries()) {
    if (versionIn(spec, nameOf(version)) !== undefined) continue;
    const isFirst = actions.length === 0;
    add([{ type: "add-version", version, index, conversion: isFirst ? conversion : null }]);
  }
  for (const version of specVersions(wanted)) {
    const name = nameOf(version);
    if (isTrue(version, "served") && !isServed(now, name)) {
      add([{ type: "set-served", version: name, served: true }]);
    }
  }
  const storage = specVersions(wanted).find((each) => isTrue(each, "storage"));
  const ended = specVersions(spec).filter((each) => versionIn(wanted, nameOf(each)) === undefined);
  const { storedVersions } = liveDefinition(now);
  const isStoredAt = (each: JsonObject): boolean => storedVersions.includes(nameOf(each));
  const at = storage === undefined ? storageVersion(liveDefinition(now)) : nameOf(storage);
  if (at !== storageVersion(liveDefinition(now)) || ended.some(isStoredAt)) {
    add(storageActions(now, at));
  }
  for (const version of specVersions(wanted)) add(lifeActions(now, version));
  for (const version of ended) add(removeActions(now, nameOf(version)));
  return actions;
}

/** The actions that deprecate a version, or end its deprecation, and stop serving it, as in the target. */
function lifeActions(crd: JsonObject, version: JsonObject): readonly StepAction[] {
  const name = nameOf(version);
  const now = versionIn(mapAt(crd, "spec"), name) ?? {};
  const deprecated = isTrue(version, "deprecated");
  const actions: StepAction[] = [];
  if (deprecated !== isTrue(now, "deprecated")) {
    const warning = { from: warningOf(now), to: warningOf(version) };
    actions.push({ type: "set-deprecated", version: name, deprecated, warning });
  }
  if (!isTrue(version, "served") && isServed(crd, name)) {
    actions.push({ type: "set-served", version: name, served: false });
  }
  return actions;
}

function warningOf(version: JsonObject): string | null {
  const warning = member(version, "deprecationWarning");
  return isTrue(version, "deprecated") && typeof warning === "string" ? warning : null;
}

function isServed(crd: JsonObject, version: string): boolean {
  return liveDefinition(crd).versions.some(({ name, served }) => name === version && served);
}

function specVersions(spec: JsonObject): readonly JsonObject[] {
  return mapsIn(member(spec, "versions"));
}

function versionIn(spec: JsonObject, name: string): JsonObject | undefined {
  return specVersions(spec).find((each) => nameOf(each) === name);
}

function nameOf(version: JsonObject): string {
  return String(member(version, "name"));
}

function isTrue(version: JsonObject, key: string): boolean {
  return member(version, key) === true;
}

function lifeOf(version: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(version).filter(([key]) => lifeMembers.includes(key)));
}

function mapWithout(map: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}
