import { SuccessNotice } from '../../forms/form-messages.tsx'
import { NoindexHead } from '../../layout/noindex-head.tsx'
import { truncateAtWord } from '../../layout/page-title.ts'
import { useBusinessFacts } from '../../layout/use-site-frame-content.ts'
import { useReturnPath } from '../../return-path.ts'
import { LinkButton } from '../../ui/link-button.tsx'

type Props = { codes: readonly string[]; message: string }

/** Shows the recovery codes. They are never shown again. */
export function RecoveryCodesPage({ codes, message }: Props) {
  const returnPath = useReturnPath()
  const { name } = useBusinessFacts()
  const file = `Recovery codes for ${name}. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <main id="main" tabIndex={-1} className="container account recovery">
      <NoindexHead title="Your recovery codes" />
      <SuccessNotice notice={message} />
      <h1 className="h1">Your recovery codes</h1>
      <p className="lead">
        Without your phone, these are the only way in. Each works once. Print this page or save the codes now. You won’t see them
        again.
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="recovery-file">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={`${truncateAtWord(name, 40)} recovery codes.txt`}
        >
          Save as a file
        </a>
      </p>
      <LinkButton href={returnPath ?? '/account'}>I saved them</LinkButton>
    </main>
  )
}
