import type { ReactNode } from 'react'

type Props = { details: readonly (readonly [name: string, value: ReactNode] | false | undefined)[] }

/** Lists names with their values. Skips entries that are false or undefined. */
export function DetailList({ details }: Props) {
  return (
    <dl className="facts">
      {details.map(
        (detail) =>
          detail && (
            <div key={detail[0]}>
              <dt>{detail[0]}</dt>
              <dd>{detail[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
