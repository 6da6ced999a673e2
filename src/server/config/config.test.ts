import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const admin = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'secret' }

/** Invalid values that owners might write, by variable. */
const invalidValues: Record<string, string[]> = {
  PORT: ['3000abc', 'abc', '0', '65536', '-1', '3e3', '0x50', '3000.5', '127.0.0.1:3000'],
  HOST: ['http://0.0.0.0', '0.0.0.0:3000', '127.0.0.1 ::1', '[::1]', '*', '::1::'],
  ORIGIN: [
    'example.com',
    'ftp://example.com',
    'https://',
    'https://example.com/shop',
    'https://user@example.com',
    'https://user:canary@example.com',
    'https://example.com?x=canary',
    'https://example.com#x',
    'https://example.com:99999',
    'https://example.com, https://www.example.com',
    'https://*.example.com',
    'https://exa mple.com',
  ],
  DATA_DIR: ['~/data', '~', '$HOME/data', '%APPDATA%/data', 'file:///data'],
  DATABASE_URL: [
    'rankstead',
    'mysql://db.example.com/rankstead',
    'postgres://',
    'postgres:///rankstead',
    'postgres://db.example.com',
    'postgres://db.example.com/',
    'postgres://user:canary@db.example.com',
    'postgres://user:canary#1@db.example.com/rankstead',
    'postgres://user:canary/1@db.example.com/rankstead',
    'postgres://user:100%canary@db.example.com/rankstead',
    'postgres://db.example.com:x/rankstead',
  ],
  SEED: ['yes', 'Demo', 'empty'],
  ADMIN_EMAIL: ['a1@b2.co', 'owner', 'owner@', 'owner@example', 'owner@münchen.example', 'Owner <owner@example.com>'],
  ADMIN_PASSWORD: ['canry', ` canary`, 'canary\r', '      ', 'canary'.repeat(22), 'canary\0'],
  ADMIN_SECOND_FACTOR: ['yes', 'on', 'true'],
  SMTP_URL: [
    'mail.example.com',
    'https://mail.example.com',
    'smtp:mail.example.com',
    'smtp://',
    'smtps://:465',
    'smtps://user:canary@',
    'smtps://user:canary#1@mail.example.com',
    'smtps://user:canary/1@mail.example.com',
    'smtps://user:100%canary@mail.example.com',
    'smtp://mail.example.com/inbox',
  ],
  MAIL_FROM: [
    'Shop',
    'Shop shop@example.com',
    'Shop <shop@>',
    'Shop <shop>',
    'Shop <shop@example.com> now',
    'shop@example,com',
    'shop@exam ple.com',
    'a@example.com, b@example.com',
    'shop@example..com',
    '<@example.com>',
    'Shop <a@example.com>\r\nBcc: evil@example.com',
  ],
  PAYMENTS: ['paypal', 'Rehearsal', 'none'],
  PAYPAL_MODE: ['Live', 'test', 'production'],
  PAYPAL_WEB_URL: ['paypal.example', 'http://paypal.example'],
  PAYPAL_VERIFY_URL: ['paypal.example', 'https://user:canary@paypal.example'],
  PAYPAL_API_URL: ['paypal.example', 'http://paypal.example'],
  OIDC_ISSUER: ['login.example.com', 'http://login.example.com'],
  TOKEN_SYNC_URL: ['sync.example.com', 'https://user:canary@sync.example.com'],
  INDEXNOW_KEY: ['short', 'with space', 'a'.repeat(129), 'under_score', 'sla/sh-sla/sh', 'ümlaut-ümlaut', '../../secret'],
  INDEXNOW_URL: ['engine.example', 'nonsense', 'http://engine.example/indexnow', 'ftp://engine.example/'],
  METRICS_TOKEN: ['short'],
  TRUST_PROXY: ['true', '*', 'proxy.example', '1', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8/8', '::ffff:0:0/96'],
  RATE_LIMITS: ['no', 'false', '0'],
  UNSAFE_TRY_OUT_ON_OPEN_HOST: ['yes', 'true', '1'],
  LOG_LEVEL: ['INFO', 'verbose', 'trace'],
}

describe.each(Object.entries(invalidValues))('an invalid %s', (name, values) => {
  it.each(values)('is named in the error, and its value isn’t shown: %j', (value) => {
    const others = name.startsWith('ADMIN_') ? admin : {}
    let message = ''
    try {
      readConfig({ ...others, [name]: value })
    } catch (error) {
      message = String(error)
    }
    expect(message).toMatch(new RegExp(`^Error: The configuration cannot be used\\. ${name}: must [^;]+\\w.*\\.$`))
    expect(message).not.toContain('canary')
    expect(message.split('\n')).toHaveLength(1)
  })

  it('is refused in quotation marks, which an env file may pass on', () => {
    for (const quoted of ['"x"', "'x'"])
      expect(() => readConfig({ [name]: quoted })).toThrow(`${name}: remove the quotation marks around the value.`)
  })
})

it('limits attempts, trusts no proxy and has a sender by default', () => {
  expect(readConfig({})).toMatchObject({ rateLimits: true, trustProxy: [], mailFrom: 'Rankstead <no-reply@localhost>' })
})

it('keeps the data in a folder of the project, unless DATA_DIR names another one', () => {
  expect(readConfig({}).dataDir).toBe(resolve('data'))
})

it('accepts valid values, and trims the spaces and invisible characters around them', () => {
  const read = readConfig({
    PORT: ' 8080\r',
    HOST: ' ::\t',
    ORIGIN: ' HTTPS://Example.com:443/ ',
    PAYMENTS: ' paypal-standard ',
    PAYPAL_MODE: ' sandbox ',
    DATA_DIR: ' /var/lib/rankstead ',
    DATABASE_URL: ' postgresql://user:p%40ss@db.example.com:5433/rankstead?sslmode=require\n',
    SEED: ' none ',
    ADMIN_EMAIL: ' \u200bowner@example.com\u00a0',
    ADMIN_PASSWORD: 'two words',
    SMTP_URL: ' smtps://user%40example.com:p%2Fss@mail.example.com:465/ ',
    MAIL_FROM: ' "Harbor: Co, Inc" <a1@b2.co> ',
    LOG_LEVEL: ' info ',
    GOOGLE_CLIENT_ID: ' id ',
    GOOGLE_CLIENT_SECRET: ' secret ',
    TRUST_PROXY: ' 127.0.0.1, 10.0.0.0/8,::1,uniquelocal ',
  })
  expect(read).toMatchObject({
    port: 8080,
    host: '::',
    origins: ['https://example.com'],
    dataDir: '/var/lib/rankstead',
    databaseUrl: 'postgresql://user:p%40ss@db.example.com:5433/rankstead?sslmode=require',
    seed: 'none',
    firstAdmin: { email: 'owner@example.com', password: 'two words' },
    smtpUrl: 'smtps://user%40example.com:p%2Fss@mail.example.com:465/',
    mailFrom: '"Harbor: Co, Inc" <a1@b2.co>',
    logLevel: 'info',
    provider: { clientId: 'id', clientSecret: 'secret' },
    payments: { gateway: 'paypal-standard' },
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1', 'uniquelocal'],
  })
  for (const DATABASE_URL of ['postgres:///rankstead?host=/run/postgresql', 'postgres://[::1]:5432/a'])
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  for (const ORIGIN of ['http://[::1]:3000', 'http://localhost:3000', 'https://shop.example'])
    expect(readConfig({ ORIGIN, PAYMENTS: 'paypal-standard', PAYPAL_MODE: 'sandbox' }).origins).toEqual([ORIGIN])
  for (const HOST of ['localhost', '0.0.0.0', 'my-machine.local'])
    expect(readConfig({ HOST, PAYMENTS: 'paypal-standard', PAYPAL_MODE: 'sandbox' }).host).toBe(HOST)
  expect(readConfig({ RATE_LIMITS: 'off' }).rateLimits).toBe(false)
  for (const MAIL_FROM of ['a@b.example', 'Müller <info@müller.example>', 'no-reply@localhost'])
    expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
})

it('sends email from the site’s domain unless MAIL_FROM names a sender', () => {
  for (const [ORIGIN, domain] of [
    ['https://www.shop.example', 'shop.example'],
    ['https://seo.shop.example:8443', 'seo.shop.example'],
    ['http://localhost:3000', 'localhost'],
    ['https://203.0.113.7', 'localhost'],
    ['https://[2001:db8::7]', 'localhost'],
  ])
    expect(readConfig({ ORIGIN, PAYMENTS: 'paypal-standard', PAYPAL_MODE: 'sandbox' })).toMatchObject({
      mailFrom: `Rankstead <no-reply@${domain}>`,
      isMailFromMissing: true,
    })
  expect(readConfig({ MAIL_FROM: 'a@b.example' }).isMailFromMissing).toBe(false)
})

it('names every variable at fault at once', () => {
  expect(() => readConfig({ PORT: 'x', SEED: 'y' })).toThrow(/PORT: must .+; SEED: must be one of demo, none\.$/)
})

describe('local-only modes need HOST and ORIGIN on loopback', () => {
  const paypalSettings = { PAYMENTS: 'paypal-standard', PAYPAL_MODE: 'sandbox' }
  const modes: [string, Record<string, string>][] = [
    ['PAYMENTS=rehearsal', {}],
    ['RATE_LIMITS=off', { ...paypalSettings, RATE_LIMITS: 'off' }],
  ]
  const loopbackHosts = [
    '127.0.0.1',
    '127.0.0.2',
    '127.1',
    'localhost',
    'LOCALHOST',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
  ]
  const nonLoopbackHosts = [
    '0.0.0.0',
    '::',
    '0',
    '192.168.1.5',
    '::ffff:192.168.1.5',
    'my-machine.local',
    'localhost.example',
    '128.0.0.1',
  ]

  it.each(modes)('%s', (setting, environment) => {
    for (const HOST of loopbackHosts) {
      expect(readConfig({ ...environment, HOST }).host).toBe(HOST)
      const host = HOST.includes(':') ? `[${HOST}]` : HOST
      expect(readConfig({ ...environment, ORIGIN: `http://${host}:3000` }).origins).toHaveLength(1)
    }
    for (const HOST of nonLoopbackHosts) {
      const refused = `The configuration cannot be used. ${setting} is for this machine alone, and HOST lets other machines connect. Set `
      expect(() => readConfig({ ...environment, HOST }), HOST).toThrow(refused)
      const host = HOST.includes(':') ? `[${HOST}]` : HOST
      expect(() => readConfig({ ...environment, ORIGIN: `http://${host}` }), HOST).toThrow(
        /and ORIGIN is an address on another machine/,
      )
    }
  })

  it.each(modes)('%s in a container needs one more variable, and never starts with a remote ORIGIN', (_setting, environment) => {
    const inContainer = { ...environment, HOST: '0.0.0.0', UNSAFE_TRY_OUT_ON_OPEN_HOST: 'on' }
    expect(readConfig(inContainer)).toMatchObject({ host: '0.0.0.0', isOpenTryOut: true })
    expect(() => readConfig({ ...inContainer, UNSAFE_TRY_OUT_ON_OPEN_HOST: 'off' })).toThrow(
      /set UNSAFE_TRY_OUT_ON_OPEN_HOST to on\.$/,
    )
    expect(() => readConfig({ ...inContainer, ORIGIN: 'https://shop.example' })).toThrow(/Set .+, or ORIGIN to 127\.0\.0\.1/)
  })
})

it('publishes the port of a try-out container on this machine only', () => {
  const compose = readFileSync(new URL('../../../deploy/compose.try-out.yaml', import.meta.url), 'utf8')
  expect(compose).toContain('UNSAFE_TRY_OUT_ON_OPEN_HOST: "on"')
  expect([...compose.matchAll(/^ *ports: (.+)$/gm)].map(([, ports]) => ports)).toEqual(['["127.0.0.1:3000:3000"]'])
})
