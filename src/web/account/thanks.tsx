import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountWords } from '../../contract/content/kinds/account-words.ts'
import type { WordsOf } from '../../contract/grammar/words.ts'
import { Acknowledgement } from '../forms/acknowledgement.tsx'
import { readWords } from '../page-content.ts'
import { visitOf } from '../visit.ts'

export function loader({ context }: LoaderFunctionArgs): Promise<WordsOf<typeof accountWords>> {
  return readWords(visitOf(context).call, accountWords)
}

/** After somebody asked for a link (spec section 2). The same words for everybody: they must not tell who has an account. */
export function Page() {
  const { resetHeading, resetSent, resetNext, resetAgainLink } = useLoaderData<typeof loader>()
  return (
    <Acknowledgement heading={resetHeading} notice={resetSent} next={resetNext}>
      <p className="elsewhere">
        <a href="/reset">{resetAgainLink}</a>
      </p>
    </Acknowledgement>
  )
}
