export function nativePattern(_source: string): RegExp | undefined {
  return undefined;
}
