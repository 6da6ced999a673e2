import { getBriefEndpoint, reopenBriefEndpoint, saveOrSendBriefEndpoint } from '#contract/work/brief.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { BriefsModule } from './briefs.ts'

export function createBriefHandlers(briefs: BriefsModule): EndpointHandler[] {
  return [
    defineHandler(getBriefEndpoint, ({ params }, { person }) => briefs.load(params.orderId, person)),
    defineHandler(saveOrSendBriefEndpoint, async ({ params, body, expectedVersion: { version } }, { person }) => ({
      message: body.send ? 'Answers sent' : 'Answers saved',
      record: await briefs.save(params.orderId, person, { ...body, version }),
    })),
    defineHandler(reopenBriefEndpoint, async ({ params, body }, { person }) => ({
      message: 'The client can change the answers',
      record: await briefs.reopen(params.orderId, person, body.reason),
    })),
  ]
}
