import { inject } from "vitest";
import { printedCronTab } from "../cluster/support/kinds.ts";
import { testVerbs } from "../cluster/support/verbs.ts";
import { openWorld } from "./world.ts";

testVerbs(printedCronTab, () => openWorld({ folder: inject("packages").current }));
