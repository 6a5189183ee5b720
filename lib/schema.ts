// `customhouse/schema`: what kube-apiserver does to a custom resource, offline. Needs nothing of the rest but exact JSON.

// A CustomResourceDefinition: created, updated, its status updated.
export {
  type CrdReport,
  checkCrd,
  checkCrdStatusUpdate,
  checkCrdUpdate,
} from "./schema/crd/check-crd.ts";
export { deprecationWarning } from "./schema/crd/deprecation.ts";
export {
  type NonStructuralCondition,
  nonStructuralCondition,
} from "./schema/crd/non-structural.ts";
export { type UpgradedCrd, type UpgradeNote, upgradeCrd } from "./schema/crd/upgrade-crd.ts";
// An object: pruned, its nulls dropped, defaulted, its metadata coerced, validated.
export { applyDefaults } from "./schema/defaulting.ts";
export { validateEmbeddedResources } from "./schema/embedded-resources.ts";
export type { FieldError, FieldErrorType } from "./schema/field-error.ts";
export { fieldMessage, joinedMessage } from "./schema/field-message.ts";
// A schema: its structural form, with every violation; field paths through it; its patterns and rules, made ready.
export { type FieldPath, resolveFieldPath } from "./schema/field-path.ts";
export { validateListTypes } from "./schema/list-types.ts";
export { coerceMetadata } from "./schema/object-meta.ts";
// What users see: published OpenAPI, tables from printer columns, versions in order.
export { type PublishedKind, publishKind } from "./schema/openapi/publish.ts";
export {
  type ParsedStructural,
  type ParseStructuralOptions,
  parseStructural,
} from "./schema/parse-structural.ts";
export { compilePattern, type Pattern, preparePatterns } from "./schema/pattern.ts";
// A request: the whole way of a create or an update without webhooks, status and scale.
export { compileKind, type ResourceKind } from "./schema/pipeline/resource-kind.ts";
export {
  createObject,
  type RequestBody,
  type RequestOutcome,
  updateObject,
} from "./schema/pipeline.ts";
export { prepareSchema } from "./schema/prepare-schema.ts";
export { dropNonNullableNulls } from "./schema/prune-nulls.ts";
export { type Pruned, type PruneOptions, prune } from "./schema/pruning.ts";
export { type ScaleDifference, scaleDifferences } from "./schema/scale-agreement.ts";
export type { Structural, ValidationRule, ValueValidation } from "./schema/structural.ts";
export {
  preparedForCreate,
  preparedForStatusUpdate,
  preparedForUpdate,
  type ScaleResult,
  scaleErrors,
  scaleOf,
} from "./schema/subresources.ts";
export { compileTable, type TableColumn, type TableConvertor } from "./schema/table.ts";
export { compileValidator, type Validator } from "./schema/validate.ts";
export { compareVersions, sortVersions } from "./schema/version-order.ts";
