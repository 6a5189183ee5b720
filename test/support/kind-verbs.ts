import { join, resolve } from "node:path";

/** How tests run a verb that takes `--kinds`. */
interface KindVerb {
  /** What the verb needs beside `--kinds`. */
  readonly words: readonly string[];
  /** True for a verb that reads kinds which do not compile, because it converts nothing with them. */
  readonly readsDrafts?: true;
  /** True for a verb that works without any kind. */
  readonly worksWithoutKinds?: true;
}

const queue = resolve("test/unit/cli/kinds/queue");
const crd = join(queue, "crd.yaml");
const sample = join(queue, "samples/queue.yaml");
const queuePlan = resolve("test/support/queue-plan.json");
const payloads = resolve("test/payloads");

/**
 * Every verb that takes `--kinds`, in the order of the command line. A test compares the list with the verbs' options.
 * `folder`: an empty folder that verbs may write to.
 */
export function kindVerbsIn(folder: string): Readonly<Record<string, KindVerb>> {
  const ca = ["--ca", join(folder, "ca")];
  return {
    dev: { words: ["--port", "0", ...ca], readsDrafts: true },
    serve: { words: ["--port", "0", ...ca] },
    answer: { words: ["convert", join(payloads, "convert-read/request.json")] },
    admit: { words: ["-f", sample] },
    manifests: { words: ["--url", "https://127.0.0.1:9", "--no-key"] },
    replay: { words: [payloads] },
    check: { words: ["--runs", "1"], readsDrafts: true },
    test: { words: [] },
    convert: { words: ["-f", sample, "--to", "v1"] },
    build: { words: ["--out", join(folder, "built")] },
    container: { words: ["--dir", join(folder, "container")] },
    suggest: { words: [], readsDrafts: true, worksWithoutKinds: true },
    plan: { words: ["queues.example.com", "--remove", "v1"], worksWithoutKinds: true },
    rehearse: { words: [queuePlan], worksWithoutKinds: true },
    compat: { words: [crd, crd], worksWithoutKinds: true },
    generate: { words: ["--check"] },
    tour: { words: ["--once", ...ca], worksWithoutKinds: true },
  };
}
