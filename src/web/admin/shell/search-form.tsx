import { Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Form, Link } from 'react-router'
import { Button } from './button.tsx'

type BoxProps = {
  action: string
  /** What is looked through. */
  searchLabel: string
  search: string
  /** What else the address says and goes on saying. */
  hiddenFields?: ReactNode
  /** Where all is shown again. */
  resetPath: string
}

/** Looks for words in a list; an address of its own, so that Back leads out of it. */
export function SearchBox({ action, searchLabel, search, hiddenFields, resetPath }: BoxProps) {
  const id = useId()
  return (
    <search className="max-sm:w-full lg:ml-auto">
      <Form action={action} className="flex flex-wrap items-center gap-3">
        {hiddenFields}
        <label htmlFor={id} className="sr-only">
          {searchLabel}
        </label>
        <SearchInput id={id} placeholder={searchLabel} search={search} className="grow sm:w-60" />
        <Button type="submit" look="outline">
          Search
        </Button>
        {search && <ShowAllLink to={resetPath} />}
      </Form>
    </search>
  )
}

type FilterProps = { action: string; className: string; isFiltered: boolean; children: ReactNode }

/** Narrows a list by several fields; an address of its own, so that Back leads out of it and it can be kept. */
export function FilterForm({ action, className, isFiltered, children }: FilterProps) {
  return (
    <search>
      <Form action={action} className={`grid items-end gap-3 lg:flex lg:flex-wrap ${className}`}>
        {children}
        <span className="flex gap-3">
          <Button type="submit" look="outline" className="max-sm:grow">
            Show
          </Button>
          {isFiltered && <ShowAllLink to={action} />}
        </span>
      </Form>
    </search>
  )
}

/** The field for words of such a form. */
export function FilterSearchInput({
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
        <FilterLabel>Search</FilterLabel>
      </label>
      <SearchInput id={id} placeholder={placeholder} search={search} />
    </div>
  )
}

type ChoiceProps = {
  label: string
  name: string
  value: string | undefined
  /** What is sent, and what it is called. */
  choices: readonly (readonly [value: string, name: string])[]
  allLabel: string
  className: string
}

/** Not within its label, or what can be chosen would be a part of its name. */
export function FilterSelect({ label, name, value, choices, allLabel, className }: ChoiceProps) {
  return (
    <div className={className}>
      <label htmlFor={name}>
        <FilterLabel>{label}</FilterLabel>
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

export function FilterLabel({ children }: { children: ReactNode }) {
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
