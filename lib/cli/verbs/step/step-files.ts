import { existsSync } from "node:fs";
import { restoreCommand } from "../../../evolve/backup/backup-objects.ts";
import type { StepFiles } from "../../../evolve/step/step-context.ts";
import { counted } from "../../../json/counted.ts";
import { writeBackup } from "../../files/backup-file.ts";
import { openCheckpoint } from "../../files/checkpoint-file.ts";
import type { KubectlContext } from "../../server/kubectl.ts";
import { clusterFlagsOf } from "../../server/requested-cluster.ts";

/** The backups and checkpoints that the steps of a plan write beside the plan's file. Only their owner may read them. */
export function stepFiles(plan: string, cluster: KubectlContext): StepFiles {
  return {
    backUp: async ({ crd, hasStatus }, read) => {
      const definition = freeName(`${plan}.definition`);
      await writeBackup(definition, (write) => write(crd));
      const file = freeName(`${plan}.backup`);
      const objects = await writeBackup(file, read);
      const { kubectl } = clusterFlagsOf(cluster);
      return [
        `${definition} is a backup of the definition`,
        `${file} is a backup of ${counted(objects, "object")}; to restore: ${restoreCommand({ kubectl, file, hasStatus })}`,
      ];
    },
    checkpoint: (subject) => openCheckpoint(`${plan}.checkpoint`, subject),
  };
}

/** A file name that does not exist yet. A backup is never replaced, because a later one may have objects that a step changed. */
function freeName(start: string): string {
  for (let count = 1; ; count++) {
    const name = `${start}${count === 1 ? "" : `-${count}`}.json`;
    if (!existsSync(name)) return name;
  }
}
