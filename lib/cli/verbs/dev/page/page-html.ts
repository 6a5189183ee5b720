/** The HTML of the page. Its module adds all contents, as text. */
export function pageHtml(module: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>customhouse dev</title>
<link rel="stylesheet" href="/page.css">
<script type="module" src="${module}"></script>
</head>
<body class="dev">
<a class="skip" href="#kind">to the kind</a>
<header>
<h1>customhouse dev</h1>
<p id="status" role="status">connecting</p>
</header>
<noscript><p>The page needs JavaScript, with which it receives kinds and reviews from customhouse dev.</p></noscript>
<section id="problems" aria-live="polite" aria-label="problems"></section>
<nav id="kinds" aria-label="kinds"></nav>
<div class="columns">
<main id="kind" tabindex="-1"></main>
<aside aria-labelledby="reviews-title">
<h2 id="reviews-title">Reviews</h2>
<p class="hint">The last 100, newest first. They are in memory only, without the values of fields named like a secret.</p>
<ol id="reviews"></ol>
</aside>
</div>
</body>
</html>
`;
}
