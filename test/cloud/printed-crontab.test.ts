import { inject } from "vitest";
import { printedCronTab } from "../cluster/kinds.ts";
import { testVerbs } from "../cluster/verbs.ts";
import { openWorld } from "./world.ts";

testVerbs(printedCronTab, () => openWorld({ folder: inject("packages").current }));
