import { quote } from "../../go/print.ts";
import { compareText } from "../../go/text-order.ts";
import type { ObjectMeta } from "../../schema/definition/crd.ts";
import { qualifiedNameFaults } from "../../schema/metadata/names.ts";

const standardFinalizers: ReadonlySet<string> = new Set([
  "orphan",
  "foregroundDeletion",
  "kubernetes",
]);

/**
 * The server's warnings for finalizers that a request adds: for invalid names, and for names without a domain.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/registry/customresource/validator.go
 * validateKubeFinalizerName.
 */
export function finalizerWarnings(meta: ObjectMeta, old: ObjectMeta): readonly string[] {
  const known = new Set(old.finalizers ?? []);
  const added = [...new Set(meta.finalizers ?? [])].filter((name) => !known.has(name));
  return added.sort(compareText).flatMap((name) => {
    const prefix = `metadata.finalizers: ${quote(name)}: `;
    return [...qualifiedNameFaults(name), ...finalizerAdvice(name)].map((text) => prefix + text);
  });
}

function finalizerAdvice(name: string): readonly string[] {
  if (name.includes("/") || standardFinalizers.has(name)) return [];
  const path = name.includes(".") ? " including a path (/)" : "";
  return [
    `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`,
  ];
}
