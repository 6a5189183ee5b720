import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "cluster-deep",
    root: new URL("../../..", import.meta.url).pathname,
    include: ["test/cluster/graduation.test.ts"],
    setupFiles: ["test/support/seed.ts"],
    // Ten times as many objects, and two webhooks.
    env: { DEEP: "1" },
    hookTimeout: 1_200_000,
    reporters: ["verbose"],
  },
});
