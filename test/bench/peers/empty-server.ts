// A `node:http` handler that reads a body and responds with as many spaces as the path's last segment says: what plain HTTP
// costs, without a conversion. Prints its url.
import { createServer } from "node:http";
import { portOf } from "../../support/local-port.ts";

const server = createServer((request, response) => {
  const body = Buffer.alloc(Number(request.url?.split("/").at(-1)), " ");
  request.on("data", () => undefined);
  request.on("end", () => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${portOf(server)}`);
});
