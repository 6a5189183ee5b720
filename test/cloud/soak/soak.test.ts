import { expect, inject, test } from "vitest";
import { soak } from "./soak.ts";

test("a minute of load has no wrong response", async () => {
  const { current } = inject("packages");
  const result = await soak({ folder: current, seconds: 60, connections: 8 });
  expect(result).toMatchObject({ wrong: 0, examples: [] });
  expect(result.requests).toBeGreaterThan(1000);
  expect(result.memory.environments).toBeGreaterThan(0);
});
