import { isArray, isObject, type JsonObject, type JsonValue } from "../../../../lib/json/value.ts";
import { type WrittenConversion, withMap, withMember, without } from "./written-edge.ts";

/** AWSCluster of cluster-api-provider-aws: v1beta2 only adds fields, and requires two fewer. */
export const awsCluster: WrittenConversion = {
  forward: (body) => withMap(body, "spec", (spec) => withMap(spec, "s3Bucket", newBucket)),
  backward: (body) => withMap(withMap(body, "spec", oldSpec), "status", oldStatus),
};

function newBucket(bucket: JsonObject): JsonObject {
  const { controlPlaneIAMInstanceProfile, nodesIAMInstanceProfiles, ...rest } = bucket;
  const isListed = isArray(nodesIAMInstanceProfiles) && nodesIAMInstanceProfiles.length > 0;
  return {
    ...rest,
    ...(controlPlaneIAMInstanceProfile !== undefined &&
      controlPlaneIAMInstanceProfile !== "" && { controlPlaneIAMInstanceProfile }),
    ...(isListed && { nodesIAMInstanceProfiles }),
  };
}

function oldSpec(spec: JsonObject): JsonObject {
  const own = without(spec, ["partition", "secondaryControlPlaneLoadBalancer"]);
  const balanced = withMap(own, "controlPlaneLoadBalancer", (balancer) =>
    without(balancer, balancerFields),
  );
  const networked = withMap(balanced, "network", (network) =>
    withMap(
      withMember(without(network, networkFields), "subnets", (subnets) =>
        eachOf(subnets, subnetFields),
      ),
      "vpc",
      (vpc) => withMap(without(vpc, vpcFields), "ipv6", (ipv6) => without(ipv6, ["ipamPool"])),
    ),
  );
  return withMap(networked, "s3Bucket", (bucket) => ({
    controlPlaneIAMInstanceProfile: "",
    nodesIAMInstanceProfiles: [],
    ...without(bucket, bucketFields),
  }));
}

function oldStatus(status: JsonObject): JsonObject {
  const own = withMap(status, "bastion", (bastion) => without(bastion, instanceFields));
  return withMap(own, "networkStatus", (network) =>
    withMap(
      withMap(
        without(network, ["natGatewaysIPs", "secondaryAPIServerELB"]),
        "apiServerElb",
        (elb) => without(elb, elbFields),
      ),
      "securityGroups",
      (groups) => {
        const converted = Object.entries(groups).map(([key, group]) => [key, oldGroup(group)]);
        return Object.fromEntries(converted);
      },
    ),
  );
}

function oldGroup(group: JsonValue): JsonValue {
  if (!isObject(group)) return group;
  return withMember(group, "ingressRule", (rules) => eachOf(rules, ruleFields));
}

function eachOf(list: JsonValue, fields: readonly string[]): JsonValue {
  if (!isArray(list)) return list;
  return list.map((item) => (isObject(item) ? without(item, fields) : item));
}

// The fields that only v1beta2 has.
const balancerFields = [
  "additionalListeners",
  "disableHostsRewrite",
  "dnsResolutionCheck",
  "healthCheck",
  "ingressRules",
  "loadBalancerType",
  "preserveClientIP",
  "targetGroupIPType",
];
const networkFields = [
  "additionalControlPlaneIngressRules",
  "additionalNodeIngressRules",
  "nodePortIngressRuleCidrBlocks",
];
const subnetFields = ["parentZoneName", "resourceID", "zoneType"];
const vpcFields = [
  "carrierGatewayId",
  "elasticIpPool",
  "emptyRoutesDefaultVPCSecurityGroup",
  "ipamPool",
  "privateDnsHostnameTypeOnLaunch",
  "secondaryCidrBlocks",
  "subnetSchema",
];
const bucketFields = ["additionalIAMRoles", "bestEffortDeleteObjects", "presignedURLDuration"];
const instanceFields = [
  "assignPrimaryIPv6",
  "capacityReservationId",
  "capacityReservationPreference",
  "cpuOptions",
  "dynamicHostAllocation",
  "hostAffinity",
  "hostID",
  "instanceMetadataOptions",
  "ipv6Address",
  "marketType",
  "networkInterfaceType",
  "placementGroupName",
  "placementGroupPartition",
  "privateDnsName",
  "publicIPOnLaunch",
];
const elbFields = [
  "arn",
  "elbAttributes",
  "elbListeners",
  "loadBalancerIPAddressType",
  "loadBalancerType",
];
const ruleFields = ["natGatewaysIPsSource", "sourceSecurityGroupRoles"];
