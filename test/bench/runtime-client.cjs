// A runtime client for one invocation: loads the bundle, then requests its event from the Runtime API and posts the response.
// Plain sockets: node:http would cost more than the function that is measured.
const { createConnection } = require("node:net");

const { handler } = require(process.argv[2]);
const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(":");
const prefix = "/2018-06-01/runtime/invocation";

function call(request) {
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), host, () => socket.write(request));
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
  });
}

async function main() {
  const head = `Host: ${host}:${port}\r\nConnection: close\r\n`;
  const next = await call(`GET ${prefix}/next HTTP/1.1\r\n${head}\r\n`);
  const split = next.indexOf("\r\n\r\n");
  const id = /request-id: (\S+)/i.exec(next)[1];
  const deadlineMs = Number(/deadline-ms: (\d+)/i.exec(next)[1]);
  const context = { awsRequestId: id, getRemainingTimeInMillis: () => deadlineMs - Date.now() };
  const answer = JSON.stringify(await handler(JSON.parse(next.slice(split + 4)), context));
  const length = `Content-Length: ${Buffer.byteLength(answer)}\r\n`;
  await call(`POST ${prefix}/${id}/response HTTP/1.1\r\n${head}${length}\r\n${answer}`);
}

main();
