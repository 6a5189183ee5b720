/**
 * The rules for names of labels, annotations and audit annotations.
 * Source: https://github.com/kubernetes/apimachinery/tree/40bf4b2b62f8/pkg/api/validate/content, IsLabelKey and
 * IsLabelValue.
 */

import { byteLength } from "../../json/size.ts";

const partPattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const part = new RegExp(`^${partPattern}$`);
const subdomainPattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const subdomain = new RegExp(`^${subdomainPattern}$`);

const partText = withExamples(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  partPattern,
  ["MyName", "my.name", "123-abc"],
);
const subdomainText = withExamples(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  subdomainPattern,
  ["example.com"],
);
const labelValueText = withExamples(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  `(${partPattern})?`,
  ["MyValue", "my_value", "12345"],
);

/** The message for a violated pattern, with examples, exactly as the server prints it. */
function withExamples(text: string, pattern: string, examples: readonly string[]): string {
  const quoted = examples.map((example) => `'${example}', `).join(" or ");
  return `${text} (e.g. ${quoted}regex used for validation is '${pattern}')`;
}

/**
 * Why a qualified name (`[prefix/]name`) is invalid, in the server's words; undefined if it is valid. Lengths are in
 * bytes.
 */
export function qualifiedNameFault(name: string): string | undefined {
  const slash = name.indexOf("/");
  if (slash < 0) return namePartFault(name);
  if (name.includes("/", slash + 1))
    return `a valid label key ${partText} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
  return prefixFault(name.slice(0, slash)) ?? namePartFault(name.slice(slash + 1));
}

function prefixFault(prefix: string): string | undefined {
  if (prefix === "") return "prefix part must be non-empty";
  if (byteLength(prefix) > 253) return "prefix part must be no more than 253 bytes";
  if (subdomain.test(prefix)) return undefined;
  return `prefix part ${subdomainText}`;
}

function namePartFault(name: string): string | undefined {
  if (name === "") return "name part must be non-empty";
  if (byteLength(name) > 63) return "name part must be no more than 63 bytes";
  return part.test(name) ? undefined : `name part ${partText}`;
}

/** Why a label's value is invalid, in the server's words; undefined if it is valid. An empty value is valid. */
export function labelValueFault(value: string): string | undefined {
  if (byteLength(value) > 63) return "must be no more than 63 bytes";
  if (value === "" || part.test(value)) return undefined;
  return labelValueText;
}
