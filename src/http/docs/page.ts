/** Links are relative, so that the page works under any prefix that a proxy adds. */
export function pageHtml(version: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Clearway API reference</title>
<link rel="icon" type="image/svg+xml" href="docs/icon.svg">
<link rel="stylesheet" href="docs/swagger-ui.css?v=${version}">
<link rel="stylesheet" href="docs/page.css">
</head>
<body>
<a class="rules" href="docs/rules">Rules</a>
<noscript>This page needs JavaScript. The document that it shows is at <a href="openapi.json">openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="docs/swagger-ui-bundle.js?v=${version}"></script>
<script src="docs/page.js"></script>
</body>
</html>
`
}

/** The key that a reader enters stays in the page's memory. */
export const PAGE_SCRIPT = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  requestSnippetsEnabled: true,
  requestSnippets: { defaultExpanded: false },
  defaultModelExpandDepth: 3,
  defaultModelsExpandDepth: 0,
  // Nothing leaves for the vendor's validation service.
  validatorUrl: null,
})
`

/** The style sheet of the API reference. */
export const PAGE_STYLE = `body { margin: 0; }
.rules { position: absolute; top: 16px; right: 24px; color: #14532d; font: 16px sans-serif; }
.swagger-ui .info { margin: 32px 0; }
.swagger-ui .info table { width: auto; }
.swagger-ui .info table td, .swagger-ui .info table th { padding: 4px 16px 4px 0; }
`

/** The icon of the pages, as SVG. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#14532d"/>
<path d="M8 17l5 5L24 11" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>
`
