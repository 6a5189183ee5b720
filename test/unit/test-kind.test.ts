import { testKind } from "../../lib/test.ts";

testKind(new URL("../support/admitted-kinds/shipment", import.meta.url));
