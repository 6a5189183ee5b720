import { inject } from "vitest";
import { cronTab } from "../cluster/support/kinds.ts";
import { testVerbs } from "../cluster/support/verbs.ts";
import { openWorld } from "./world.ts";

testVerbs(cronTab, () => openWorld({ folder: inject("packages").current }));
