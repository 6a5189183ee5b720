import { randomKind, randomKindWithAbsence } from "../support/random-kinds.ts";
import { testLaws } from "./random-kind-laws.ts";

testLaws({ rules: "of any ops", kind: randomKind, seeds: [100, 101] });
testLaws({ rules: "with fill and omit anywhere", kind: randomKindWithAbsence, seeds: [200] });
