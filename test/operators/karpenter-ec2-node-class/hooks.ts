// What karpenter's own conversion computes: v1 names the newest image of a family by an alias, and Ubuntu of v1beta1 is AL2
// with images and a root volume of its own, which an annotation notes.

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

/** amiFamily, amiSelectorTerms, blockDeviceMappings, and an annotation: the alias's version, or what Ubuntu lacked. */
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

/** The note keeps Ubuntu also where the rest is edited at v1. */
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
