import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A bundle that runs in a Node process of its own, where nothing but its folder is at hand. */
export interface RunningFunction extends AsyncDisposable {
  /** What the handler gives for an event, after the JSON of the Lambda protocol. */
  invoke(event: unknown): Promise<unknown>;
}

/** Loads `<folder>/<handler>` (as `dist/convert/index.handler`) as the Lambda runtime does. */
export async function startFunction(
  folder: string,
  handler: string,
  env: NodeJS.ProcessEnv = {},
): Promise<RunningFunction> {
  const driver = fileURLToPath(new URL("lambda-driver.cjs", import.meta.url));
  const child = fork(driver, [folder, handler], { cwd: folder, env, stdio: "ignore" });
  await once(child, "message");
  return {
    invoke: async (event) => {
      const answered = once(child, "message");
      child.send(JSON.stringify(event));
      const [text] = await answered;
      return JSON.parse(text);
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
