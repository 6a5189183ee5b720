import { type Environment, type EnvironmentOptions, startEnvironment } from "./environment.ts";
import type { Outcome } from "./runtime-api.ts";

/** A function of one deployment with its execution environments. */
export interface FunctionPool {
  /** Handles an event in an idle environment, or in a new one. `throttled` where the concurrency is used up. */
  handle(event: string, fault?: PoolFault): Promise<Outcome | "throttled">;
  /** The environments that are alive. */
  environments(): readonly Environment[];
  /** Ends the environments that are idle, and the others once they have responded; no new event may come. */
  retire(): void;
}

/** What is to go wrong with an event. */
export interface PoolFault {
  /** Inside the environment: see bootstrap.cjs. */
  readonly inside?: string;
  /** The environment is killed this long after it got the event. */
  readonly killAfterMs?: number;
}

/** A pool without environments: the first event is a cold start. One that is idle for `idleMs` is ended. */
export function openPool(options: EnvironmentOptions, idleMs: number): FunctionPool {
  const { reservedConcurrency = Number.POSITIVE_INFINITY } = options.spec;
  const all = new Set<Environment>();
  const idle: { readonly environment: Environment; readonly timer: NodeJS.Timeout }[] = [];
  let busy = 0;
  let isRetired = false;

  const end = (environment: Environment): void => {
    all.delete(environment);
    environment.kill();
  };
  const take = async (): Promise<Environment> => {
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      clearTimeout(last.timer);
      if (last.environment.isAlive()) return last.environment;
      all.delete(last.environment);
    }
    const environment = await startEnvironment(options);
    all.add(environment);
    return environment;
  };
  const giveBack = (environment: Environment): void => {
    if (isRetired || !environment.isAlive()) {
      end(environment);
      return;
    }
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((each) => each.environment === environment),
        1,
      );
      end(environment);
    }, idleMs).unref();
    idle.push({ environment, timer });
  };
  return {
    handle: async (event, { inside, killAfterMs } = {}) => {
      if (busy >= reservedConcurrency) return "throttled";
      busy++;
      try {
        const environment = await take();
        if (killAfterMs !== undefined) setTimeout(() => environment.kill(), killAfterMs).unref();
        const outcome = await environment.handle(event, inside);
        giveBack(environment);
        return outcome;
      } finally {
        busy--;
      }
    },
    environments: () => [...all].filter((environment) => environment.isAlive()),
    retire: () => {
      isRetired = true;
      for (const { environment, timer } of idle.splice(0)) {
        clearTimeout(timer);
        end(environment);
      }
    },
  };
}
