import { decideSearchEngines, type SearchEngineState } from '../../../contract/sales/going-live.ts'
import { pageForm } from '../../forms/form-action.ts'
import { type Saving, SavingAnswer, SavingForm } from '../forms/saving.tsx'
import { Button } from '../shell/button.tsx'

/** Which of the page's forms it is. */
export const SEARCH_ENGINES_FORM = 'search-engines'

const fields = { isAllowed: { input: 'hidden' } }

export const searchEnginesForm = pageForm(fields, async ({ call, values: { isAllowed } }) => ({
  notice: (await call(decideSearchEngines, { body: { isAllowed: isAllowed === 'yes' } })).message,
}))

const SENTENCES: Record<SearchEngineState, string> = {
  thisMachine: 'allowed. Only this computer can open the site, so none will come.',
  keptOut: 'kept out until you replace the sample content.',
  allowedWithSamples: 'allowed, though some of the content is still a sample.',
  allowed: 'allowed.',
}

/** Says whether search engines may list the site; while it holds samples, one press changes that. */
export function SearchEngines({ state, saving }: { state: SearchEngineState; saving: Saving }) {
  const isKeptOut = state === 'keptOut'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p>
        <strong className="font-semibold">Search engines:</strong> {SENTENCES[state]}
      </p>
      <SavingAnswer saving={saving} />
      {(isKeptOut || state === 'allowedWithSamples') && (
        <SavingForm saving={saving}>
          <input type="hidden" name="isAllowed" value={isKeptOut ? 'yes' : 'no'} />
          <Button type="submit" look="outline" aria-disabled={saving.isBusy}>
            {isKeptOut ? 'Let search engines in now' : 'Keep search engines out'}
          </Button>
        </SavingForm>
      )}
    </div>
  )
}
