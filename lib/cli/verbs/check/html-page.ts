/** The parts of a page. All but the title are HTML; `style` and `script` are the texts of the elements. */
interface HtmlPage {
  readonly title: string;
  readonly style: string;
  readonly body: string;
  readonly script?: string;
}

/** A static HTML page that loads nothing. */
export function htmlPage({ title, style, body, script }: HtmlPage): string {
  const scripts = script === undefined ? "" : "; script-src 'unsafe-inline'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${scripts}">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
${body}${script === undefined ? "" : `\n<script>${script}</script>`}
</body>
</html>
`;
}
