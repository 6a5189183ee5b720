// node test/upgrade/record-build.ts CHECKOUT: writes 97cf5d1.mjs.gz beside this file: the gateway of that commit with its lenses for
// some kinds, in one file. CHECKOUT is a worktree of 97cf5d1 with its dependencies.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { upgradedKinds } from "./kinds.ts";

const [checkout] = process.argv.slice(2).map((path) => resolve(path));
if (checkout === undefined) throw new Error("name a checkout of 97cf5d1");
const load = (file: string) => import(pathToFileURL(join(checkout, "lib", file)).href);
const { readKindFiles } = await load("cli/kind-files.ts");
const { stringify } = await load("json/write.ts");
const kinds = upgradedKinds.map((folder) => stringify(readKindFiles(join(checkout, folder))));

/** As `customhouse serve --port PORT --ca DIR` of that commit: prints its url and the path of its CA, then serves. */
const entry = `
import { parseArgs } from "node:util";
import { defineKind } from "./lib/admission/kind.ts";
import { yamlText } from "./lib/conversion/yaml-text.ts";
import { everybody } from "./lib/hosts/callers/callers.ts";
import { openAuthority } from "./lib/hosts/local/authority.ts";
import { startGateway } from "./lib/hosts/local/gateway.ts";
import { createService } from "./lib/hosts/service.ts";
import { parse } from "./lib/json/parse.ts";

const kinds = ${JSON.stringify(kinds)}.map((text) => {
  const { crd, samples, lenses = [] } = parse(text).value;
  return defineKind({ crd, samples, lenses, tools: { yaml: yamlText } });
});
const { values } = parseArgs({
  options: { port: { type: "string" }, ca: { type: "string" }, kinds: { type: "string" } },
  allowPositionals: true,
});
const never = async () => { throw new Error("no kind has a lookup"); };
const service = createService({ kinds, lookup: { exists: never, get: never, list: never }, log: () => undefined });
const authority = await openAuthority(values.ca);
const certificate = await authority.issue(["localhost", "127.0.0.1"]);
const gateway = await startGateway({ service, callers: everybody, ...certificate, port: Number(values.port), address: "127.0.0.1" });
console.log(\`https://127.0.0.1:\${gateway.port}\`);
console.log(authority.caFile);
process.once("SIGTERM", () => void gateway.close());
`;

const { outputFiles } = await build({
  stdin: { contents: entry, resolveDir: checkout, loader: "ts" },
  bundle: true,
  minify: true,
  platform: "node",
  format: "esm",
  target: "node22",
  write: false,
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
});
const [{ contents } = { contents: readFileSync("/dev/null") }] = outputFiles;
writeFileSync(join(import.meta.dirname, "97cf5d1.mjs.gz"), gzipSync(contents, { level: 9 }));
