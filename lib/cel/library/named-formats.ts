import { formatCheck } from "../../schema/formats/formats.ts";
import {
  dns1035LabelFaults,
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  labelValueFaults,
  maskTrailingDash,
  qualifiedNameFaults,
} from "../../schema/metadata/names.ts";
import { ValueList } from "../value/list.ts";
import { type CelError, type CelValue, errorOr, Opaque, Optional } from "../value/value.ts";
import type { Implementation, Library } from "./declaration.ts";
import { parseUrl } from "./url-text.ts";

/** A named format, such as dns1123Label. */
class NamedFormat extends Opaque {
  readonly typeName = "kubernetes.NamedFormat";
  readonly name: string;
  /** The cost of the format is that of a regular expression of this length. */
  readonly regexSize: number;
  readonly faults: (text: string) => readonly string[];

  constructor(name: string, regexSize: number, faults: (text: string) => readonly string[]) {
    super();
    this.name = name;
    this.regexSize = regexSize;
    this.faults = faults;
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof NamedFormat ? other.name === this.name : errorOr(other);
  }

  override toString(): string {
    return this.name;
  }
}

function checkedFormat(format: string, fault: string): (text: string) => readonly string[] {
  return (text) => (formatCheck(format)?.(text) === true ? [] : [fault]);
}

function prefixFormat(
  faults: (text: string) => readonly string[],
): (text: string) => readonly string[] {
  return (text) => faults(maskTrailingDash(text));
}

function uriFaults(text: string): readonly string[] {
  const read = parseUrl(text, "request");
  return read.ok ? [] : [read.error];
}

/**
 * The named formats by name.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/format.go ConstantFormats.
 */
const formats: ReadonlyMap<string, NamedFormat> = new Map([
  ["dns1123Label", new NamedFormat("DNS1123Label", 30, dns1123LabelFaults)],
  ["dns1123Subdomain", new NamedFormat("DNS1123Subdomain", 60, dns1123SubdomainFaults)],
  ["dns1035Label", new NamedFormat("DNS1035Label", 30, dns1035LabelFaults)],
  ["qualifiedName", new NamedFormat("QualifiedName", 60, qualifiedNameFaults)],
  [
    "dns1123LabelPrefix",
    new NamedFormat("DNS1123LabelPrefix", 30, prefixFormat(dns1123LabelFaults)),
  ],
  [
    "dns1123SubdomainPrefix",
    new NamedFormat("DNS1123SubdomainPrefix", 60, prefixFormat(dns1123SubdomainFaults)),
  ],
  [
    "dns1035LabelPrefix",
    new NamedFormat("DNS1035LabelPrefix", 30, prefixFormat(dns1035LabelFaults)),
  ],
  ["labelValue", new NamedFormat("LabelValue", 40, labelValueFaults)],
  ["uri", new NamedFormat("URI", 1103, uriFaults)],
  ["uuid", new NamedFormat("uuid", 70, checkedFormat("uuid", "does not match the UUID format"))],
  ["byte", new NamedFormat("byte", 84, checkedFormat("byte", "invalid base64"))],
  ["date", new NamedFormat("date", 71, checkedFormat("date", "invalid date"))],
  ["datetime", new NamedFormat("datetime", 71, checkedFormat("datetime", "invalid datetime"))],
]);

function validateFormat(format: CelValue, text: CelValue): CelValue {
  if (!(format instanceof NamedFormat)) return errorOr(format);
  if (typeof text !== "string") return errorOr(text);
  const faults = format.faults(text);
  return faults.length === 0 ? Optional.none : new Optional(new ValueList(faults));
}

function formatNamed(name: CelValue): CelValue {
  if (typeof name !== "string") return errorOr(name);
  const format = formats.get(name);
  return format === undefined ? Optional.none : new Optional(format);
}

const constants: readonly (readonly [string, Implementation])[] = [...formats].map(
  ([name, format]) => [`format.${name}`, () => format] as const,
);

/**
 * The functions for named formats.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/format.go.
 */
export const formatLibrary: Library = {
  declarations: [
    "validate format-validate Format.(string) optional(list(string))",
    "format.named format-named (string) optional(Format)",
    ...constants.map(([name]) => `${name} ${name} () Format`),
  ].join("\n"),
  implementations: {
    "format-validate": (format = null, text = null) => validateFormat(format, text),
    "format-named": (name = null) => formatNamed(name),
    ...Object.fromEntries(constants),
  },
};
