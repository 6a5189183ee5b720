/** Draws how much of a time has gone, each second on one line of standard error; on a terminal only. */
export function showProgress(seconds: number): Disposable {
  const { stderr } = process;
  if (!stderr.isTTY) return { [Symbol.dispose]: () => undefined };
  const start = performance.now();
  const draw = (): void => {
    const done = Math.min(1, (performance.now() - start) / 1000 / seconds);
    const bar = "#".repeat(Math.round(done * width)).padEnd(width, ".");
    stderr.write(`\r\u001b[K[${bar}]${`${Math.floor(done * 100)}%`.padStart(5)}`);
  };
  const timer = setInterval(draw, 1000);
  draw();
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      stderr.write("\r\u001b[K");
    },
  };
}

const width = 40;
