import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { ConversationSide } from '#contract/work/conversation.ts'
import {
  buildOrderFileUrl,
  downloadOrderFileEndpoint,
  listOrderFilesEndpoint,
  NO_FILES_BEFORE_PAYMENT,
  type OrderFile,
  uploadOrderFileEndpoint,
} from '#contract/work/order-files.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import { readAllPages } from '#platform/db/read-all-pages.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { createNoSpaceError } from '#platform/http/read-upload.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, RetentionRule, ServerModule } from '#platform/module.ts'
import type { Config } from '../../config/config.ts'
import { hasReceivedPayment, type OrdersModule, type StoredOrder } from '../../sales/orders/orders.ts'
import { createFileSliceReader } from './read-file-slices.ts'
import {
  countOrderFileBytes,
  deleteLastFileChunks,
  deleteUnfinishedUpload,
  findFile,
  hideFilesOfCustomer,
  listErasedFileIds,
  listFilesByIds,
  listOrderFiles,
  loadFilePreviewBytes,
  type StoredOrderFile,
  shareFilesWithCustomer,
  unfinishedUploadCondition,
} from './store.ts'
import { type RenderFilePreviewFunction, storeOrderFile } from './store-order-file.ts'

export type FilesModule = ModuleFunctions<typeof createFilesModule>

type Dependencies = {
  config: Pick<Config, 'maxOrderFileBytes'>
  database: Database
  orders: Pick<OrdersModule, 'findForPerson'>
  renderPreview: RenderFilePreviewFunction
}

type Person = { email: string; isAdmin: boolean }

/** How many chunks of an erased file one transaction deletes. */
const DELETED_CHUNKS = 2

const NO_SUCH_FILE = 'There is no such file.'

/** Creates the module for the files of orders. The database holds them in chunks (decision 105). */
export function createFilesModule({ config, database: { read, write }, orders, renderPreview }: Dependencies) {
  const readSlices = createFileSliceReader(read)

  /**
   * Runs before the server reads an upload. Throws a 404 for an order that the person may not see, a 403 if the customer
   * hasn't paid it yet, and a 503 if the site takes no more files.
   */
  async function assertUploadAllowed(orderId: string, person: Person): Promise<StoredOrder> {
    const order = await orders.findForPerson(orderId, person)
    if (!person.isAdmin && !hasReceivedPayment(order)) throw new UserError(403, NO_FILES_BEFORE_PAYMENT, UPLOAD_FILE_PART)
    if ((await countOrderFileBytes(read)) >= config.maxOrderFileBytes) throw createNoSpaceError(person)
    return order
  }

  /** Returns the newest first. */
  async function list(orderId: string, person: Person, page: PageAndSize): Promise<ListPage<OrderFile>> {
    const order = await orders.findForPerson(orderId, person)
    const { records, total } = await listOrderFiles(read, { orderId: order.id, isSharedOnly: !person.isAdmin }, page)
    return { records: records.map((file) => serializeFile(file, person)), total }
  }

  async function findForPerson(id: string, person: Person): Promise<StoredOrderFile> {
    const file = await findFile(read, id)
    if (!file || !isVisible(file, person)) throw new UserError(404, NO_SUCH_FILE)
    await orders.findForPerson(file.order_id, person).catch(() => {
      throw new UserError(404, NO_SUCH_FILE)
    })
    return file
  }

  const handlers = [
    {
      ...defineHandler(uploadOrderFileEndpoint, async ({ params, file }, { person, idempotency }) => {
        const { id: order_id } = await assertUploadAllowed(params.orderId, person)
        const origin = { order_id, side: getConversationSide(person), author: person.email }
        const dependencies = { read, write, renderPreview, assertCurrent: person.assertCurrent }
        const record = serializeFile(await storeOrderFile(dependencies, file, origin, idempotency), person)
        return { message: record.name === file.name ? 'File added' : `File added as ${record.name}`, record }
      }),
      beforeUpload: ({ orderId }: { orderId: string }, person: Person) => assertUploadAllowed(orderId, person),
    },

    // Answers the content in small slices. Throws a 404 for a file that the person may not see.
    defineHandler(downloadOrderFileEndpoint, async ({ params: { id }, query }, { person }) => {
      const { name, type, size } = await findForPerson(id, person)
      if (!query.preview) return { name, type, size, content: readSlices(id, size) }
      const content = await loadFilePreviewBytes(read, id)
      if (!content) throw new UserError(404, 'This file has no preview.')
      return { name: 'preview.webp', type: 'image/webp', content }
    }),

    defineHandler(listOrderFilesEndpoint, ({ params, query }, { person }) => list(params.orderId, person, query)),
  ]

  const files = {
    list,

    /**
     * Checks that these are files of the order, and shows them to the customer if `isShared`. Call it in the transaction that
     * stores the ids. Throws a 400.
     */
    async attach(
      tx: Tx,
      order: Pick<StoredOrder, 'id'>,
      ids: readonly string[],
      isShared: boolean,
      person: Person,
    ): Promise<void> {
      const attached = await listFilesByIds(tx, ids)
      const isAllowed = (file: StoredOrderFile) => file.order_id === order.id && isVisible(file, person)
      if (attached.length !== new Set(ids).size || !attached.every(isAllowed))
        throw new UserError(400, 'One of these files doesn’t belong to this order. Upload it first.', 'files')
      if (isShared) await shareFilesWithCustomer(tx, ids)
    },

    /** Returns the files by id. Leaves out files that the person may not see. */
    async listByIds(db: DatabaseReader, ids: readonly string[], person: Person): Promise<ReadonlyMap<string, OrderFile>> {
      const visible = (await listFilesByIds(db, ids)).filter((file) => isVisible(file, person))
      return new Map(visible.map((file) => [file.id, serializeFile(file, person)]))
    },
  }

  return {
    ...files,
    name: 'work/files',
    handlers,
    stateTables: ['order_file', 'order_file_total', 'order_file_chunk', 'order_file_preview'],
    erasePerson: async (tx, email) => ({
      counts: { files: await hideFilesOfCustomer(tx, email) },
      afterCommit: () => deleteErasedFiles({ read, write }),
    }),
    exportOrder: {
      files: async (orderId, customer) =>
        (await readAllPages((page) => files.list(orderId, customer, page))).map(addOrderFileUrl),
    },
    retention: { 'unfinished-files': unfinishedFilesRule },
  } satisfies ServerModule
}

const unfinishedFilesRule: RetentionRule = {
  what: 'Unfinished uploads to orders',
  days: 1,
  since: 'they began',
  why: 'The server stopped during these uploads. If an upload fails in another way, it is deleted at once.',
  rows: { table: 'order_file', key: ['id'], at: 'started_at', extraCondition: unfinishedUploadCondition },
}

/** Returns the side of an order that a person is on. Every admin is the team. */
export function getConversationSide({ isAdmin }: Person): ConversationSide {
  return isAdmin ? 'team' : 'customer'
}

function isVisible({ is_shared }: StoredOrderFile, { isAdmin }: Person): boolean {
  return isAdmin || is_shared === 1
}

function serializeFile({ id, ...file }: StoredOrderFile, { isAdmin }: Person): OrderFile {
  return {
    _id: id,
    name: file.name,
    type: file.type,
    bytes: file.size,
    from: file.side,
    ...(isAdmin && { author: file.author, ...(file.is_shared === 0 && { internal: true as const }) }),
    addedAt: file.added_at,
    ...(file.has_preview === 1 && { preview: `${buildOrderFileUrl(id)}?preview=1` }),
  }
}

/** Deletes the bytes of erased files in small transactions, which fit into the log of a full disk. */
async function deleteErasedFiles({ read, write }: Pick<Database, 'read' | 'write'>): Promise<void> {
  for (const id of await listErasedFileIds(read)) {
    while ((await write((tx) => deleteLastFileChunks(tx, id, DELETED_CHUNKS))) > 0);
    await write((tx) => deleteUnfinishedUpload(tx, id))
  }
}

/** Adds the path of the file. */
export function addOrderFileUrl(file: OrderFile) {
  return { ...file, path: buildOrderFileUrl(file._id) }
}
