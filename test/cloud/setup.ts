import { installTools } from "./tools.ts";

/** What all files need, made once: moto and cfn-lint. */
export function setup(): Promise<void> {
  return installTools();
}
