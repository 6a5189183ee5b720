import type { Fault } from "./gateway/faults.ts";
import type { Configuration } from "./gateway/live.ts";

/** All limits as the template has them. */
export const asDeployed: Configuration = {
  limits: {},
  throttle: { rate: 200, burst: 400 },
  integrationTimeoutMs: 30_000,
};

/** What kube-apiserver makes of a 500 whose body is no Status. */
export const serverError =
  'an error on the server ("unknown") has prevented the request from succeeding';
const unavailable = "the server is currently unable to handle the request";

/** A way in which a function or its gateway fails. */
export interface FunctionFault {
  readonly name: string;
  readonly change?: Configuration;
  readonly fault?: Fault;
  /** What kubectl shows, after the text that names the webhook. */
  readonly shows: string;
  /** The content of the function's log group; absent if the function is never called. */
  readonly log?: string;
}

/** Each of them leaves its request without a response of ours, and without Retry-After. */
export const functionFaults: readonly FunctionFault[] = [
  {
    name: "a handler that throws",
    fault: { type: "throw" },
    shows: serverError,
    log: "ordered: the handler throws",
  },
  {
    name: "a process that ends",
    fault: { type: "exit" },
    shows: serverError,
    log: "Runtime exited with error: exit status 1",
  },
  {
    name: "a function out of memory",
    change: { limits: { memoryMb: 64 } },
    fault: { type: "memory" },
    shows: serverError,
    log: "Runtime exited with error: signal: SIGABRT",
  },
  {
    name: "a function past its timeout",
    change: { limits: { timeoutMs: 1000 } },
    fault: { type: "hang" },
    shows: serverError,
    log: "Task timed out after 1.00 seconds",
  },
  {
    name: "a function killed in the middle",
    fault: { type: "kill" },
    shows: serverError,
    log: "Runtime exited with error: signal: SIGKILL",
  },
  {
    name: "a stage that is throttled (429)",
    change: { throttle: { rate: 0.001, burst: 0 } },
    shows: "the server has received too many requests and has asked us to try again later",
  },
  {
    name: "a function without concurrency (503)",
    change: { limits: { reservedConcurrency: 0 } },
    shows: unavailable,
  },
  {
    name: "an integration past its timeout (503)",
    change: { integrationTimeoutMs: 300 },
    fault: { type: "slow", ms: 800 },
    shows: unavailable,
    log: "", // it goes on where nobody waits any more
  },
  {
    name: "a gateway that responds with 504",
    fault: { type: "answer", status: 504, message: "Gateway Timeout" },
    shows:
      "the server was unable to return a response in the time allotted, but may still be processing the request",
  },
];
