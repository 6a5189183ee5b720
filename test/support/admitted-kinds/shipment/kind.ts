import { fileURLToPath } from "node:url";
import { readKindFiles } from "../../../../lib/cli/kinds/kind-files.ts";
import { LookupUnavailable } from "../../../../lib/cluster/lookup.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../../../lib/json/value.ts";
import { defineKind } from "../../../../lib/kind/kind.ts";

const { crd, lenses = [] } = readKindFiles(fileURLToPath(new URL(".", import.meta.url)));

function at(object: JsonObject, key: string): JsonValue | undefined {
  const spec = member(object, "spec");
  return isObject(spec) ? member(spec, key) : undefined;
}

function metadata(object: JsonObject, key: string): JsonValue | undefined {
  const map = member(object, "metadata");
  return isObject(map) ? member(map, key) : undefined;
}

/** A kind with every sort of decision: it is mutated, denied and warned of. */
export const kind = defineKind({
  crd,
  lenses,
  conversionGuard: true,
  admission: {
    at: "v1",
    // An insured shipment is sealed: the seal's metal is left to the schema.
    mutate: (shipment) => {
      const spec = member(shipment, "spec");
      const isUnsealed = at(shipment, "insured") === true && at(shipment, "seal") === undefined;
      return isObject(spec) && isUnsealed ? { ...shipment, spec: { ...spec, seal: {} } } : shipment;
    },
    lookups: [
      {
        reads: ["spec.destination"],
        resources: [],
        check: async (shipment, { namespace, lookup, signal }) => {
          const destination = at(shipment, "destination");
          if (destination === "Limbo") throw new LookupUnavailable("the cluster did not answer");
          if (destination !== "Convoy") return undefined;
          const flagship = { group: "ports.example.com", version: "v1", resource: "shipments" };
          const key = { ...flagship, namespace, name: "flagship" };
          if (await lookup.exists(key, signal)) return undefined;
          return "a convoy needs a flagship";
        },
      },
    ],
    validate: (shipment, { deny, warn }) => {
      const [destination, crates] = [at(shipment, "destination"), at(shipment, "crates")];
      if (typeof crates === "number" && crates > 50) warn("spec.crates", "more than fit on a pier");
      if (destination === "Styx") throw new Error("nobody returns from there");
      const isLeaving = metadata(shipment, "deletionTimestamp") !== undefined;
      if (destination === "Atlantis" && !isLeaving) deny("spec.destination", "sank");
    },
  },
});
