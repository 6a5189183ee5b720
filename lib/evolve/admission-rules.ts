import { mapAt, mapsIn, textsIn } from "../json/members.ts";
import { type JsonObject, member } from "../json/value.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import { type ClusterReader, pagesOf, ReadError } from "./cluster-reader.ts";

/** A rule of an admission webhook or policy for some versions of a resource. */
export interface AdmissionRule {
  /** The resource of the configuration in a form that kubectl accepts, such as `validatingwebhookconfiguration`. */
  readonly resource: string;
  readonly name: string;
  /** The webhook's name; absent for a policy. */
  readonly webhook?: string;
  /** The JSON pointer of the rule's list of versions in its configuration. */
  readonly pointer: string;
  /** The rule's `apiVersions`; `*` means all versions. */
  readonly versions: readonly string[];
  /** `apiVersions` of all rules of the same webhook or policy that include the operations and resources of this rule. */
  readonly covered: readonly string[];
}

/** The admission rules for one resource. */
export interface AdmissionRules {
  readonly rules: readonly AdmissionRule[];
  /** A message for each type of configuration that could not be listed. */
  readonly notRead: readonly string[];
}

/** A resource, by its API group and its plural name. */
export interface GroupResource {
  readonly group: string;
  readonly plural: string;
}

/** The rules of one webhook or of one policy. */
interface RuleList {
  readonly webhook?: string;
  readonly pointer: string;
  readonly rules: readonly JsonObject[];
}

const registration = "/apis/admissionregistration.k8s.io/v1";

const webhookLists = (configuration: JsonObject): readonly RuleList[] =>
  mapsIn(member(configuration, "webhooks")).map((webhook, index) => ({
    webhook: String(member(webhook, "name")),
    pointer: `/webhooks/${index}/rules`,
    rules: mapsIn(member(webhook, "rules")),
  }));

const policyList = (policy: JsonObject): readonly RuleList[] => {
  const constraints = mapAt(mapAt(policy, "spec"), "matchConstraints");
  const rules = mapsIn(member(constraints, "resourceRules"));
  return [{ pointer: "/spec/matchConstraints/resourceRules", rules }];
};

/** The resources with admission rules. Servers before 1.36 don't serve `mutatingadmissionpolicies` by default. */
const configurationTypes = [
  { plural: "mutatingwebhookconfigurations", listsIn: webhookLists },
  { plural: "validatingwebhookconfigurations", listsIn: webhookLists },
  { plural: "mutatingadmissionpolicies", listsIn: policyList },
  { plural: "validatingadmissionpolicies", listsIn: policyList },
];

/** All webhook configurations and admission policies of a cluster. {@link rulesFor} finds the rules for one resource. */
export interface AdmissionConfigurations {
  readonly configurations: readonly { readonly plural: string; readonly object: JsonObject }[];
  readonly notRead: readonly string[];
}

/** Reads all webhook configurations and admission policies. A list that fails, except with 404, adds a message to `notRead`. */
export async function admissionConfigurations(
  reader: ClusterReader,
): Promise<AdmissionConfigurations> {
  const configurations: { plural: string; object: JsonObject }[] = [];
  const notRead: string[] = [];
  for (const { plural } of configurationTypes) {
    try {
      for await (const page of pagesOf(reader, `${registration}/${plural}`)) {
        for (const object of page) configurations.push({ plural, object });
      }
    } catch (fault) {
      if (!(fault instanceof ReadError)) throw fault;
      if (fault.status !== 404) notRead.push(fault.message);
    }
  }
  return { configurations, notRead };
}

/** The rules that apply to a resource or its subresources. */
export function rulesFor(
  { configurations, notRead }: AdmissionConfigurations,
  resource: GroupResource,
): AdmissionRules {
  const rules = configurations.flatMap(({ plural, object }) => {
    const lists = configurationTypes.find((type) => type.plural === plural)?.listsIn(object) ?? [];
    const of = { resource: singularOfPlural(plural), name: String(metadataOf(object)["name"]) };
    return lists.flatMap((list) =>
      matchingRules(list, resource).map((rule) => ({ ...of, ...rule })),
    );
  });
  return { rules, notRead };
}

function singularOfPlural(plural: string): string {
  return plural.replace(/ies$/, "y").replace(/s$/, "");
}

function matchingRules(
  { webhook, pointer, rules }: RuleList,
  resource: GroupResource,
): readonly Omit<AdmissionRule, "resource" | "name">[] {
  return rules.flatMap((rule, index) => {
    if (!appliesTo(rule, resource)) return [];
    const alike = rules.filter((other) => appliesTo(other, resource) && includesRule(other, rule));
    return [
      {
        ...(webhook !== undefined && { webhook }),
        pointer: `${pointer}/${index}/apiVersions`,
        versions: apiVersionsOfRule(rule),
        covered: [...new Set(alike.flatMap(apiVersionsOfRule))],
      },
    ];
  });
}

function appliesTo(rule: JsonObject, { group, plural }: GroupResource): boolean {
  const groups = textsIn(member(rule, "apiGroups"));
  const resources = textsIn(member(rule, "resources"));
  return (
    (groups.includes(group) || groups.includes("*")) &&
    resources.some((each) => ["*", plural].includes(each.replace(/\/.*/, "")))
  );
}

/** True if `rule` applies to all operations and resources of `other`. */
function includesRule(rule: JsonObject, other: JsonObject): boolean {
  return ["operations", "resources"].every((key) => {
    const own = textsIn(member(rule, key));
    return own.includes("*") || textsIn(member(other, key)).every((each) => own.includes(each));
  });
}

function apiVersionsOfRule(rule: JsonObject): readonly string[] {
  return textsIn(member(rule, "apiVersions"));
}
