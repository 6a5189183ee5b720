import { equal } from "../../json/equal.ts";
import type {
  NestedValueValidation,
  Structural,
  ValueValidation,
} from "../../schema/structural/structural.ts";

/**
 * The most schemas that {@link branchSchemas} returns for one node. The number is a choice: the combinations of branches
 * multiply, and sixteen of them get all their variants.
 */
const maxBranchSchemas = 48;

/**
 * The number of schemas for each combination of branches. They differ in which member is forbidden and which inner branch is
 * chosen. The number is a choice: most branches have no more choices, and each variant takes time and memory.
 */
const variants = 3;

/** True for a node with `allOf`, `anyOf`, `oneOf` or `not`. */
export function hasJunctors({ validation }: Structural): boolean {
  if (validation === undefined) return false;
  const { allOf, anyOf, oneOf, not } = validation;
  return (allOf ?? anyOf ?? oneOf ?? not) !== undefined;
}

/**
 * Schemas without `allOf`, `anyOf`, `oneOf` and `not` at this node, several for each combination of branches. They have the
 * restrictions of the chosen branches. For each other branch of `oneOf`, they lack a member that it requires. So their values are
 * probably valid at the node.
 */
export function branchSchemas(schema: Structural): readonly Structural[] {
  const { validation = {} } = schema;
  const { anyOf = [], oneOf = [] } = validation;
  const schemas: Structural[] = [];
  for (let variant = 0; variant < variants; variant++) {
    for (let any = 0; any < Math.max(1, anyOf.length); any++) {
      for (let one = 0; one < Math.max(1, oneOf.length); one++) {
        if (schemas.length < maxBranchSchemas)
          schemas.push(branchSchema(schema, { any, one, variant }));
      }
    }
  }
  return schemas;
}

interface BranchChoice {
  readonly any: number;
  readonly one: number;
  readonly variant: number;
}

function branchSchema(schema: Structural, choice: BranchChoice): Structural {
  const { allOf, anyOf, oneOf, not, ...plain } = schema.validation ?? {};
  return throughJunctors({ ...schema, validation: plain }, { allOf, anyOf, oneOf, not }, choice);
}

interface BranchLists {
  readonly allOf?: readonly NestedValueValidation[] | undefined;
  readonly anyOf?: readonly NestedValueValidation[] | undefined;
  readonly oneOf?: readonly NestedValueValidation[] | undefined;
  readonly not?: NestedValueValidation | undefined;
}

function throughJunctors(
  schema: Structural,
  junctors: BranchLists,
  choice: BranchChoice,
): Structural {
  const { allOf = [], anyOf = [], oneOf = [], not } = junctors;
  const { variant } = choice;
  let result = schema;
  for (const branch of allOf) result = narrowedToBranch(result, branch, variant);
  const any = anyOf[choice.any];
  if (any !== undefined) result = narrowedToBranch(result, any, variant);
  const one = oneOf[choice.one];
  if (one !== undefined) result = narrowedToBranch(result, one, variant);
  for (const other of oneOf)
    if (other !== one) result = withBranchForbidden(result, other, variant);
  return not === undefined ? result : withBranchForbidden(result, not, variant);
}

/** The schema with the restrictions of a branch added. Branches of structural schemas have no `additionalProperties`. */
function narrowedToBranch(
  schema: Structural,
  branch: NestedValueValidation,
  variant: number,
): Structural {
  const { allOf, anyOf = [], oneOf = [], not, properties, items } = branch;
  const own: Structural = {
    ...schema,
    validation: joinedRestrictions(schema.validation ?? {}, branch),
    ...(properties !== undefined && { properties: narrowedMembers(schema, properties, variant) }),
    ...(items !== undefined &&
      schema.items !== undefined && { items: narrowedToBranch(schema.items, items, variant) }),
  };
  const any = variant % Math.max(1, anyOf.length);
  const one = variant % Math.max(1, oneOf.length);
  return throughJunctors(own, { allOf, anyOf, oneOf, not }, { any, one, variant });
}

function narrowedMembers(
  schema: Structural,
  branches: ReadonlyMap<string, NestedValueValidation>,
  variant: number,
): ReadonlyMap<string, Structural> {
  const members = new Map(schema.properties);
  for (const [name, branch] of branches) {
    const declared = members.get(name);
    if (declared !== undefined) members.set(name, narrowedToBranch(declared, branch, variant));
  }
  return members;
}

/** The restrictions of `schema` and `branch`. Of two patterns or formats, only that of `schema`: the result need not be exact. */
function joinedRestrictions(
  schema: ValueValidation,
  branch: NestedValueValidation,
): ValueValidation {
  const { allOf: _, anyOf: __, oneOf: ___, not: ____, ...restrictions } = branch;
  const { properties, items, additionalProperties, validations, type, ...added } = restrictions;
  const values = commonValues(schema.enum, added.enum);
  return {
    ...added,
    ...schema,
    ...bounds(schema, added),
    ...(added.required !== undefined && {
      required: [...new Set([...(schema.required ?? []), ...added.required])],
    }),
    ...(values !== undefined && { enum: values }),
  };
}

function commonValues(
  one: ValueValidation["enum"],
  other: ValueValidation["enum"],
): ValueValidation["enum"] {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((word) => other.some((each) => equal(word, each)));
}

const lowerBounds = ["minimum", "minLength", "minItems", "minProperties"] as const;
const upperBounds = ["maximum", "maxLength", "maxItems", "maxProperties"] as const;

function bounds(one: ValueValidation, other: ValueValidation): ValueValidation {
  const joint: Partial<Record<(typeof lowerBounds | typeof upperBounds)[number], number>> = {};
  for (const bound of lowerBounds) {
    const [a, b] = [one[bound], other[bound]];
    if (a !== undefined && b !== undefined) joint[bound] = Math.max(a, b);
  }
  for (const bound of upperBounds) {
    const [a, b] = [one[bound], other[bound]];
    if (a !== undefined && b !== undefined) joint[bound] = Math.min(a, b);
  }
  return joint;
}

/**
 * The schema changed so that its values do not satisfy a branch: without a member that only the branch requires, or, if there is
 * none, changed likewise for the branches within the branch. Restrictions of the branch other than `required` are ignored.
 */
function withBranchForbidden(
  schema: Structural,
  branch: NestedValueValidation,
  variant: number,
): Structural {
  const { required = [], anyOf = [], oneOf = [], allOf = [], not } = branch;
  const needed = schema.validation?.required ?? [];
  const free = required.filter((name) => !needed.includes(name));
  const surplus = free[variant % Math.max(1, free.length)];
  if (surplus !== undefined) return withoutProperty(schema, surplus);
  let result = schema;
  for (const each of [...anyOf, ...oneOf]) result = withBranchForbidden(result, each, variant);
  const all = allOf[variant % Math.max(1, allOf.length)];
  if (all !== undefined) result = withBranchForbidden(result, all, variant);
  return not === undefined ? result : narrowedToBranch(result, not, variant);
}

function withoutProperty(schema: Structural, name: string): Structural {
  const properties = new Map(schema.properties);
  properties.delete(name);
  return { ...schema, properties };
}
