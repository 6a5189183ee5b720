import { equal } from "../../../lib/json/equal.ts";
import { hook, lens } from "../../../lib/lens.ts";
import { type V1, v1, v1beta1 } from "./generated.ts";

type Spec = NonNullable<V1["spec"]>;
type Family = NonNullable<Spec["amiFamily"]>;
type Terms = NonNullable<Spec["amiSelectorTerms"]>;
type Mappings = NonNullable<Spec["blockDeviceMappings"]>;

/** The annotation that says of a v1 object that it was Ubuntu's, and what of it was filled in for that. */
const ubuntu = "compatibility.lenses.example.com/v1beta1-ubuntu";

const placeholder: Terms = [{ id: "ami-placeholder" }];
const ubuntuDevices: Mappings = [
  { deviceName: "/dev/sda1", rootVolume: true, ebs: { volumeSize: "20Gi" } },
];
const families: readonly string[] = ["AL2", "AL2023", "Bottlerocket"];

/**
 * v1 needs the images: a family alone becomes its latest alias. Ubuntu is not a family of v1 any more: it is
 * AL2 with images that must be named, and an annotation that says so.
 */
export const amiFamily = lens(v1beta1, v1, (old, now) => [
  hook(
    {
      from: [old.spec.amiFamily, old.spec.amiSelectorTerms, old.spec.blockDeviceMappings],
      to: [
        now.spec.amiFamily,
        now.spec.amiSelectorTerms,
        now.spec.blockDeviceMappings,
        now.metadata.annotations[ubuntu],
      ],
    },
    {
      forward: ([family, terms, devices]) => {
        const isBare = !Array.isArray(terms) || terms.length === 0;
        if (family === "Ubuntu") {
          const filled = devices ? [] : ["blockDeviceMappings"];
          const mark = ["amiFamily", ...filled, ...(isBare ? ["incompatible"] : [])].join();
          return ["AL2", isBare ? placeholder : terms, devices ?? ubuntuDevices, mark];
        }
        if (typeof family !== "string" || !isBare || !families.includes(family)) {
          return [family, terms, devices, undefined];
        }
        return [family, [{ alias: `${family.toLowerCase()}@latest` }], devices, undefined];
      },
      backward: ([family, terms, devices, mark]) => {
        // v1's schema has no such word: v1beta1 can't represent an object with it.
        if (String(family) === "Ubuntu") return undefined;
        const isBare = Array.isArray(terms) && terms.length === 0;
        // v1beta1 has no word for an alias.
        const isSayable = !Array.isArray(terms) || terms.every((term) => term?.alias === undefined);
        if (family === "AL2" && typeof mark === "string" && isSayable) {
          const filled = mark.split(",");
          return [
            "Ubuntu",
            isBare || (filled.includes("incompatible") && equal(terms, placeholder))
              ? undefined
              : terms,
            filled.includes("blockDeviceMappings") && equal(devices, ubuntuDevices)
              ? undefined
              : devices,
          ];
        }
        const alias = familyOfAlias(terms);
        if (alias !== undefined && (!family || family === alias))
          return [alias, undefined, devices];
        // A known family without terms means its latest images.
        if (isBare && families.includes(String(family))) return [family, undefined, devices];
        return [family, isSayable ? terms : undefined, devices];
      },
    },
    { name: "amiFamily" },
  ),
]);

/** The family of an only term that is an alias: `al2@v20240807` is AL2's. */
function familyOfAlias(terms: Terms | null | undefined): Family | undefined {
  const [term, ...more] = Array.isArray(terms) ? terms : [];
  const { alias, ...rest } = term ?? {};
  if (more.length > 0 || typeof alias !== "string" || Object.keys(rest).length > 0)
    return undefined;
  const [name] = alias.split("@");
  const family = families.find((known) => known.toLowerCase() === name);
  return family === "AL2" || family === "AL2023" || family === "Bottlerocket" ? family : undefined;
}
