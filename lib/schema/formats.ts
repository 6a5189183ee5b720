export function isSupportedFormat(_format: string, _type: string): boolean {
  return false;
}
export function formatCheck(_format: string): ((text: string) => boolean) | undefined {
  return undefined;
}
