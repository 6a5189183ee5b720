// `customhouse/node`: the service on a machine of one's own, over HTTPS with a private CA.

export { type Callers, everybody } from "./hosts/callers/callers.ts";
export {
  type Authority,
  AuthorityError,
  type AuthorityOptions,
  type Certificate,
  openAuthority,
} from "./hosts/local/authority.ts";
export { type Gateway, type GatewayOptions, startGateway } from "./hosts/local/gateway.ts";
export { stashCodec } from "./hosts/stash-codec.ts";
