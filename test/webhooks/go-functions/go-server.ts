import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A process that serves conversions on this machine. */
export interface GoServer {
  readonly url: string;
  readonly stop: () => void;
}

/** What a server is built of. */
export interface GoServerSource {
  /** The folder beside this file with the types. */
  readonly folder: string;
  readonly module: string;
  readonly version: string;
}

const sources = import.meta.dirname;

/** Builds the server of an operator below a folder, where it isn't there already, and returns its path. Needs Go and its module proxy. */
export function buildServer({ folder, module, version }: GoServerSource, below: string): string {
  const work = join(below, `${folder}-${version}`);
  const server = join(work, "server");
  const files = [join(sources, "serve.go"), join(sources, folder, "types.go")];
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const builtOf = join(work, "built-of");
  if (existsSync(server) && existsSync(builtOf) && readFileSync(builtOf, "utf8") === text) {
    return server;
  }
  mkdirSync(work, { recursive: true });
  for (const file of files)
    copyFileSync(file, join(work, file.endsWith("serve.go") ? "serve.go" : "types.go"));
  writeFileSync(join(work, "go.mod"), "module example.com/server\n\ngo 1.24\n");
  const go = (...words: readonly string[]) =>
    execFileSync("go", words, {
      cwd: work,
      env: { ...process.env, GOFLAGS: "-p=1 -mod=mod -buildvcs=false" },
      stdio: ["ignore", "ignore", "inherit"],
    });
  go("get", `${module}@${version}`);
  go("build", "-o", server, ".");
  writeFileSync(builtOf, text);
  return server;
}

/** Starts a server, which chooses a free port. */
export async function startServer(server: string): Promise<GoServer> {
  const child = spawn(server, { stdio: ["ignore", "pipe", "inherit"] });
  const [url] = await once(createInterface(child.stdout), "line");
  return { url: String(url), stop: () => void child.kill() };
}
