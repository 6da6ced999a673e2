import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { buildOpenApiDocument, type GroupsByEndpoint } from './openapi.ts'

/** The files of Swagger UI. We serve them without their Fastify plugin, which would build its own document. */
const SWAGGER_UI = fileURLToPath(new URL('static/', import.meta.resolve('@fastify/swagger-ui/package.json')))

/** The files that our page loads. */
const SERVED_FILES: ReadonlySet<string> = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js'])

const PAGE = `<!DOCTYPE html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<title>Rankstead API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/static/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/static/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`
const START_SCRIPT = "SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true })\n"

type ApiDocsOptions = {
  endpoints: readonly Endpoint[]
  groups: GroupsByEndpoint
  contentSecurityPolicy: string
  version: string
}

/** Serves `openapi.json`, and a page at `docs` that shows it and can make calls. */
export function registerApiDocs(
  app: FastifyInstance,
  { endpoints, groups, contentSecurityPolicy, version }: ApiDocsOptions,
): void {
  let document: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    reply.header('x-robots-tag', 'noindex')
    // Built at the first request: most processes never serve it.
    document ??= JSON.stringify(buildOpenApiDocument(endpoints, groups, version))
    reply.type('application/json; charset=utf-8')
    return document
  })
  app.register(
    async (docs) => {
      docs.addHook('onSend', async (_request, reply) => {
        reply.headers({ 'content-security-policy': contentSecurityPolicy, 'x-robots-tag': 'noindex' })
      })
      docs.get('/', (_request, reply) => {
        reply.type('text/html; charset=utf-8')
        return PAGE
      })
      docs.get('/start.js', (_request, reply) => {
        reply.type('text/javascript; charset=utf-8')
        return START_SCRIPT
      })
      docs.register(fastifyStatic, {
        root: SWAGGER_UI,
        prefix: '/static/',
        decorateReply: false,
        // The folder also holds files that our page doesn't use.
        allowedPath: (path) => SERVED_FILES.has(path),
      })
    },
    { prefix: '/docs' },
  )
}
