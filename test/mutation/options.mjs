/**
 * Options of Stryker for some files and the tests that must notice each change in them.
 * @param {string} name of the folder beside this file, and of the report
 * @param {readonly string[]} mutate
 * @param {number | null} floor the least percentage of changes that the tests must notice; null: any
 */
export function options(name, mutate, floor) {
  return {
    plugins: ["@stryker-mutator/vitest-runner"],
    testRunner: "vitest",
    vitest: { configFile: `test/mutation/${name}/vitest.config.ts`, related: false },
    mutate,
    coverageAnalysis: "perTest",
    // The first run, of all tests on one worker and with coverage of each, takes four minutes on a busy machine.
    dryRunTimeoutMinutes: 20,
    thresholds: { high: 100, low: floor ?? 0, break: floor },
    // vitest needs neither: it removes types without checking them.
    tsconfigFile: "none",
    disableTypeChecks: false,
    concurrency: 2,
    ignorePatterns: ["coverage", "dist", "docs", "functions", "infra", "reports"],
    reporters: ["clear-text", "json", "progress-append-only"],
    jsonReporter: { fileName: `coverage/mutation-${name}.json` },
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false },
  };
}
