// `customhouse/container`: the service as one long-lived process, as in the image that `customhouse container` prepares.
export {
  type Container,
  type ContainerOptions,
  startContainer,
} from "./hosts/container/container.ts";
export { runContainer } from "./hosts/container/run-container.ts";
export { type ContainerSettings, containerSettings } from "./hosts/container/settings.ts";
