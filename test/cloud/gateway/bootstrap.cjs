// The runtime of an execution environment: loads the function that _HANDLER names from LAMBDA_TASK_ROOT, then asks the
// Runtime API for one event after another. It does on demand what goes wrong in a cloud: `Rehearsal-Fault` says what.
// CommonJS without dependencies: a cold start is what the function costs, not what we cost.
const { Agent, request } = require("node:http");
const { join } = require("node:path");
const { setTimeout: sleep } = require("node:timers/promises");
const { format } = require("node:util");

const { env } = process;
const [host, port] = env.AWS_LAMBDA_RUNTIME_API.split(":");
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const prefix = "/2018-06-01/runtime";
const shiftMs = Number(env.REHEARSAL_CLOCK_SHIFT_MS ?? 0);

function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host, port, agent, method, path: `${prefix}${path}` }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({ headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const errorBody = (error) =>
  JSON.stringify({
    errorType: error?.name ?? "Error",
    errorMessage: error?.message ?? String(error),
    trace: String(error?.stack).split("\n"),
  });

/** The clock of this environment is wrong: every read of the date gets another one. */
function shiftClock() {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...parts) {
      if (parts.length === 0) super(Real.now() + shiftMs);
      else super(...parts);
    }
    static now() {
      return Real.now() + shiftMs;
    }
  };
}

/** As Lambda's own runtime writes text logs: time, request id, level and message, tabs between. */
function prefixConsole(current) {
  const levels = { log: "INFO", info: "INFO", warn: "WARN", error: "ERROR", debug: "DEBUG" };
  for (const [name, level] of Object.entries(levels)) {
    console[name] = (...parts) => {
      const message = format(...parts).replaceAll("\n", "\r");
      process.stdout.write(`${new Date().toISOString()}\t${current.id}\t${level}\t${message}\n`);
    };
  }
}

const faults = {
  slow: (ms) => sleep(Number(ms)),
  throw: () => {
    throw new Error("ordered: the handler throws");
  },
  exit: () => process.exit(1),
  hang: () => {
    for (;;);
  },
  memory: () => {
    const kept = [];
    for (;;) kept.push(new Array(100_000).fill(kept.length + 0.5));
  },
};

function contextOf(headers) {
  const deadlineMs = Number(headers["lambda-runtime-deadline-ms"]);
  return {
    callbackWaitsForEmptyEventLoop: true,
    awsRequestId: headers["lambda-runtime-aws-request-id"],
    invokedFunctionArn: headers["lambda-runtime-invoked-function-arn"],
    functionName: env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => deadlineMs - Date.now(),
  };
}

/** Runs the handler; `keep` never returns its response. */
async function run(handler, { headers, text }) {
  const [fault, operand] = (headers["rehearsal-fault"] ?? "").split("=");
  if (Object.hasOwn(faults, fault)) await faults[fault](operand);
  const answer = await handler(JSON.parse(text), contextOf(headers));
  if (fault === "keep") await sleep(2 ** 31 - 1);
  return JSON.stringify(answer ?? null);
}

function load() {
  const handler = env._HANDLER;
  const dot = handler.lastIndexOf(".");
  const file = join(env.LAMBDA_TASK_ROOT, handler.slice(0, dot));
  const found = ["js", "cjs", "mjs"]
    .map((end) => `${file}.${end}`)
    .find(require("node:fs").existsSync);
  return require(found ?? file)[handler.slice(dot + 1)];
}

async function main() {
  const current = { id: "undefined" };
  prefixConsole(current);
  if (shiftMs !== 0) shiftClock();
  let handler;
  try {
    handler = load();
  } catch (error) {
    await call("POST", "/init/error", errorBody(error));
    process.exit(1);
  }
  for (;;) {
    const next = await call("GET", "/invocation/next");
    current.id = next.headers["lambda-runtime-aws-request-id"];
    const path = `/invocation/${current.id}`;
    try {
      await call("POST", `${path}/response`, await run(handler, next));
    } catch (error) {
      console.error("Invoke Error", error);
      await call("POST", `${path}/error`, errorBody(error));
    }
  }
}

main();
