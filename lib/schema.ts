// `customhouse/schema`: what kube-apiserver does with a custom resource, offline.

// CustomResourceDefinitions: checking a new one, an update, and an update of the status.
export {
  type CrdReport,
  checkCrd,
  checkCrdStatusUpdate,
  checkCrdUpdate,
} from "./crd/check-crd.ts";
export { deprecationWarning } from "./crd/deprecation.ts";
// The engines for patterns and rules, which are passed to functions that compile a schema.
export { allEngines } from "./crd/engines/all-engines.ts";
export type { CrdEngines, SchemaEngines } from "./crd/engines/engines.ts";
export {
  type NonStructuralCondition,
  nonStructuralCondition,
} from "./crd/non-structural.ts";
export {
  createObject,
  type RequestOutcome,
  updateObject,
} from "./crd/request/create-and-update.ts";
export type { RequestBody } from "./crd/request/decode-body.ts";
// Requests: create and update without webhooks, updates of the status, and the Scale.
export { compileKind, type ResourceKind } from "./crd/request/resource-kind.ts";
export { type ScaleDifference, scaleDifferences } from "./crd/subresources/scale-agreement.ts";
export {
  preparedForCreate,
  preparedForStatusUpdate,
  preparedForUpdate,
  type ScaleResult,
  scaleErrors,
  scaleOf,
} from "./crd/subresources/subresources.ts";
export { type UpgradedCrd, type UpgradeNote, upgradeCrd } from "./crd/upgrade/upgrade-crd.ts";
export { compareVersions, sortVersions } from "./crd/version-order.ts";
// What users see: published OpenAPI, tables with printer columns, the order of versions.
export { type PublishedKind, publishKind } from "./publish/openapi/publish.ts";
export { compileTable, type TableColumn, type TableConvertor } from "./publish/table.ts";
// Objects: pruning, dropping nulls, defaults, metadata and validation.
export { applyDefaults } from "./schema/defaulting/apply-defaults.ts";
export type { FieldError, FieldErrorType } from "./schema/field-error/field-error.ts";
export { fieldMessage, joinedMessage } from "./schema/field-error/field-message.ts";
export { validateEmbeddedResources } from "./schema/metadata/embedded-resources.ts";
export { coerceMetadata } from "./schema/metadata/object-meta.ts";
export { compilePattern, type Pattern } from "./schema/pattern/pattern.ts";
export { dropNonNullableNulls } from "./schema/pruning/nulls.ts";
export { type Pruned, type PruneOptions, prune } from "./schema/pruning/prune.ts";
// Schemas: the structural form with all violations of its rules, and paths of fields.
export { type ResolvedFieldPath, resolveFieldPath } from "./schema/structural/field-path.ts";
export {
  type ParsedStructural,
  type ParseStructuralOptions,
  parseStructural,
} from "./schema/structural/parse.ts";
export type {
  Structural,
  ValidationRule,
  ValueValidation,
} from "./schema/structural/structural.ts";
export { validateListTypes } from "./schema/validation/list-types.ts";
export { compileValidator, type Validator } from "./schema/validation/validate.ts";
