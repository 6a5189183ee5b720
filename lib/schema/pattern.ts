export interface Pattern {
  readonly source: string;
  readonly error: string | undefined;
  test(text: string): boolean;
}
export function compilePattern(source: string): Pattern {
  try {
    const expression = new RegExp(source, "u");
    return { source, error: undefined, test: (text) => expression.test(text) };
  } catch (error) {
    return { source, error: String(error), test: () => false };
  }
}
