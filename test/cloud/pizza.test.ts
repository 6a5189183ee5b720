import { inject } from "vitest";
import { pizza } from "../cluster/kinds.ts";
import { testVerbs } from "../cluster/verbs.ts";
import { openWorld } from "./world.ts";

testVerbs(pizza, () => openWorld({ folder: inject("packages").current }));
