import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import type { DataColumn } from '../table/data-table'
import type { ConsoleOrder } from '@/api/generated'
import { FlagTags, StateTag } from './state-tag'

/** The columns of the list of orders. */
export function useOrderColumns(): ReadonlyArray<DataColumn<ConsoleOrder>> {
  const t = useTexts('consoleOrders')
  const content = useContent()
  const language = useLanguage()
  return useMemo(() => {
    const time = (at: string | null | undefined) => at && <span className="num">{formatDateTime(at, language)}</span>
    const columns: ReadonlyArray<DataColumn<ConsoleOrder>> = [
      {
        id: 'number',
        label: t('column.number'),
        width: 150,
        fixed: true,
        card: 'title',
        cell: ({ number }) => (
          <Link to="/console/orders/$number" params={{ number }} tabIndex={-1} className="num whitespace-nowrap hover:text-lime">
            {number}
          </Link>
        ),
      },
      { id: 'state', label: t('column.state'), width: 150, card: 'state', cell: (order) => <StateTag order={order} /> },
      { id: 'flags', label: t('column.flags'), width: 130, card: 'state', cell: ({ needs }) => <FlagTags flags={needs} /> },
      { id: 'created', label: t('column.created'), width: 170, cell: ({ createdAt }) => time(createdAt) },
      {
        id: 'product',
        label: t('column.product'),
        width: 180,
        grow: 2,
        card: 'text',
        cell: ({ firstLine, lineCount }) =>
          lineCount > 1 ? t('column.productAndMore', { product: content(firstLine), count: lineCount - 1 }) : content(firstLine),
      },
      { id: 'buyer', label: t('column.buyer'), width: 130, grow: 1, card: 'text', cell: ({ buyer }) => buyer.name },
      { id: 'channel', label: t('column.channel'), width: 130, cell: ({ channelName }) => channelName && content(channelName) },
      {
        id: 'total',
        label: t('column.total'),
        width: 110,
        align: 'end',
        card: 'end',
        cell: ({ totalSatang }) => <Amount satang={totalSatang} decimals="exact" />,
      },
      { id: 'paid', label: t('column.paid'), width: 170, optional: true, cell: ({ paidAt }) => time(paidAt) },
      { id: 'completed', label: t('column.completed'), width: 170, optional: true, cell: ({ completedAt }) => time(completedAt) },
    ]
    return columns
  }, [t, content, language])
}
