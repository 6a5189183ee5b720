import { inject } from "vitest";
import { pizza } from "../cluster/support/kinds.ts";
import { testVerbs } from "../cluster/support/verbs.ts";
import { openWorld } from "./world.ts";

testVerbs(pizza, () => openWorld({ folder: inject("packages").current }));
