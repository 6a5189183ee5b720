import { noConversionRemarks } from "../conversion/remarks.ts";
import type { Converter } from "../converter/converter.ts";
import type { VersionEdge } from "../converter/convertible-kind.ts";

/** An edge whose converters add a remark to every result, because its lens does not compile. */
export function undecidedEdge(edge: VersionEdge): VersionEdge {
  const { forward, backward, nearest } = edge;
  return {
    ...edge,
    forward: remarkingConverter(forward),
    backward: remarkingConverter(backward),
    ...(nearest !== undefined && {
      nearest: {
        forward: remarkingConverter(nearest.forward),
        backward: remarkingConverter(nearest.backward),
      },
    }),
  };
}

/**
 * Wraps a converter so that its results count as undecided in the remarks. The wrapper has no `sparse`, whose results can't have
 * remarks, but the same `validates`.
 */
function remarkingConverter(convert: Converter): Converter {
  const { validates } = convert;
  const remarking: Converter = (source, allowance) => {
    const result = convert(source, allowance);
    if (!result.ok) return result;
    const { remarks = noConversionRemarks } = result.value;
    return { ok: true, value: { ...result.value, remarks: { ...remarks, undecided: 1 } } };
  };
  return validates === undefined ? remarking : Object.assign(remarking, { validates });
}
