import type { LawFault } from "../law-result.ts";
import {
  type MayShowMessage,
  type MayShowToken,
  maskedMap,
  maskText,
  withMasking,
} from "./masked-value.ts";

/** A fault in which `***` stands for what may not be shown. If anything is masked, the explanation is masked as a whole. */
export function maskedFault(
  fault: LawFault,
  mayShow: MayShowToken,
  mayTell: MayShowMessage,
): LawFault {
  const { before, after, returned } = fault;
  const { masked, isMasked } = withMasking(mayShow, (noted) => ({
    before: maskedMap(before, noted),
    ...(after !== undefined && { after: maskedMap(after, noted) }),
    ...(returned !== undefined && { returned: maskedMap(returned, noted) }),
  }));
  return isMasked || !mayTell(fault.explanation)
    ? { ...masked, explanation: maskText, isMasked: true }
    : fault;
}
