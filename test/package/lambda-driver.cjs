// Runs one function: [folder, handler]. Each message is an event as JSON, each response the handler's result as JSON.
const { join } = require("node:path");

const [folder, handler] = process.argv.slice(2);
const dot = handler.lastIndexOf(".");
const module_ = require(join(folder, `${handler.slice(0, dot)}.cjs`));
const context = { getRemainingTimeInMillis: () => 10_000 };

process.on("message", async (text) => {
  process.send(JSON.stringify(await module_[handler.slice(dot + 1)](JSON.parse(text), context)));
});
process.send("ready");
