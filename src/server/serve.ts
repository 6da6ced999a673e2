import closeWithGrace from 'close-with-grace'
import { SET_UP_CODE_LASTS } from '../contract/accounts.ts'
import { callbackAddress } from './accounts/accounts.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

// Whatever this process writes is its own user's alone.
process.umask(0o077)
const config = readConfig(process.env)
const app = await buildApp(config)
await app.server.listen({ port: config.port, host: config.host })

closeWithGrace({ delay: 10_000, logger: app.server.log }, async ({ err }) => {
  if (err) app.server.log.fatal({ err }, 'ending after an error')
  await app.close()
})

const lines = [
  `Rankstead runs at ${config.origins[0]}`,
  `  data      ${config.databaseUrl ? 'PostgreSQL (DATABASE_URL)' : config.dataDir}`,
  `  payments  ${config.payments}${config.payments === 'rehearsal' ? ' (no money moves)' : ''}`,
  ...(config.provider
    ? [`  provider  ${config.provider.issuer}`, `            redirects to ${callbackAddress(config.origins[0], config.provider)}`]
    : []),
  ...(app.isSeeded ? ['  content   demo content was put into the empty database'] : []),
  ...(app.setUpLink
    ? [`  set-up    ${app.setUpLink}`, `            works once, for ${SET_UP_CODE_LASTS / 3_600} hours, to make the first admin`]
    : []),
]
process.stdout.write(`${lines.join('\n')}\n`)
