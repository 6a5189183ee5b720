import type fc from "fast-check";
import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { drawBody, validBody } from "../arbitrary-object.ts";
import { bodySchema } from "../body-schema.ts";
import { DrawState } from "../draw/draw.ts";
import { DrawnArbitrary } from "../draw/drawn-arbitrary.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { mutatedBody } from "../edge-body.ts";
import { countExercised } from "../exercised-rules.ts";
import { fragmentOf } from "../fragment.ts";
import { changeObject } from "../object-change.ts";
import type { Direction } from "../subject.ts";
import { editedBody } from "./edited-body.ts";
import { firstBodies } from "./first-bodies.ts";
import { arbitraryMetadata, smallerMetadata } from "./metadata.ts";
import { bodyOf, objectOf, withBody } from "./object-body.ts";
import { seedBodies } from "./seeds.ts";
import { isValidObject, satisfiesRules } from "./valid-object.ts";

/** Random objects at the source version that the server would accept. */
export function validObjects(pair: Direction): DrawnArbitrary<ReviewObject> {
  return withExercisedCounted(
    pair,
    objects(pair, validBodies(pair), () => firstBodies(pair).valid),
  );
}

/** The objects of `all`, each counted by {@link countExercised} when it is generated. */
function withExercisedCounted(
  pair: Direction,
  all: DrawnArbitrary<ReviewObject>,
): DrawnArbitrary<ReviewObject> {
  return new DrawnArbitrary({
    first: () => {
      const { first } = all;
      for (const object of first) countExercised(pair, object, false);
      return first;
    },
    make: (random) => {
      const object = all.generate(random).value;
      countExercised(pair, object, true);
      return object;
    },
    smaller: (object) => all.smaller(object),
    change: changeObject,
  });
}

/** Random objects at the source version: valid ones, fragments of these, and invalid ones that storage may contain. */
export function anyObjects(pair: Direction): DrawnArbitrary<ReviewObject> {
  const [valid, edge] = [validBodies(pair), edgeBodies(pair)];
  const firstObjects = (): readonly JsonObject[] => {
    const bodies = firstBodies(pair);
    return [...bodies.valid, ...bodies.invalid];
  };
  const drawn: BodyDraw = (random) => {
    const choice = random.nextInt(1, 10);
    if (choice <= 5) return valid(random);
    if (choice <= 9) return edge(random);
    return fragmentOf(valid(random), pair.from.schema).generate(random, undefined).value;
  };
  return objects(pair, drawn, firstObjects);
}

/**
 * The objects for laws about round trips: {@link anyObjects}; for a webhook only valid objects, because its handling of others
 * is unspecified.
 */
export function roundTripObjects(pair: Direction): DrawnArbitrary<ReviewObject> {
  return pair.subject.blackBox === undefined ? anyObjects(pair) : validObjects(pair);
}

type BodyDraw = (random: fc.Random) => JsonObject;

/** Objects with drawn bodies and metadata. A valid object shrinks only to valid ones. */
function objects(
  pair: Direction,
  body: BodyDraw,
  first: () => readonly JsonObject[],
): DrawnArbitrary<ReviewObject> {
  const { subject, from } = pair;
  const metadata = arbitraryMetadata(subject.kind);
  return new DrawnArbitrary({
    first: () => first().map((each) => objectOf(subject, from, each)),
    make: (random) => {
      const drawn = body(random);
      return objectOf(subject, from, drawn, metadata.generate(random, undefined).value);
    },
    *smaller(object) {
      for (const less of smallerMetadata(metadataOf(object))) yield { ...object, metadata: less };
      const mustBeValid = isValidObject(object, pair);
      for (const smallerBody of smallerMaps(bodyOf(object))) {
        const less = withBody(object, smallerBody);
        if (!mustBeValid || isValidObject(less, pair)) yield less;
      }
    },
    change: changeObject,
  });
}

/** Draws valid bodies: half of them from the schema, half by edits of samples and examples, if the kind has some. */
function validBodies(pair: Direction): BodyDraw {
  const { subject, from } = pair;
  const isValid = (body: JsonObject): boolean => isValidObject(objectOf(subject, from, body), pair);
  const seeds = seedBodies(subject, from);
  const drawn = validBody(from.schema, {
    otherwise: seeds,
    ungenerated: from.ungenerated,
    accepts: (body) => satisfiesRules(objectOf(subject, from, body), pair),
  });
  return (random) => {
    const draw = new DrawState(random);
    const seed = draw.chance(0.5) ? draw.pick(seeds) : undefined;
    if (seed === undefined) return drawn.generate(random, undefined).value;
    return editedBody(seed, { schema: bodySchema(from.schema), isValid }, draw);
  };
}

/** Draws bodies that admission would deny but that storage may contain. */
function edgeBodies({ subject, from, to }: Direction): BodyDraw {
  const seeds = seedBodies(subject, from);
  return (random) => {
    const draw = new DrawState(random);
    const seed = draw.chance(0.5) ? draw.pick(seeds) : undefined;
    const body = seed ?? drawBody(from.schema, random);
    return mutatedBody(body, { thisSchema: from.schema, otherSchema: to.schema }, draw);
  };
}
