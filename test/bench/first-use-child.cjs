// Prints the milliseconds of CPU that this process takes to judge an object by a schema for the first time, its function
// being loaded: `first-use-child.cjs <folder of a function> <schema> <object>`.
const { join } = require("node:path");

const [folder, schema, object] = process.argv.slice(2);
require(join(folder, "index.cjs"));

async function main() {
  const [parsedSchema, parsedObject] = [schema, object].map((text) => JSON.parse(text));
  const start = process.cpuUsage();
  const { loadObjectValidator } = require(join(folder, "validator.cjs"));
  const validator = await loadObjectValidator(parsedSchema);
  if (validator.everyFault(parsedObject).length > 0) throw new Error("the object has a fault");
  const { user, system } = process.cpuUsage(start);
  process.stdout.write(`${(user + system) / 1000}`);
}

main();
