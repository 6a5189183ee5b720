/** How often a property is tried: in `npm test`, and in `npm run test:deep`. */
export function tries({ test, deep }: { readonly test: number; readonly deep: number }): number {
  return process.env["DEEP"] === undefined ? test : deep;
}
