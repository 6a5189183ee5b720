import { decodeUtf8 } from "../../json/parse.ts";
import { UsageError } from "../command.ts";

/**
 * The most bytes of a response body, after decompression. The number is a choice: by default etcd stores no definition of more
 * than 1.5 MiB, so a file with several large ones fits, and a wrong url can't fill the memory.
 */
const maxFetchedBytes = 5_000_000;

/**
 * The most redirects of one fetch: links to files of a release have one or two, and a loop has to end. The number is a choice.
 */
const maxRedirects = 5;
/**
 * The timeout of a fetch with all redirects, in ms. The number is a choice: enough for the largest file on a slow line, and
 * short enough that a pipeline does not hang.
 */
const timeoutMs = 30_000;

/**
 * Fetches the text at an https url. Throws {@link UsageError} if the url or a redirect is not https, and if the text can't be
 * fetched, is longer than {@link maxFetchedBytes} or is not UTF-8.
 */
export async function fetchText(url: string): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  let from = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    requireHttps(from, url);
    const response = await fetch(from, { redirect: "manual", signal }).catch(throwFetchFault(url));
    const next = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || next === null) {
      if (!response.ok) throw new UsageError(`${url}: the response is HTTP ${response.status}`);
      return utf8Text(url, await bytesOf(url, response));
    }
    await response.body?.cancel();
    from = new URL(next, from).href;
  }
  throw new UsageError(
    `${url} redirects more than ${maxRedirects} times: download the file, and give its path`,
  );
}

function requireHttps(from: string, url: string): void {
  const parsed = URL.parse(from);
  if (parsed === null) throw new UsageError(`${url} is not a url`);
  if (parsed.protocol === "https:") return;
  throw new UsageError(
    from === url
      ? `${url} is not fetched, because it is not https: use https, or download the file and give its path`
      : `${url} redirects to ${from}, which is not https: download the file, and give its path`,
  );
}

async function bytesOf(url: string, response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > maxFetchedBytes) {
        throw new UsageError(
          `${url} has more than ${maxFetchedBytes / 1_000_000} MB: download the file, and give its path`,
        );
      }
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof UsageError ? cause : fetchFault(url, cause);
  }
  return Buffer.concat(chunks);
}

function utf8Text(url: string, bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text.ok) return text.value;
  throw new UsageError(`${url}: ${text.error.message}`);
}

function throwFetchFault(url: string): (cause: unknown) => never {
  return (cause) => {
    throw fetchFault(url, cause);
  };
}

/** The error for a failed fetch. fetch() has the reason in the `cause` of its error. */
function fetchFault(url: string, fault: unknown): UsageError {
  const reason = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault;
  const text = reason instanceof Error ? reason.message : String(reason);
  return new UsageError(`${url} can't be fetched: ${text}`, { cause: fault });
}
