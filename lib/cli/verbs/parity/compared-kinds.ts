import type { Kind } from "../../../kind/kind.ts";
import { type Invocation, textOption, UsageError } from "../../command.ts";
import { readDefinition } from "../../kinds/definitions.ts";
import { chosenByKind } from "../../kinds/requested-kinds.ts";
import {
  givenObjects,
  isOfKind,
  readWebhookKind,
  type WebhookKind,
} from "../check/webhook/kind-option.ts";
import type { ComparedWebhook } from "./compared-webhook.ts";

/**
 * The kinds to compare: that of `--crd`, otherwise those in the folder of `--new` or else of `--old`. Throws {@link UsageError}
 * if none has two versions, or if a folder lacks a kind.
 */
export function comparedKinds(
  invocation: Invocation,
  old: ComparedWebhook,
  now: ComparedWebhook,
): readonly WebhookKind[] {
  const file = textOption(invocation, "crd");
  const kinds = file === undefined ? kindsOf(invocation, now.kinds ?? old.kinds) : [];
  const all = file === undefined ? kinds : [readWebhookKind(invocation, readDefinition(file))];
  for (const { crd } of all) {
    for (const side of [old, now]) requireKind(side, crd);
  }
  const several = all.filter(({ crd }) => crd.versions.length > 1);
  if (several.length > 0) return several;
  throw new UsageError("no kind has two served or stored versions: there is nothing to compare");
}

function requireKind(
  { kinds, shown }: ComparedWebhook,
  { group, kind }: { readonly group: string; readonly kind: string },
): void {
  if (kinds === undefined || kinds.some((each) => each.group === group && each.kind === kind)) {
    return;
  }
  throw new UsageError(`${shown} does not have the kind ${kind}.${group}`);
}

function kindsOf(
  invocation: Invocation,
  kinds: readonly Kind[] | undefined,
): readonly WebhookKind[] {
  if (kinds === undefined) {
    throw new UsageError(
      "two urls need --crd FILE: the CustomResourceDefinition of the webhooks' kind",
    );
  }
  const chosen = chosenByKind(invocation, kinds, ({ kind }) => kind);
  const samples = givenObjects(
    invocation,
    chosen.map(({ crd }) => crd),
  );
  return chosen.map(({ crd, samples: own }) => ({
    crd: { ...crd, versions: crd.versions.filter(({ served, storage }) => served || storage) },
    reviewVersions: ["v1"],
    samples: [...own, ...samples.filter(isOfKind(crd))],
  }));
}
