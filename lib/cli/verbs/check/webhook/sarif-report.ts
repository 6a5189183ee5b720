import type { JsonObject } from "../../../../json/value.ts";
import { stringify } from "../../../../json/write.ts";
import { ownPackage } from "../../../own-package.ts";
import { printable } from "../../../terminal/printable.ts";
import { pathFromWorkingFolder } from "../../../terminal/working-folder-path.ts";
import { everyWebhookLaw } from "./chosen-laws.ts";
import { webhookSuites } from "./ci-suites.ts";
import type { TargetReport } from "./targets.ts";

/** Where code scanning shows results: at the definition's file or, for a definition in a cluster, at its name. */
type SarifLocation = { readonly file: string } | { readonly name: string };

/**
 * Reports as SARIF 2.1.0, for code scanning: the content of {@link webhookSuites}, so never an object or a message of the
 * webhook. The SARIF rules are the laws, and {@link stopped}.
 */
export function webhookSarif(reports: readonly TargetReport[], place: SarifLocation): string {
  const rules = [...everyWebhookLaw, stopped].map(({ name, statement }) => ({
    id: name,
    shortDescription: { text: statement },
  }));
  const driver = { name: "customhouse", version: ownPackage().version, rules };
  const results = webhookSuites(reports).flatMap(({ name: suite, cases }) =>
    cases.flatMap(({ name, failures = [], errors = [] }) =>
      [...failures, ...errors].map(({ title, text }) =>
        sarifResult({ suite, case: name, message: `${suite}: ${name} ${text || title}`, place }),
      ),
    ),
  );
  const $schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  return stringify({ $schema, version: "2.1.0", runs: [{ tool: { driver }, results }] });
}

/** The rule for a webhook whose check ended before all laws were tried. */
const stopped = { name: "stopped", statement: "the webhook responds until all laws are tried" };

interface SarifResult {
  /** The kind and, for an admission webhook, the webhook's name. */
  readonly suite: string;
  /** `round-trip v1 to v2`. */
  readonly case: string;
  readonly message: string;
  readonly place: SarifLocation;
}

/**
 * A result of one law and direction. Its fingerprint depends only on these and on the webhook, so that code scanning recognizes
 * the result in later runs, and does not confuse it with that of another webhook.
 */
function sarifResult({ suite, case: name, message, place }: SarifResult): JsonObject {
  const [first = ""] = name.split(" ");
  const law = everyWebhookLaw.find((each) => each.name === first);
  return {
    ruleId: (law ?? stopped).name,
    level: "error",
    message: { text: printable(message) },
    locations: [locationOf(place)],
    partialFingerprints: { "customhouse/v1": `${suite}: ${name}` },
  };
}

function locationOf(place: SarifLocation): JsonObject {
  if ("name" in place) {
    return { logicalLocations: [{ fullyQualifiedName: printable(place.name), kind: "resource" }] };
  }
  const uri = encodeURI(pathFromWorkingFolder(place.file));
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } };
}
