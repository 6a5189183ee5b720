import { inject } from "vitest";
import { cronTab } from "../cluster/kinds.ts";
import { testVerbs } from "../cluster/verbs.ts";
import { openWorld } from "./world.ts";

testVerbs(cronTab, () => openWorld({ folder: inject("packages").current }));
