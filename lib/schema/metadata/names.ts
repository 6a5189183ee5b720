// Kubernetes' rules for names. Each function returns the server's messages for a value; an empty list means that the
// value is valid.

import { byteLength } from "../../json/size.ts";
import { splitText } from "../../json/text-parts.ts";

const label1123 = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain1123 = `${label1123}(\\.${label1123})*`;
const label1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
const labelKey = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const labelValue = `(${labelKey})?`;

const isLabel1123 = wholeMatch(label1123);
const isSubdomain1123 = wholeMatch(subdomain1123);
const isLabel1035 = wholeMatch(label1035);
const isLabelKeyName = wholeMatch(labelKey);
const isLabelText = wholeMatch(labelValue);

/**
 * Checks a lowercase DNS subdomain, the form of most objects' names.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/validation/validation.go IsDNS1123Subdomain.
 */
export function dns1123SubdomainFaults(value: string): readonly string[] {
  return subdomainFaults(value, "characters");
}

function subdomainFaults(value: string, unit: Unit): readonly string[] {
  const faults = tooLong(value, 253, unit);
  if (isSubdomain1123.test(value)) return faults;
  return [
    ...faults,
    regexFault(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
      subdomain1123,
      ["example.com"],
    ),
  ];
}

/**
 * Checks a lowercase DNS label, the form of namespaces' names.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/validation/validation.go IsDNS1123Label.
 */
export function dns1123LabelFaults(value: string): readonly string[] {
  const faults = tooLong(value, 63, "characters");
  if (isLabel1123.test(value)) return faults;
  if (isSubdomain1123.test(value)) return [...faults, "must not contain dots"];
  return [
    ...faults,
    regexFault(
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
      label1123,
      ["my-name", "123-abc"],
    ),
  ];
}

/**
 * Checks a DNS label that starts with a letter, the form of plurals and versions.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/validation/validation.go IsDNS1035Label.
 */
export function dns1035LabelFaults(value: string): readonly string[] {
  const faults = tooLong(value, 63, "characters");
  if (isLabel1035.test(value)) return faults;
  return [
    ...faults,
    regexFault(
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
      label1035,
      ["my-name", "abc-123"],
    ),
  ];
}

/**
 * Checks a qualified name: a label's key, an annotation's key in lower case, or a finalizer.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/validate/content/kube.go IsLabelKey.
 */
export function qualifiedNameFaults(value: string): readonly string[] {
  const [first, second, ...others] = splitText(value, "/");
  const rule = regexFault(
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    labelKey,
    ["MyName", "my.name", "123-abc"],
  );
  if (others.length > 0) {
    return [
      `a valid label key ${rule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = second ?? first;
  const faults = second === undefined ? [] : prefixFaults(first);
  if (name === "") faults.push("name part must be non-empty");
  faults.push(...tooLong(name, 63, "bytes").map((fault) => `name part ${fault}`));
  if (!isLabelKeyName.test(name)) faults.push(`name part ${rule}`);
  return faults;
}

function prefixFaults(prefix: string): string[] {
  const faults = prefix === "" ? ["must be non-empty"] : subdomainFaults(prefix, "bytes");
  return faults.map((fault) => `prefix part ${fault}`);
}

/**
 * Checks a label's value.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/validate/content/kube.go IsLabelValue.
 */
export function labelValueFaults(value: string): readonly string[] {
  const faults = tooLong(value, 63, "bytes");
  if (isLabelText.test(value)) return faults;
  return [
    ...faults,
    regexFault(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
      labelValue,
      ["MyValue", "my_value", "12345"],
    ),
  ];
}

/**
 * Checks a name that must fit into one segment of a URL, such as the name of a custom resource. `form` is `prefix` for
 * a `generateName`.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/validate/content/path.go IsPathSegmentName.
 */
export function pathSegmentFaults(value: string, form: "name" | "prefix"): readonly string[] {
  if (form === "name" && (value === "." || value === "..")) return [`may not be '${value}'`];
  return ["/", "%"]
    .filter((text) => value.includes(text))
    .map((text) => `may not contain '${text}'`);
}

/**
 * Prepares a `generateName` for a check as a name: a final dash and the character before it are replaced by an `a`,
 * because the server appends letters to the prefix.
 */
export function maskTrailingDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith("-") ? `${prefix.slice(0, -2)}a` : prefix;
}

function wholeMatch(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

/**
 * The unit of a length limit in the server's messages. Both units mean bytes: the older validation package says
 * "characters".
 */
type Unit = "bytes" | "characters";

function tooLong(value: string, limit: number, unit: Unit): string[] {
  return byteLength(value) > limit ? [`must be no more than ${limit} ${unit}`] : [];
}

function regexFault(rule: string, pattern: string, examples: readonly string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(" or ");
  return `${rule} (e.g. ${shown}regex used for validation is '${pattern}')`;
}

/** Converts to lower case as Go does, letter by letter. JavaScript would turn `İ` (U+0130) into two characters. */
export function lowerCase(text: string): string {
  return text.replaceAll("\u0130", "i").toLowerCase();
}
