const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+/;
const parameters =
  /^(?:\s*;\s*[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*=\s*(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\\r\n]|\\.)*"))*\s*;?\s*$/;

/**
 * The server's error for the Content-Type of a response; undefined for a valid one.
 * Source: Go's mime.ParseMediaType, which rest.Request calls before it decodes a response.
 */
export function mediaTypeFault(contentType: string): string | undefined {
  const [base = ""] = contentType.split(";", 1);
  const fault = baseFault(base.trim()) ?? parameterFault(contentType.slice(base.length));
  return fault && `Internal error occurred: mime: ${fault}`;
}

function baseFault(base: string): string | undefined {
  const rest = base.replace(token, "");
  if (rest === base) return "no media type";
  if (rest === "") return undefined;
  if (!rest.startsWith("/")) return "expected slash after first token";
  const subtype = rest.slice(1);
  const more = subtype.replace(token, "");
  if (more === subtype) return "expected token after slash";
  return more === "" ? undefined : "unexpected content after media subtype";
}

function parameterFault(text: string): string | undefined {
  return parameters.test(text) ? undefined : "invalid media parameter";
}
