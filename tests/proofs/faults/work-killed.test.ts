import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { briefQuestion } from '#contract/content/kinds/brief-question.ts'
import type { Brief } from '#contract/work/brief.ts'
import type { OrderMessage } from '#contract/work/conversation.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderFile } from '#contract/work/order-files.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { findInconsistencies } from '../../support/faults/consistency-rules.ts'
import { formatMedianAndMax, iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { startSiteUnderTest } from '../../support/faults/site-under-test.ts'
import { buildFileForm } from '../../support/order-files.ts'
import { pickSize } from '../../support/proof-size.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { sampleCustomer, standardPackageValues } from '../../support/site-with-paypal.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { buildRecordValues } from '../../support/test-content-module.ts'
import { describeOnEachDatabase } from '../../support/test-databases.ts'

const KILL_COUNT = pickSize({ short: 2, whole: 50 })
/** Each upload takes several transactions, so that a kill comes between them. */
const FILE_BYTES = 3 * 1024 * 1024
/** How long after the first upload began a kill comes at the latest, in ms. */
const MAX_DELAY = 600
const READY_TIMEOUT = 3_000

/** What the site confirmed about one order, and what it left open. */
type Confirmed = {
  texts: string[]
  files: Map<string, string>
  deliverables: Map<string, string>
  /** The number in the last confirmed answer, and in the last one that was tried. */
  answer: { confirmed: number; tried: number }
  sent: { confirmed: boolean; tried: boolean }
}

describeOnEachDatabase('the work of an order', (database) => {
  const random = createSeededRandom(20_261_124)
  const site = startForSuite(async () => startSiteUnderTest(await database.environment()))
  beforeAll(async () => {
    const question = { ...buildRecordValues(briefQuestion), answerType: 'long text', answerChoices: '' }
    expect(await site.checker.callApi('POST', briefQuestion.api.add, 'admin', question)).toBeDefined()
  })

  /** Sends one write. Returns the record of a confirmed one, and undefined once the process is dead. */
  async function write<T>(path: string, as: 'admin' | 'customer', body: object, method = 'POST'): Promise<T | undefined> {
    const key = method === 'POST' ? crypto.randomUUID() : undefined
    const reply = await site.checker.send({ path: `/api${path}`, as, body }, { key, method }).catch(() => undefined)
    const text = await reply?.text().catch(() => undefined)
    if (!reply || text === undefined) return undefined
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
    return (JSON.parse(text) as { record: T }).record
  }
  const load = async <T>(path: string): Promise<T> => {
    const reply = await fetch(`${site.origin}/api${path}`, { headers: { cookie: site.checker.getCookie('customer') } })
    expect([path, reply.status]).toEqual([path, 200])
    return (await reply.json()) as T
  }

  async function placePaidOrder(): Promise<string> {
    const { packageName, packagePrice } = standardPackageValues
    const order = { ...sampleCustomer, packageName, packagePrice, customerName: crypto.randomUUID() }
    const placed = await write<{ _id: string }>('/new-order', 'customer', order)
    const id = placed?._id ?? ''
    await write(`/order-paid/${id}`, 'admin', { reason: 'In cash' }, 'PUT')
    return id
  }

  /** Writes of every kind until the process is dead. */
  function startWriting(id: string, { deliverables }: OrderWork, { questions: [question] }: Brief) {
    const confirmed: Confirmed = {
      texts: [],
      files: new Map(),
      deliverables: new Map(),
      // A new brief begins with the answer of an earlier order.
      answer: { confirmed: readNumber(question?.answer), tried: 0 },
      sent: { confirmed: false, tried: false },
    }
    const writers = [
      async () => {
        for (;;) {
          const text = crypto.randomUUID()
          if (!(await write<OrderMessage>(`/order-message/${id}`, 'customer', { text }))) return
          confirmed.texts.push(text)
        }
      },
      async () => {
        for (;;) {
          const bytes = Buffer.from(randomBytes(FILE_BYTES / 2).toString('hex'))
          const form = buildFileForm(bytes, 'list.txt')
          const file = await write<OrderFile>(`/order-file/${id}`, 'customer', form)
          if (!file) return
          confirmed.files.set(file._id, hash(bytes))
        }
      },
      async () => {
        for (const { _id } of deliverables) {
          const proofNote = crypto.randomUUID()
          if (!(await write<Deliverable>(`/deliverable/${_id}`, 'admin', { state: 'delivered', proofNote }, 'PUT'))) return
          confirmed.deliverables.set(_id, proofNote)
        }
      },
      async () => {
        const { answer, sent } = confirmed
        const last = 1 + random(40)
        while (answer.tried < last) {
          const answers = { [question?.id ?? '']: `Answer ${++answer.tried}` }
          if (!(await write<Brief>(`/order-brief/${id}`, 'customer', { answers }, 'PUT'))) return
          answer.confirmed = answer.tried
        }
        sent.tried = true
        sent.confirmed = (await write(`/order-brief/${id}`, 'customer', { answers: {}, send: true }, 'PUT')) !== undefined
      },
    ]
    return { confirmed, end: Promise.all(writers.map((writer) => writer())) }
  }

  async function expectKept(id: string, confirmed: Confirmed): Promise<void> {
    const messages = await load<OrderMessage[]>(`/order-messages/${id}?page=1&size=1000`)
    const texts = messages.map(({ text }) => text)
    expect(texts.filter((text) => confirmed.texts.includes(text))).toEqual(confirmed.texts)
    expect(texts.length - confirmed.texts.length).toBeLessThanOrEqual(1)

    const files = await load<OrderFile[]>(`/order-files/${id}?page=1&size=1000`)
    expect(files.map(({ _id }) => _id)).toEqual(expect.arrayContaining([...confirmed.files.keys()]))
    expect(files.length - confirmed.files.size).toBeLessThanOrEqual(1)
    for (const { _id, bytes } of files) {
      const reply = await fetch(`${site.origin}/api/order-file/${_id}`, {
        headers: { cookie: site.checker.getCookie('customer') },
      })
      const content = Buffer.from(await reply.arrayBuffer())
      expect([content.length, bytes]).toEqual([FILE_BYTES, FILE_BYTES])
      if (confirmed.files.has(_id)) expect(hash(content)).toBe(confirmed.files.get(_id))
    }

    const { deliverables } = await load<OrderWork>(`/order-work/${id}`)
    const delivered = deliverables.filter(({ state }) => state === 'delivered')
    const notes = new Map(delivered.map(({ _id, proof }) => [_id, proof?.note]))
    for (const [deliverableId, note] of confirmed.deliverables) expect(notes.get(deliverableId)).toBe(note)
    expect(delivered.length - confirmed.deliverables.size).toBeLessThanOrEqual(1)

    const { questions, sentAt, sentVersions } = await load<Brief>(`/order-brief/${id}`)
    const stored = readNumber(questions[0]?.answer)
    expect([confirmed.answer.confirmed, confirmed.answer.tried]).toContain(stored)
    if (confirmed.sent.confirmed) expect(sentAt).not.toBe(null)
    if (!confirmed.sent.tried) expect(sentAt).toBe(null)
    expect(sentVersions.map(({ answers }) => answers[0]?.answer)).toEqual(sentAt === null ? [] : [`Answer ${stored}`])
  }

  it(`is kept after ${KILL_COUNT} kills during uploads, messages, answers and deliveries`, async () => {
    const startTimes: number[] = []
    const all: [string, Confirmed][] = []
    for (const _ of iterateRounds(KILL_COUNT, `work killed, ${database.name}`)) {
      const id = await placePaidOrder()
      const [work, brief] = [await load<OrderWork>(`/order-work/${id}`), await load<Brief>(`/order-brief/${id}`)]
      const { confirmed, end } = startWriting(id, work, brief)
      await expect.poll(() => confirmed.texts.length, { interval: 1 }).toBeGreaterThan(0)
      await pause(random(MAX_DELAY))
      await site.kill()
      await end
      startTimes.push(await site.start())
      all.push([id, confirmed])
      await expectKept(id, confirmed)
    }
    await site.stop()
    const count = (list: (one: Confirmed) => { length: number } | { size: number }) =>
      all.map(([, one]) => list(one)).reduce((sum, one) => sum + ('size' in one ? one.size : one.length), 0)
    reportToRunner({
      fault: 'killed',
      on: `${database.name}, the work of an order`,
      measured:
        `${startTimes.length} kills, ${count(({ texts }) => texts)} messages, ${count(({ files }) => files)} files of 3 MB and ` +
        `${count(({ deliverables }) => deliverables)} deliveries confirmed, 0 lost; ready again in ${formatMedianAndMax(startTimes)}`,
      isKept: Math.max(...startTimes) <= READY_TIMEOUT,
    })
    expect(await findInconsistencies(site.checker.settings)).toEqual([])
  })
})

function readNumber(answer = ''): number {
  return Number(/^Answer (\d+)$/.exec(answer)?.[1] ?? 0)
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
