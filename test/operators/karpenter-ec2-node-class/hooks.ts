// What karpenter's own conversion computes: v1 has an alias, such as al2@latest, for the images of a family. The family Ubuntu of
// v1beta1 is AL2 at v1, with images and a root volume of its own, and an annotation that says so.

const families = ["AL2", "AL2023", "Bottlerocket", "Windows2019", "Windows2022"];
const placeholder = "ami-placeholder";
const ubuntuDevices = [
  {
    deviceName: "/dev/sda1",
    rootVolume: true,
    ebs: { encrypted: true, volumeType: "gp3", volumeSize: "20Gi" },
  },
];

type Values = readonly unknown[];

/**
 * Converts amiFamily, amiSelectorTerms, blockDeviceMappings and an annotation. The annotation has the version of the alias at
 * v1beta1. At v1 it lists what was filled in for Ubuntu.
 */
export const images = {
  forward: ([family, terms, devices, version]: Values) => {
    if (typeof family !== "string") return [family, terms, devices, undefined];
    if (families.includes(family)) {
      if (!isNone(terms)) return [family, terms, devices, undefined];
      const alias = `${family.toLowerCase()}@${typeof version === "string" ? version : "latest"}`;
      return [undefined, [{ alias }], devices, undefined];
    }
    return family === "Ubuntu" ? fromUbuntu(terms, devices) : ["Custom", terms, devices, undefined];
  },
  backward: ([family, terms, devices, note]: Values) => {
    if (typeof note === "string" && family === "AL2") return toUbuntu(terms, devices, note);
    if (family === "Ubuntu") return undefined;
    if (!Array.isArray(terms)) return [family, terms, devices, undefined];
    const alias = terms.map(aliasOf).find((each) => each !== undefined);
    if (alias === undefined) return [family, terms, devices, undefined];
    const [name, version] = alias.split("@");
    return [
      family ?? families.find((each) => each.toLowerCase() === name),
      undefined,
      devices,
      version === "latest" ? undefined : version,
    ];
  },
};

/** The note, the value of the annotation, brings Ubuntu back even if the other values were edited at v1. */
function fromUbuntu(terms: unknown, devices: unknown): Values {
  const hasDevices = devices !== undefined && devices !== null;
  const note = [
    "amiFamily",
    ...(hasDevices ? [] : ["blockDeviceMappings"]),
    ...(isNone(terms) ? ["incompatible"] : []),
  ].join(",");
  const images = isNone(terms) ? [{ id: placeholder }] : terms;
  return ["AL2", images, hasDevices ? devices : ubuntuDevices, note];
}

function toUbuntu(terms: unknown, devices: unknown, note: string): Values {
  const filled = note.split(",");
  const isPlaceholder =
    filled.includes("incompatible") &&
    JSON.stringify(terms) === JSON.stringify([{ id: placeholder }]);
  const isFilled =
    filled.includes("blockDeviceMappings") && JSON.stringify(devices)?.includes('"20Gi"');
  return ["Ubuntu", isPlaceholder ? undefined : terms, isFilled ? undefined : devices, undefined];
}

function isNone(terms: unknown): boolean {
  return terms === undefined || terms === null || (Array.isArray(terms) && terms.length === 0);
}

function aliasOf(term: unknown): string | undefined {
  if (typeof term !== "object" || term === null || !("alias" in term)) return undefined;
  return typeof term.alias === "string" ? term.alias : undefined;
}
