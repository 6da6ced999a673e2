import { Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Form, Link } from 'react-router'
import { Button } from './button.tsx'

type BoxProps = {
  action: string
  /** Names the list that is searched. */
  searchLabel: string
  search: string
  /** Inputs that keep the URL's other parameters. */
  hiddenFields?: ReactNode
  /** The path of the list without a search. The default is `action`. */
  resetPath?: string
}

/** Searches a list with a GET form, so that the result has a URL and Back leaves it. */
export function SearchBox({ action, searchLabel, search, hiddenFields, resetPath = action }: BoxProps) {
  const id = useId()
  return (
    <search className="max-sm:w-full lg:ml-auto">
      <Form action={action} className="flex flex-wrap items-center gap-3">
        {hiddenFields}
        <label htmlFor={id} className="sr-only">
          {searchLabel}
        </label>
        <SearchInput id={id} placeholder={searchLabel} search={search} className="w-40 min-w-0 grow sm:w-60" />
        <Button type="submit" look="outline">
          Search
        </Button>
        {search && <ShowAllLink to={resetPath} />}
      </Form>
    </search>
  )
}

type FilterProps = {
  action: string
  /** The path of the list without a filter. The default is `action`. */
  resetPath?: string
  className: string
  isFiltered: boolean
  children: ReactNode
}

/** Filters a list by several fields with a GET form, so that the result has a URL. */
export function FilterForm({ action, resetPath = action, className, isFiltered, children }: FilterProps) {
  return (
    <search>
      <Form action={action} className={`grid items-end gap-3 lg:flex lg:flex-wrap ${className}`}>
        {children}
        <span className="flex gap-3">
          <Button type="submit" look="outline" className="max-sm:grow">
            Show
          </Button>
          {isFiltered && <ShowAllLink to={resetPath} />}
        </span>
      </Form>
    </search>
  )
}

/** The search field of a `FilterForm`. */
export function FilterFormSearchField({
  placeholder,
  search,
  className,
}: {
  placeholder: string
  search: string | undefined
  className: string
}) {
  const id = useId()
  return (
    <div className={`lg:grow ${className}`}>
      <label htmlFor={id}>
        <FilterFieldLabel>Search</FilterFieldLabel>
      </label>
      <SearchInput id={id} placeholder={placeholder} search={search} />
    </div>
  )
}

type ChoiceProps = {
  label: string
  name: string
  value: string | undefined
  choices: readonly (readonly [value: string, name: string])[]
  allLabel: string
  className: string
}

/** A select of a `FilterForm`. The label doesn't wrap it, because its options would join its accessible name. */
export function FilterSelect({ label, name, value, choices, allLabel, className }: ChoiceProps) {
  return (
    <div className={className}>
      <label htmlFor={name}>
        <FilterFieldLabel>{label}</FilterFieldLabel>
      </label>
      <select id={name} name={name} defaultValue={value ?? ''} className="control">
        <option value="">{allLabel}</option>
        {choices.map(([choice, choiceLabel]) => (
          <option key={choice} value={choice}>
            {choiceLabel}
          </option>
        ))}
      </select>
    </div>
  )
}

export function FilterFieldLabel({ children }: { children: ReactNode }) {
  return <span className="mb-1 block text-help font-semibold text-muted">{children}</span>
}

type InputProps = { id: string; placeholder: string; search: string | undefined; className?: string }

function SearchInput({ id, placeholder, search, className = '' }: InputProps) {
  return (
    <span className={`relative block ${className}`}>
      <Search className="absolute top-3 left-3.5 size-5 text-muted" aria-hidden />
      <input id={id} type="search" name="search" placeholder={placeholder} defaultValue={search} className="control mt-0 pl-11" />
    </span>
  )
}

function ShowAllLink({ to }: { to: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center underline">
      Show all
    </Link>
  )
}
