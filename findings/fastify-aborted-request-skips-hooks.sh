#!/usr/bin/env bash
# Fastify 5.12.8 on Node.js: a client leaves while an async handler runs, and the handler then resolves with undefined, as
# a handler of an empty redirect does. Fastify sends no reply, so neither onSend nor onResponse ever runs, although the
# handler ended. With a value instead of undefined, onSend runs. Code that counts running requests in these hooks must also
# watch the handler's promise.
# Output seen: {"undefined":["handler"],"text":["handler","onSend"]}
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent fastify@5.12.8
cat >check.mjs <<'JS'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'

const steps = { undefined: [], text: [] }
const app = Fastify()
app.addHook('onSend', async ({ url }) => void steps[url.slice(1)].push('onSend'))
app.addHook('onResponse', async ({ url }) => void steps[url.slice(1)].push('onResponse'))
let left
const answer = (value) => async (request, reply) => {
  left.destroy()
  await pause(500)
  steps[request.url.slice(1)].push('handler')
  if (value === undefined) reply.status(302).header('location', '/')
  return value
}
app.get('/undefined', answer(undefined))
app.get('/text', answer('a page'))
await app.listen({ port: 0, host: '127.0.0.1' })
for (const path of ['undefined', 'text']) {
  left = connect(app.server.address().port, '127.0.0.1')
  left.write(`GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await pause(1_500)
}
console.log(JSON.stringify(steps))
process.exit(!steps.undefined.includes('onSend') && !steps.undefined.includes('onResponse') && steps.text.includes('onSend') ? 0 : 1)
JS
node check.mjs
