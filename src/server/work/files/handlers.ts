import { downloadOrderFileEndpoint, listOrderFilesEndpoint, uploadOrderFileEndpoint } from '#contract/work/order-files.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { FilesModule } from './files.ts'

export function createFileHandlers(files: FilesModule): EndpointHandler[] {
  return [
    {
      ...defineHandler(uploadOrderFileEndpoint, async ({ params, file }, { person, idempotency }) => {
        const record = await files.upload(params.orderId, file, person, idempotency)
        return { message: record.name === file.name ? 'File added' : `File added as ${record.name}`, record }
      }),
      beforeUpload: ({ orderId }: { orderId: string }, person) => files.assertUploadAllowed(orderId, person),
    },
    defineHandler(downloadOrderFileEndpoint, ({ params, query }, { person }) =>
      query.preview ? files.openPreview(params.id, person) : files.open(params.id, person),
    ),
    defineHandler(listOrderFilesEndpoint, ({ params, query }, { person }) => files.list(params.orderId, person, query)),
  ]
}
