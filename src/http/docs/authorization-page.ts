import { escaped } from './html.js'

/** What the browser of a user shows who comes back from a government. */
export function authorizationPage(title: string, message: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(message)}</p>
</main>
</body>
</html>
`
}
