import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  hasEnded,
  type ProcessReaper,
  type ReapedProcess,
} from "../../../lib/cli/control-plane/process-reaper.ts";
import type { FunctionLog } from "./function-log.ts";
import type { FunctionSpec } from "./function-spec.ts";
import { type Outcome, type RuntimeApi, startRuntimeApi } from "./runtime-api.ts";

/** An execution environment: a process of its own that handles one event at a time. */
export interface Environment {
  readonly id: string;
  readonly functionName: string;
  readonly pid: number | undefined;
  /** False once the process is gone: it is of no more use. */
  isAlive(): boolean;
  /** Handles an event. Past the function's timeout, or where the process ends, the outcome is a failure as Lambda words it. */
  handle(event: string, fault?: string): Promise<Outcome>;
  /** Ends the process, in the middle of a call where there is one. */
  kill(): void;
}

export interface EnvironmentOptions {
  readonly spec: FunctionSpec;
  /** The unpacked zip. */
  readonly folder: string;
  readonly version: string;
  /** Beside those of the function. */
  readonly variables: Readonly<Record<string, string>>;
  /** How far the environment's clock is ahead of ours; negative where it is behind. */
  readonly clockShiftMs: number;
  readonly reaper: ProcessReaper;
  readonly log: FunctionLog;
}

const bootstrap = fileURLToPath(new URL("bootstrap.cjs", import.meta.url));

/** Source: AWS Lambda Developer Guide, "Lambda execution environment lifecycle": the Init phase is limited to 10 seconds. */
const initTimeoutMs = 10_000;

/** Starts an environment; it takes an event at once, which waits until the function is loaded. */
export async function startEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const id = randomUUID();
  const api = await startRuntimeApi();
  const kept = launch(options, id, api);
  const { child } = kept;
  const { spec } = options;
  const say = (text: string): void =>
    options.log.write({ functionName: spec.name, environment: id, text });
  if (child.stdout !== null) createInterface({ input: child.stdout }).on("line", say);
  child.once("exit", () => api.close());
  let isKilled = false;
  const kill = (): void => {
    isKilled = true;
    child.kill("SIGKILL");
  };
  const platform: Platform = { spec, kept, api, say, kill };
  return {
    id,
    functionName: spec.name,
    pid: child.pid,
    isAlive: () => !isKilled && !hasEnded(child),
    handle: (event, fault) => handle(platform, event, fault),
    kill,
  };
}

function launch(options: EnvironmentOptions, id: string, api: RuntimeApi): ReapedProcess {
  const { spec, folder, reaper } = options;
  const command = [process.execPath, `--max-old-space-size=${spec.memoryMb}`, bootstrap];
  const env = { ...variablesOf(options, id), AWS_LAMBDA_RUNTIME_API: api.address };
  return reaper.start(`${spec.name}-${id}`, command, { cwd: folder, env, stdout: "pipe" });
}

/** Source: AWS Lambda Developer Guide, "Defined runtime environment variables". */
function variablesOf(options: EnvironmentOptions, id: string): NodeJS.ProcessEnv {
  const { spec, folder, version, variables, clockShiftMs } = options;
  return {
    TZ: ":UTC",
    LANG: "en_US.UTF-8",
    AWS_REGION: "eu-central-1",
    AWS_DEFAULT_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "rehearsal",
    AWS_SECRET_ACCESS_KEY: "rehearsal",
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    AWS_LAMBDA_FUNCTION_NAME: spec.name,
    AWS_LAMBDA_FUNCTION_VERSION: version,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${spec.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: `rehearsal/[${version}]${id}`,
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    LAMBDA_TASK_ROOT: folder,
    _HANDLER: spec.handler,
    ...spec.environment,
    ...variables,
    ...(clockShiftMs !== 0 && { REHEARSAL_CLOCK_SHIFT_MS: String(clockShiftMs) }),
  };
}

interface Platform {
  readonly spec: FunctionSpec;
  readonly kept: ReapedProcess;
  readonly api: RuntimeApi;
  readonly say: (text: string) => void;
  readonly kill: () => void;
}

async function handle(platform: Platform, event: string, fault?: string): Promise<Outcome> {
  const { api, spec, say, kill } = platform;
  const requestId = randomUUID();
  using exit = watchExit(platform, requestId);
  const initFault = await within(initTimeoutMs, Promise.race([api.started, exit.outcome]), () =>
    timedOut(requestId, initTimeoutMs),
  );
  const outcome =
    initFault ??
    (await within(
      spec.timeoutMs,
      Promise.race([invoke(platform, requestId, event, fault), exit.outcome]),
      () => timedOut(requestId, spec.timeoutMs),
    ));
  if (outcome.type === "failed") {
    say(`RequestId: ${requestId} ${outcome.errorType} ${outcome.message}`);
    if (outcome.errorType.startsWith("Sandbox.")) kill();
  }
  return outcome;
}

function invoke(
  { api, spec }: Platform,
  requestId: string,
  event: string,
  fault?: string,
): Promise<Outcome> {
  return api.invoke({
    requestId,
    event,
    deadlineMs: Date.now() + spec.timeoutMs,
    functionArn: `arn:aws:lambda:eu-central-1:123456789012:function:${spec.name}`,
    ...(fault !== undefined && { fault }),
  });
}

async function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function timedOut(requestId: string, ms: number): Outcome {
  const seconds = (ms / 1000).toFixed(2);
  const message = `${new Date().toISOString()} ${requestId} Task timed out after ${seconds} seconds`;
  return { type: "failed", errorType: "Sandbox.Timedout", message };
}

/**
 * The outcome of an event whose process ends, until it is disposed. A promise for each environment would keep what waited for it,
 * and so every response.
 */
function watchExit(
  platform: Platform,
  requestId: string,
): Disposable & { readonly outcome: Promise<Outcome> } {
  const { child } = platform.kept;
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const onExit = (): void => resolve(exitOf(platform, requestId));
  if (hasEnded(child)) onExit();
  else child.once("exit", onExit);
  return { outcome: promise, [Symbol.dispose]: () => child.off("exit", onExit) };
}

function exitOf({ kept }: Platform, requestId: string): Outcome {
  const { exitCode, signalCode } = kept.child;
  const how = signalCode === null ? `exit status ${exitCode}` : `signal: ${signalCode}`;
  const message = `RequestId: ${requestId} Error: Runtime exited with error: ${how}`;
  return { type: "failed", errorType: "Runtime.ExitError", message };
}
