import { type SearchEngineVisibilityState, saveSearchEngineDecisionEndpoint } from '#contract/site/search-engine-visibility.ts'
import { defineForm } from '../../forms/form-action.ts'
import { type FormSubmission, PostButton, SubmissionError } from '../forms/form-submission.tsx'

/** Names the form within its page. */
export const SEARCH_ENGINES_FORM_NAME = 'search-engines'

const fields = { isAllowed: { input: 'hidden' } }

export const searchEngineVisibilityForm = defineForm(fields, ({ call, values: { isAllowed } }) => call(saveSearchEngineDecisionEndpoint, { body: { isAllowed: isAllowed === 'yes' } }))

const VISIBILITY_MESSAGES: Record<SearchEngineVisibilityState, string> = {
  thisMachine: 'allowed, but your site isn’t public yet.',
  keptOut: 'kept out until you replace the sample content.',
  allowedWithSamples: 'allowed, but some content is still sample content.',
  allowed: 'allowed.',
}

/** Says whether search engines may list the site. While the site holds samples, a button changes that. */
export function SearchEngineVisibility({
  state,
  submission,
}: {
  state: SearchEngineVisibilityState
  submission: FormSubmission
}) {
  const isBlocked = state === 'keptOut'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p>
        <strong className="font-semibold">Search engines:</strong> {VISIBILITY_MESSAGES[state]}
      </p>
      <SubmissionError submission={submission} />
      {(isBlocked || state === 'allowedWithSamples') && (
        <PostButton submission={submission} values={{ isAllowed: isBlocked ? 'yes' : 'no' }}>
          {isBlocked ? 'Let search engines in now' : 'Keep search engines out'}
        </PostButton>
      )}
    </div>
  )
}
