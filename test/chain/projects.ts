import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../package/run.ts";
import { shownBlock } from "../support/docs/shown-block.ts";

/** Writes the kinds of a project of its own; `run` runs a command in it. */
type Prepare = (
  project: string,
  run: (...words: readonly string[]) => Promise<string>,
) => Promise<unknown>;

async function write(project: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(project, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

const handlers = `import { admission } from "customhouse";
import { kind } from "./generated.ts";

export const handlers = admission(kind, "v1", {
  mutate: (backup, { set }) => {
    if (backup.spec?.timeoutSeconds === undefined) set("spec.timeoutSeconds", 300);
  },
  validate: ({ spec }, { deny }) => {
    if (spec?.cron === undefined) deny("spec.cron", "a backup needs a time");
  },
});
`;

const kindOfCode = `import { defineKind } from "customhouse";
import { handlers } from "./admission.ts";
import { v1beta1ToV1 } from "./conversion.ts";
import { crd, samples } from "./generated.ts";

export const kind = defineKind({
  crd,
  samples,
  lenses: [v1beta1ToV1],
  admission: handlers,
  conversionGuard: true,
});
`;

/** A kind in TypeScript: its conversion and its handlers, typed by its definition. */
export const withHandlers: Prepare = async (project, run) => {
  await write(project, { "crd.yaml": await shownBlock("README.md", "yaml crd.yaml") });
  await run("npx", "customhouse", "new", "--crd", "crd.yaml", "--ts");
  await write(join(project, "kinds/backup"), {
    "conversion.ts": await shownBlock("docs/kinds.md", "ts conversion.ts"),
    "admission.ts": handlers,
    "kind.ts": kindOfCode,
  });
};

const boxes = {
  "crd.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boxes.example.com }
spec:
  group: example.com
  names: { kind: Box, listKind: BoxList, plural: boxes, singular: box }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: { width: &side { type: integer, minimum: 1, maximum: 999 }, height: *side }
  - name: v2
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: { spec: { type: object, properties: { size: { type: string } } } }
`,
  "conversion.yaml": `from: v1
to: v2
rules:
- { hook: ./hooks.ts#size, from: [spec.width, spec.height], to: [spec.size] }
`,
  "hooks.ts": `import type { Hook } from "customhouse/lens";

export const size: Hook<[width: number, height: number], [size: string]> = {
  forward: ([width, height]) => [width && height ? \`\${width}x\${height}\` : undefined],
  backward: ([size]) => {
    if (typeof size !== "string") return [undefined, undefined];
    const [, width, height] = /^([1-9]\\d{0,2})x([1-9]\\d{0,2})$/.exec(size) ?? [];
    return width && height ? [Number(width), Number(height)] : undefined;
  },
};
`,
};

/** A kind without a kind.ts, whose conversion calls code. */
export const withHooks: Prepare = (project) => write(join(project, "kinds/box"), boxes);

/** A kind of YAML alone with three versions. */
export const ofThreeVersions: Prepare = (project) =>
  cp(join(root, "test/cluster/kinds/outpost"), join(project, "kinds/outpost"), { recursive: true });
