import type { CrdFacts } from "../../crd/crd-facts.ts";
import type { KindAdmission } from "../admission-kind.ts";
import type { DeclaredAdmission, DeclaredLookup } from "./declared-data.ts";

/** Loads the code for `admission.yaml` at the first review, because few webhooks have an `admission.yaml`. */
async function handlers(): Promise<typeof import("./declared-handlers.ts")> {
  return import("./declared-handlers.ts");
}

/** The handlers that an `admission.yaml` declares. */
export function declaredAdmission(
  { versions }: Pick<CrdFacts, "versions">,
  { version, defaults, validate: rules, lookups = [], webhook }: DeclaredAdmission,
): KindAdmission {
  const schema = versions.find(({ name }) => name === version)?.schema ?? {};
  return {
    at: version,
    ...(defaults !== undefined && {
      mutate: async (object, { set }) => {
        const { missingDefaults } = await handlers();
        for (const [path, value] of missingDefaults(object, defaults)) set(path, value);
        return undefined;
      },
    }),
    ...(rules !== undefined && {
      validate: async (object, context) => {
        const { checkRules } = await handlers();
        return checkRules(object, context, { schema, rules });
      },
    }),
    lookups: lookups.map((declared) => ({
      reads: [declared.name.replace(/\[.*$/, "")],
      resources: [{ ...lookupType(declared), kind: declared.kind, verbs: ["get"] }],
      check: async (object, context) => {
        const { checkExistence } = await handlers();
        return checkExistence(object, context, declared);
      },
    })),
    ...(webhook !== undefined && { webhook }),
  };
}

function lookupType({ group, version, resource }: DeclaredLookup) {
  return { group, version, resource };
}
