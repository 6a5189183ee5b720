import { expect } from "vitest";
import type { Command } from "../../../lib/cli/command.ts";
import { findAssets } from "../../../lib/cli/control-plane/assets.ts";
import { planCommand } from "../../../lib/cli/verbs/plan/plan.ts";
import { stepCommand } from "../../../lib/cli/verbs/step/step.ts";
import { type Ran, runCommand } from "../../support/run-command.ts";
import type { ControlPlane } from "./control-plane.ts";

/** Commands of customhouse that plan and carry out steps in a control plane. */
export interface StepCommands {
  /** The control plane, as kubectl reaches it. */
  readonly cluster: { readonly program: string; readonly kubeconfig: string };
  /** Runs a command as the administrator. */
  run(command: Command, ...words: readonly string[]): Promise<Ran>;
  /** Runs a command as the user of another kubeconfig. */
  runAs(kubeconfig: string, command: Command, ...words: readonly string[]): Promise<Ran>;
  /** The path of a plan's file. */
  planFile(name: string): string;
  /** Makes a plan, and returns its file. */
  plan(crd: string, ...goal: readonly string[]): Promise<string>;
  /** Carries out all steps that are left, and returns what they print. */
  carryOut(file: string): Promise<string>;
}

/** The commands, for the administrator of a control plane. */
export function stepCommands({
  kubeconfig,
  reaper,
}: Pick<ControlPlane, "kubeconfig" | "reaper">): StepCommands {
  const program = findAssets().kubectl;
  const runAs: StepCommands["runAs"] = (user, command, ...words) =>
    runCommand(command, [...words, "--kubectl", program, "--kubeconfig", user]);
  const run: StepCommands["run"] = (command, ...words) => runAs(kubeconfig, command, ...words);
  const planFile = (name: string): string => `${reaper.folder}/${name}.json`;
  const plan: StepCommands["plan"] = async (crd, ...goal) => {
    const file = planFile(`${crd}${goal.join("")}-${Date.now()}`);
    const ran = await run(planCommand, crd, ...goal, "-o", file);
    expect(ran).toMatchObject({ code: 0, error: "" });
    expect(ran.out).toContain("--context test");
    return file;
  };
  const carryOut: StepCommands["carryOut"] = async (file) => {
    const texts: string[] = [];
    for (;;) {
      const { code, out, error } = await run(stepCommand, file, "--yes");
      expect({ code, out, error }).toMatchObject({ code: 0, error: "" });
      texts.push(out);
      if (/all \d+ steps/.test(out)) return texts.join("\n");
    }
  };
  return { cluster: { program, kubeconfig }, run, runAs, planFile, plan, carryOut };
}
