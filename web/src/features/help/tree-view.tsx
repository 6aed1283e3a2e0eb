import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import type { WholeManualEntry } from './queries'
import { type Branch, pathOf, treeOf } from './tree'

/** Every page of the manual with its summary. */
export function Tree({ entries }: { entries: readonly WholeManualEntry[] }) {
  const t = useTexts('manual')
  const branches = treeOf(entries)
  const [alone, parents] = [branches.filter(({ below }) => below.length === 0), branches.filter(({ below }) => below.length > 0)]
  return (
    <section aria-labelledby="pages" className="flex flex-col gap-3">
      <h2 id="pages" className="text-xl">
        {t('allPages')}
      </h2>
      <ul className="grid gap-x-8 sm:grid-cols-2 md:grid-cols-3">
        {alone.map(({ entry }) => (
          <Entry key={entry.slug} entry={entry} />
        ))}
      </ul>
      {parents.map((branch) => (
        <Below key={branch.entry.slug} branch={branch} />
      ))}
    </section>
  )
}

function Below({ branch: { entry, below } }: { branch: Branch<WholeManualEntry> }) {
  return (
    <div className="mt-5 flex flex-col gap-2">
      <h3 className="text-lg">
        <Link to={pathOf(entry.slug)} className="hover:text-lime">
          {entry.title}
        </Link>
      </h3>
      <p className="max-w-[68ch] text-sm text-mute">{entry.summary}</p>
      <ul className="grid gap-x-8 sm:grid-cols-2 md:grid-cols-3">
        {below.map((child) => (
          <Entry key={child.slug} entry={child} />
        ))}
      </ul>
    </div>
  )
}

function Entry({ entry }: { entry: WholeManualEntry }) {
  return (
    <li className="relative border-t border-line py-3">
      <Link to={pathOf(entry.slug)} className="font-semibold after:absolute after:inset-0 hover:text-lime">
        {entry.title}
      </Link>
      <p className="line-clamp-2 text-sm text-mute">{entry.summary}</p>
    </li>
  )
}
