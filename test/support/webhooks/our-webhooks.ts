import { loadKindsInFolders } from "../../../lib/cli/kinds/kinds.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
import { mayFillFields } from "../../../lib/verify/lens-places.ts";
import { directionsOf, subjectOf } from "../../../lib/verify/subject.ts";
import type { AcknowledgedLoss } from "../../../lib/verify/webhook/acknowledged-losses.ts";
import type { CheckedWebhook } from "../../../lib/verify/webhook/black-box.ts";
import { kindsPort } from "../../../lib/verify/webhook/kinds-port.ts";

/** One of this project's kinds as a webhook, and the losses that its author declares. */
export interface OurWebhook {
  readonly name: string;
  readonly checked: CheckedWebhook;
  readonly acknowledged: readonly AcknowledgedLoss[];
}

const withoutPort: AcknowledgedLoss = {
  law: "converts",
  from: "v1beta1",
  reason: "hostPort is one text at v1beta1, and one that has no port is refused",
};

/** By folder, the objects that a kind refuses to convert although its definition allows or once allowed them, with the reasons. */
const refusals: Readonly<Record<string, readonly AcknowledgedLoss[]>> = {
  "examples/kinds/pizza": [
    {
      law: "converts",
      from: "v1beta1",
      reason: "v1alpha1 has a name for each piece, and more than 10,000 of one topping are refused",
    },
    {
      law: "converts-outdated",
      from: "v1beta1",
      reason: "a topping whose name an older schema allowed to be empty has no name at v1alpha1",
    },
  ],
  "examples/kinds/crontab": [withoutPort],
  "examples/kinds/printed-crontab": [withoutPort],
  "test/lenses/01-config-text": [
    {
      law: "converts",
      reason: "a text that is not YAML is refused, as the rule declares with fail",
    },
  ],
};

const folders = ["examples/kinds", "test/lenses", "test/operators"];

/** This project's kinds with at least two versions, each as a webhook of which only the responses are known. */
export async function ourWebhooks(): Promise<readonly OurWebhook[]> {
  const kinds = await loadKindsInFolders(folders);
  return kinds
    .map(({ folder, kind }) => {
      const acknowledged = [...declared(kind), ...(refusals[folder] ?? [])];
      return { name: folder, checked: checkedKind(kind), acknowledged };
    })
    .filter(({ checked }) => checked.crd.versions.length > 1);
}

function checkedKind(kind: Kind): CheckedWebhook {
  const { crd } = kind;
  const versions = crd.versions.filter(({ served, storage }) => served || storage);
  const webhook = kindsPort([kind]);
  return { crd: { ...crd, versions }, reviewVersions: ["v1"], samples: [], webhook };
}

/** The losses that a kind's lenses declare: laws in `waive`, accepted narrowings, and fields that rules fill in fragments too. */
function declared(kind: Kind): readonly AcknowledgedLoss[] {
  const waived = kind.lenses.flatMap(({ waive = [] }) => waive);
  const accepted = kind.lenses.flatMap(({ accept = [] }) => accept);
  const filling = directionsOf(subjectOf(kind)).filter(({ subject, from, to }) =>
    subject.steps(from.name, to.name).some(mayFillFields),
  );
  return [
    ...waived.map(({ law, from, to, why }) => ({ law, from, to, reason: why })),
    ...accepted.map(({ in: to, why }) => ({ law: "valid-result" as const, to, reason: why })),
    ...filling.map(({ from, to }) => ({
      ...{ law: "fragments" as const, from: from.name, to: to.name },
      reason: "a rule fills in a field, also in a fragment",
    })),
  ];
}
