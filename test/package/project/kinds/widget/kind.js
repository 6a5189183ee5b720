import { defineKind, err, isObject, member, ok } from "customhouse";

const versions = ["v1", "v2"].map((name) => ({
  name,
  served: true,
  storage: name === "v2",
  schema: { type: "object" },
}));

/** A converter that gives one field of the spec another name. */
function renamed(from, to) {
  return ({ body }) => {
    const spec = member(body, "spec");
    if (!isObject(spec) || member(spec, from) === undefined) return ok({ body });
    const { [from]: value, ...rest } = spec;
    if (value === "")
      return err({ code: "ValueRefused", path: `spec.${from}`, message: "must not be empty" });
    return ok({ body: { ...body, spec: { ...rest, [to]: value } } });
  };
}

export const kind = defineKind({
  crd: { group: "example.org", kind: "Widget", plural: "widgets", scope: "Namespaced", versions },
  edges: [
    {
      from: "v1",
      to: "v2",
      forward: renamed("size", "width"),
      backward: renamed("width", "size"),
    },
  ],
});
