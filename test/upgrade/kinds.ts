/** The folders of kinds that both builds of the upgrade walk serve. Users write v1beta1; v1beta2 is stored. */
export const upgradedKinds = ["07-timeouts", "11-references", "12-fan-out"].map(
  (name) => `test/lenses/${name}`,
);
