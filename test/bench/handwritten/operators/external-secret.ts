import { isArray, isObject, type JsonArray, type JsonObject } from "../../../../lib/json/value.ts";
import { type WrittenConversion, withMap, without } from "./written-edge.ts";

/** ExternalSecret of external-secrets: v1alpha1 has only sources that extract, and requires a store. */
export const externalSecret: WrittenConversion = {
  forward: (body) => withMap(body, "spec", newSpec),
  backward: (body) => withMap(body, "spec", oldSpec),
};

function newSpec(spec: JsonObject): JsonObject {
  const { dataFrom, secretStoreRef, ...rest } = spec;
  return {
    ...rest,
    ...(isArray(dataFrom) && { dataFrom: dataFrom.map((extract) => ({ extract })) }),
    ...(secretStoreRef !== undefined && !isEmptyName(secretStoreRef) && { secretStoreRef }),
  };
}

function isEmptyName(store: JsonObject[string]): boolean {
  return isObject(store) && store["name"] === "" && Object.keys(store).length === 1;
}

function oldSpec(spec: JsonObject): JsonObject {
  const { data, dataFrom, target } = spec;
  return {
    ...spec,
    ...(isArray(data) && { data: data.map(oldData) }),
    ...(isArray(dataFrom) && { dataFrom: extracted(dataFrom) }),
    ...(isObject(target) && { target: oldTarget(target) }),
    secretStoreRef: spec["secretStoreRef"] ?? { name: "" },
  };
}

function extracted(dataFrom: JsonArray): JsonArray {
  return dataFrom.flatMap((source) => {
    const extract = isObject(source) ? source["extract"] : undefined;
    return isObject(extract) ? [without(extract, keyOptions)] : [];
  });
}

const keyOptions = ["decodingStrategy", "metadataPolicy"];

function oldData(entry: JsonArray[number]): JsonArray[number] {
  if (!isObject(entry)) return entry;
  return withMap(without(entry, ["sourceRef"]), "remoteRef", (key) => without(key, keyOptions));
}

function oldTarget(target: JsonObject): JsonObject {
  return withMap(without(target, ["deletionPolicy"]), "template", (template) => {
    const { templateFrom } = template;
    const own = without(template, ["mergePolicy"]);
    return isArray(templateFrom) ? { ...own, templateFrom: templateFrom.map(oldTemplate) } : own;
  });
}

function oldTemplate(template: JsonArray[number]): JsonArray[number] {
  if (!isObject(template)) return template;
  const own = without(template, ["literal", "target"]);
  return withMap(withMap(own, "configMap", withoutTemplateAs), "secret", withoutTemplateAs);
}

function withoutTemplateAs(source: JsonObject): JsonObject {
  const { items } = source;
  if (!isArray(items)) return source;
  const named = items.map((item) => (isObject(item) ? without(item, ["templateAs"]) : item));
  return { ...source, items: named };
}
