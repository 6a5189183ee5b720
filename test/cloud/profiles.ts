/** A way to deploy: the parameters for osls. */
export interface Profile {
  readonly name: string;
  readonly words: readonly string[];
}

function profile(name: string, stage: string, ...params: readonly string[]): Profile {
  return {
    name,
    words: ["--stage", stage, ...params.flatMap((param) => ["--param", param])],
  };
}

const all = ["domain=on", "recording=on", "tracing=on", "alarms=on"];
const topic = "alarmTopic=arn:aws:sns:eu-central-1:123456789012:oncall";
/** The layer of the Parameters and Secrets extension for arm64, as AWS lists it for the region. */
export const extensionLayer =
  "arn:aws:lambda:eu-central-1:187925254637:layer:AWS-Parameters-and-Secrets-Lambda-Extension-Arm64:101";
const extension = `secretsExtension=${extensionLayer}`;
const sources = "sources=203.0.113.0/24,198.51.100.7/32";

/** Every stage, and every switch on and off with both gateways. */
export const profiles = [
  profile("an unnamed stage", "dev"),
  profile("the rehearsal", "rehearsal"),
  profile("production", "prod"),
  profile("an unnamed stage, REST", "dev", "gateway=rest"),
  profile("the rehearsal, REST", "rehearsal", "gateway=rest"),
  profile("production, REST", "prod", "gateway=rest", "waf=on", sources),
  profile("all on", "prod", ...all, "provisioned=on", topic, "replicaRegion=eu-west-1"),
  profile("all on, REST", "prod", ...all, "provisioned=on", "gateway=rest", "waf=on", topic),
  profile("kept warm, no canary", "prod", "provisioned=on", "canary=off", "secret=existing"),
  profile("some addresses, REST", "dev", "gateway=rest", sources),
  profile("aliases, REST", "dev", "gateway=rest", "provisioned=on"),
  profile("alarms, REST", "dev", "gateway=rest", "alarms=on"),
  profile("the secrets extension", "dev", extension),
  profile("the secrets extension, recording", "prod", extension, "recording=on"),
  profile("a canary that does not roll back", "prod", "gateway=rest", "canaryRollback=off"),
] as const;
