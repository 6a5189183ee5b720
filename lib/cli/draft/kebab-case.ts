/** Converts a name to kebab case: AlertmanagerConfig to `alertmanager-config`, HTTPRoute to `http-route`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$2-").toLowerCase();
}
