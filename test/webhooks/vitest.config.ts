import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "webhooks",
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/webhooks/**/*.test.ts"],
    setupFiles: ["test/support/seed.ts"],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 60_000,
    reporters: ["verbose"],
  },
});
