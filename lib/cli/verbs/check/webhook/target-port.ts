import { type Invocation, textOption, UsageError } from "../../../command.ts";
import { numberOption } from "../../../option-values.ts";
import { type BlockingPort, openBlockingPort } from "../../../wire/blocking-port.ts";
import type { WebhookTarget } from "./targets.ts";

/** The default and the maximum of `--timeout`, in seconds: kube-apiserver's fixed timeout for conversions. */
const defaultTimeoutSeconds = 30;
/** The default of `--budget`, in seconds for each webhook: 10 minutes, so that a slow one does not block a pipeline. */
const defaultSeconds = 600;

/** The limits for the reviews to each webhook. */
export interface SendLimits {
  /** True for `--hostile`. */
  readonly sendsHostile: boolean;
  readonly timeoutSeconds: number;
  readonly maxReviews: number;
  readonly maxSeconds: number;
}

/** The limits of `--timeout`, `--budget` and `--hostile`. Throws {@link UsageError} for a wrong value. */
export function sendLimits(invocation: Invocation): SendLimits {
  const timeoutSeconds = numberOption(invocation, "timeout", 1) ?? defaultTimeoutSeconds;
  if (timeoutSeconds > defaultTimeoutSeconds) {
    throw new UsageError("--timeout takes 1 to 30: kube-apiserver waits no longer");
  }
  const sendsHostile = invocation.options["hostile"] === true;
  return { timeoutSeconds, sendsHostile, ...budgetIn(invocation) };
}

/** The limit of `--budget`: `5000` is a number of reviews, `90s` or `4m` a time. */
function budgetIn(invocation: Invocation): Pick<SendLimits, "maxReviews" | "maxSeconds"> {
  const text = textOption(invocation, "budget");
  const [, digits, unit] = /^(\d{1,9})(s|m)?$/.exec(text ?? `${defaultSeconds}s`) ?? [];
  const count = Number(digits);
  if (digits === undefined || count === 0) {
    throw new UsageError(
      `--budget takes a number of reviews (5000) or a time (90s, 4m), not ${text}`,
    );
  }
  if (unit === undefined) return { maxReviews: count, maxSeconds: Number.POSITIVE_INFINITY };
  const maxSeconds = unit === "m" ? count * 60 : count;
  return { maxReviews: Number.POSITIVE_INFINITY, maxSeconds };
}

/**
 * The most bytes of a review for a webhook that may serve a cluster. The number is a choice: larger reviews may be refused by a
 * proxy, or take memory that the webhook needs for its cluster.
 */
const maxCarefulBytes = 1024 * 1024;

/** Connects to a webhook. Throws {@link UsageError} if it can't be reached. */
export function openTarget(target: WebhookTarget, limits: SendLimits): BlockingPort {
  const { maxReviews, maxSeconds, sendsHostile } = limits;
  const { url, ca, connectTo, isCareful } = target;
  return openBlockingPort(
    {
      url,
      timeoutSeconds: limits.timeoutSeconds,
      ...(ca !== undefined && { ca }),
      ...(connectTo !== undefined && { connectTo }),
    },
    {
      maxReviews,
      maxSeconds,
      isCareful,
      ...(isCareful && !sendsHostile && { maxBytes: maxCarefulBytes }),
    },
  );
}
