import type { RegisteredWebhook, ServedKind } from "../../api-server/served-kind.ts";
import { allEngines } from "../../crd/engines/all-engines.ts";
import { compileKind } from "../../crd/request/resource-kind.ts";
import type { Kind } from "../../kind/kind.ts";
import { conversionSetting } from "../../protocol/webhook-client/conversion-request.ts";
import { UsageError } from "../command.ts";
import { definitionInFolder } from "../kinds/kind-files.ts";
import type { KindInFolder } from "../kinds/kinds.ts";
import {
  definitionName,
  mutatedResources,
  needsConversion,
  validatedResources,
  webhookName,
} from "../kinds/registered-kind.ts";

/**
 * A kind as an API server serves it once the output of `customhouse manifests` is applied. Throws {@link UsageError} if its
 * folder has no crd.yaml.
 */
export function servedKind({ kind, folder }: KindInFolder): ServedKind {
  const definition = definitionInFolder(folder);
  if (definition === undefined) {
    throw new UsageError(
      `${definitionName(kind)}: there is no crd.yaml in ${folder}. Add the whole CustomResourceDefinition as crd.yaml: simulating the API server needs it`,
    );
  }
  return {
    definition,
    resource: compileKind(definition, allEngines),
    plural: kind.resource,
    conversion: {
      ...conversionSetting(definition),
      strategy: needsConversion(kind) ? "Webhook" : "None",
      reviewVersions: ["v1"],
    },
    mutating: webhookFor(kind, mutatedResources(kind)),
    validating: webhookFor(kind, validatedResources(kind)),
  };
}

function webhookFor(kind: Kind, resources: readonly string[]): RegisteredWebhook | undefined {
  if (resources.length === 0) return undefined;
  return { resources, name: webhookName(kind), settings: kind.admission?.webhook ?? {} };
}
