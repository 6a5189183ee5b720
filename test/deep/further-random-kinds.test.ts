// As random-kinds.test.ts, with further seeds: minutes, so that CI leaves them out.
import { randomKind, randomKindWithAbsence } from "../support/random-kinds.ts";
import { testLaws } from "./random-kind-laws.ts";

testLaws({
  rules: "of any ops",
  kind: randomKind,
  seeds: [102, 103, 104, 105, 106, 107, 108, 109],
});
testLaws({ rules: "with fill and omit anywhere", kind: randomKindWithAbsence, seeds: [201] });
