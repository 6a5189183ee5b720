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
  mayShowText: MayShowMessage,
): LawFault {
  const { before, after, returned } = fault;
  const { masked, isMasked } = withMasking(mayShow, (isShown) => ({
    before: maskedMap(before, isShown),
    ...(after !== undefined && { after: maskedMap(after, isShown) }),
    ...(returned !== undefined && { returned: maskedMap(returned, isShown) }),
  }));
  return isMasked || !mayShowText(fault.explanation)
    ? { ...masked, explanation: maskText, isMasked: true }
    : fault;
}
